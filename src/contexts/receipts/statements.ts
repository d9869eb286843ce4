import { DAY_MS, Clock } from '../../kernel/clock.js';
import type { LocalFile } from '../../kernel/storage.js';
import { FileRequests, GeneratedFiles } from '../files/index.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight, parseLagosDate, lagosDate } from '../../kernel/lagos-time.js';
import { type User, Users } from '../sign-in/index.js';
import { ExportStatement, type StatementRequest } from '../wallet/index.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { receiptFailures, type MadeDocument } from './receipts.js';
import { Notices } from '../notifications/index.js';

/** How long the file can be fetched. */
export const STATEMENT_LIFE_MS = 7 * DAY_MS;
export const STATEMENTS_PER_DAY = 10;
/** A job that takes longer has failed for good. */
export const STATEMENT_TIMEOUT_MS = DAY_MS;

/** Days of Lagos, both inclusive. */
export interface StatementOrder {
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'pdf';
}

export interface StatementFile extends StatementOrder {
  readonly id: string;
  readonly userId: string;
  readonly state: 'running' | 'ready' | 'failed' | 'expired';
  readonly createdAt: number;
  /** 0 until it is ready. */
  readonly expiresAt: number;
}

export function statementName({ from, to, format }: StatementOrder): string {
  return `statement-${from}-${to}.${format}`;
}

export abstract class DocumentWriter {
  /** A local file, of which only a part is in memory at a time. The caller removes it. */
  abstract write(content: AsyncIterable<Uint8Array>): Promise<LocalFile>;
  abstract remove(file: LocalFile): Promise<void>;
}

export abstract class StatementFiles extends FileRequests<StatementFile> {}

/** Without a link, because the reader of the mailbox is not always the owner. */
export const STATEMENT_READY: MailTemplate = {
  name: 'statement-ready',
  class: 'other',
  subject: 'Your statement is ready',
  greeting: 'Hello {{firstName}},',
  lead: 'The statement of your wallet from {{from}} to {{to}}, which you asked for, is ready.',
  facts: [
    ['From', '{{from}}'],
    ['To', '{{to}}'],
    ['Kept until', '{{date}}'],
  ],
  paragraphs: ['You find it in the app among your files. We delete it after that day.'],
  warning: 'If you did not ask for it, somebody else is signed in to your account: reset your password in the app now.',
};

const LIMIT_BYTES = 512 * 1024;
const CONTENT_TYPES: Readonly<Record<StatementOrder['format'], string>> = { csv: 'text/csv', pdf: 'application/pdf' };

const EXPIRED_AT_ONCE = 50;

/** A statement that fits an answer; reading ends where it gets too long, and a job makes a file instead. */
@Injectable()
export class Statements {
  constructor(
    private readonly exportStatement: ExportStatement,
    private readonly files: StatementFiles,
    private readonly users: Users,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id that the file will have where there is one. @throws Failure `receipts.period_invalid`, `receipts.statement_running`, `receipts.statements_exhausted` */
  async make(userId: string, order: StatementOrder): Promise<MadeDocument | string> {
    return (await this.makeShort(userId, order)) ?? this.request(userId, order);
  }

  /** @returns undefined where it is too long for an answer. @throws Failure `receipts.not_found`, `receipts.period_invalid` */
  async makeShort(userId: string, order: StatementOrder): Promise<MadeDocument | undefined> {
    const { from, to, format } = order;
    const [first, last] = [parseLagosDate(from), parseLagosDate(to)];
    if (first === undefined || last === undefined || last < first) throw new Failure(receiptFailures.period_invalid);
    const user = await this.users.find(userId);
    if (!user) throw new Failure(receiptFailures.not_found);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.exportStatement.execute(requestOf(user, order))) {
      size += chunk.length;
      if (size > LIMIT_BYTES) return undefined;
      chunks.push(chunk);
    }
    return { fileName: statementName(order), contentType: CONTENT_TYPES[format], bytes: Buffer.concat(chunks) };
  }

  /** @returns the id that the file will have, the same while it is being made. @throws Failure `receipts.statement_running`, `receipts.statements_exhausted` */
  private async request(userId: string, { from, to, format }: StatementOrder): Promise<string> {
    const running = await this.files.runningOf(userId);
    if (running?.from === from && running.to === to && running.format === format) return running.id;
    if (running) throw new Failure(receiptFailures.statement_running);
    const createdAt = this.clock.now();
    const recent = await this.files.timesSince(userId, createdAt - DAY_MS);
    const used = recent.at(-STATEMENTS_PER_DAY);
    if (used !== undefined) {
      const retryAfterSeconds = Math.ceil((used + DAY_MS - createdAt) / 1000);
      throw new Failure(receiptFailures.statements_exhausted, { retryAfterSeconds });
    }
    const id = newId();
    await this.unitOfWork.run(async () => {
      if (!(await this.files.begin({ id, userId, from, to, format, createdAt })))
        throw new Failure(receiptFailures.statement_running);
      await this.outbox.add(domainEvent('statement.requested', { statementId: id, userId }));
    });
    return id;
  }
}

/** Makes the files of statements, and removes them. */
@Injectable()
export class StatementWriter {
  constructor(
    private readonly exportStatement: ExportStatement,
    private readonly files: StatementFiles,
    private readonly documents: DocumentWriter,
    private readonly generatedFiles: GeneratedFiles,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** Once, however often the job is repeated. */
  async write(statementId: string): Promise<void> {
    const found = await this.files.find(statementId);
    if (found?.state !== 'running') return;
    const { id, userId, format: extension, createdAt } = found;
    const user = await this.users.find(userId);
    if (user?.status !== 'active' || createdAt + STATEMENT_TIMEOUT_MS < this.clock.now()) {
      await this.files.end(id, 'failed', 0);
      return;
    }
    const document = await this.documents.write(this.exportStatement.execute(requestOf(user, found)));
    try {
      const file = { id, userId, fileName: statementName(found), extension };
      await this.generatedFiles.store(file, document, () => this.end(found, user));
    } finally {
      await this.documents.remove(document);
    }
  }

  private async end({ id, userId, from, to }: StatementFile, { email, firstName }: User): Promise<void> {
    const expiresAt = this.clock.now() + STATEMENT_LIFE_MS;
    if (!(await this.files.end(id, 'ready', expiresAt))) throw new Error('the statement has ended meanwhile');
    const date = lagosDate(expiresAt);
    const message = `The statement of your wallet from ${from} to ${to} is ready among your files, until ${date}.`;
    await this.notices.add({ userId, subject: 'Your statement is ready', message });
    const data = { firstName, from, to, date };
    await this.mailer.send({ to: email, template: STATEMENT_READY, data, key: `statement:${id}` });
  }

  /** The file goes first, so that a crash leaves the statement for the next time. */
  async expire(): Promise<void> {
    for (;;) {
      const page = await this.files.over(this.clock.now(), EXPIRED_AT_ONCE);
      for (const { id } of page) {
        await this.generatedFiles.remove(id);
        await this.files.expire(id);
      }
      if (page.length < EXPIRED_AT_ONCE) return;
    }
  }
}

function requestOf(holder: User, { from, to, format }: StatementOrder): StatementRequest {
  const { id: account, email, referenceId, firstName, lastName } = holder;
  const name = `${firstName} ${lastName}`.trim();
  const period = { from: lagosMidnight(from), to: lagosMidnight(addDays(to, 1)) };
  return { account, holder: { email, referenceId, name }, ...period, format };
}
