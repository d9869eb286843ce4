import { DAY_MS, Clock } from '../../kernel/clock.js';
import { failures, Failure } from '../../kernel/failure.js';
import { Readable } from 'node:stream';
import type { LocalFile } from '../../kernel/storage.js';
import { type FileRequest, FileRequests, GeneratedFiles, OwnFiles } from '../files/index.js';
import { Injectable } from '@nestjs/common';
import { type DataPart, PersonalDataSource } from '../../kernel/records.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { Users, OwnerProof, type OwnerSecrets } from '../sign-in/index.js';
import { Notices } from '../notifications/index.js';
import type { Caller } from '../../kernel/caller.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

/** How long the file can be fetched. */
export const EXPORT_LIFE_MS = 7 * DAY_MS;
export const EXPORTS_PER_DAY = 3;
/** A job that takes longer has failed for good. */
export const EXPORT_TIMEOUT_MS = DAY_MS;

export const personalDataFailures = failures('personal_data', {
  export_running: ['conflict', 'Your data are being collected already, we will tell you when the file is ready'],
  exports_exhausted: ['too_many', 'You asked for your data three times within a day, please try again later'],
});

export interface ArchiveEntry {
  readonly path: string;
  /** Opened when its turn comes. */
  open(): Promise<Readable>;
}

export abstract class ArchiveWriter {
  /** A local file, of which only a part is in memory at a time. The caller removes it. */
  abstract write(entries: AsyncIterable<ArchiveEntry>): Promise<LocalFile>;
  abstract remove(file: LocalFile): Promise<void>;
}

export abstract class DataExports extends FileRequests<FileRequest> {}

@Injectable()
export class PersonalData extends Registry<PersonalDataSource> {
  constructor(contributions: Contributions) {
    super(contributions, PersonalDataSource, { namesOf: ({ parts }) => parts.map(({ name }) => name) });
  }

  get parts(): readonly DataPart[] {
    return this.entries.flatMap(({ parts }) => parts);
  }
}

/** Without a link, because the reader of the mailbox is not always the owner. */
export const DATA_EXPORT_READY: MailTemplate = {
  name: 'data-export-ready',
  class: 'security',
  subject: 'Your data are ready',
  greeting: 'Hello {{firstName}},',
  lead: 'The file with your data, which you asked for, is ready.',
  facts: [
    ['Ready since', '{{time}}'],
    ['Kept until', '{{date}}'],
  ],
  paragraphs: ['You find it in the app among your files. You can download it once. We delete it then, or after that day.'],
  warning:
    'If you did not ask for it, somebody else is signed in to your account: delete the file and reset your password in the app now.',
};

/** Makes the file of an export once, however often the job is repeated. */
@Injectable()
export class MakeExport {
  constructor(
    private readonly exports: DataExports,
    private readonly personalData: PersonalData,
    private readonly users: Users,
    private readonly ownFiles: OwnFiles,
    private readonly generatedFiles: GeneratedFiles,
    private readonly archives: ArchiveWriter,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  async execute(exportId: string): Promise<void> {
    const found = await this.exports.find(exportId);
    if (found?.state !== 'running') return;
    const { id, userId, createdAt } = found;
    const user = await this.users.find(userId);
    if (user?.status !== 'active' || createdAt + EXPORT_TIMEOUT_MS < this.clock.now()) {
      await this.exports.end(id, 'failed', 0);
      return;
    }
    const archive = await this.archives.write(this.entries(userId));
    try {
      const fileName = `harmattan-data-${lagosDate(createdAt)}.zip`;
      await this.generatedFiles.store({ id, userId, fileName, extension: 'zip' }, archive, () => this.end(found, user));
    } finally {
      await this.archives.remove(archive);
    }
  }

  private async end({ id, userId }: FileRequest, user: { readonly email: string; readonly firstName: string }): Promise<void> {
    const expiresAt = this.clock.now() + EXPORT_LIFE_MS;
    if (!(await this.exports.end(id, 'ready', expiresAt))) throw new Error('the export has ended meanwhile');
    const date = lagosDate(expiresAt);
    const message = `The file with your data is ready among your files, until ${date}.`;
    await this.notices.add({ userId, subject: 'Your data are ready', message });
    const data = { firstName: user.firstName, date };
    await this.mailer.send({ to: user.email, template: DATA_EXPORT_READY, data, key: `data-export:${id}` });
  }

  private async *entries(userId: string): AsyncIterable<ArchiveEntry> {
    for (const part of this.personalData.parts)
      yield { path: `${part.name}.json`, open: () => Promise.resolve(Readable.from(jsonOf(part, userId))) };
    let number = 0;
    for await (const file of this.ownFiles.all(userId)) {
      number++;
      yield { path: `files/${number}-${file.fileName}`, open: async () => (await file.open()) ?? Readable.from([]) };
    }
  }
}

async function* jsonOf(part: DataPart, userId: string): AsyncIterable<string> {
  let before = '[';
  for await (const row of part.rows(userId)) {
    yield `${before}\n${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

@Injectable()
export class RequestExport {
  constructor(
    private readonly ownerProof: OwnerProof,
    private readonly exports: DataExports,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns the id that the file will have. @throws Failure `personal_data.export_running`, `exports_exhausted`, and of OwnerProof */
  async execute(caller: Caller, secrets: OwnerSecrets): Promise<string> {
    await this.ownerProof.require(caller, secrets);
    const { userId } = caller;
    const createdAt = this.clock.now();
    const recent = await this.exports.timesSince(userId, createdAt - DAY_MS);
    const used = recent.at(-EXPORTS_PER_DAY);
    if (used !== undefined) {
      const retryAfterSeconds = Math.ceil((used + DAY_MS - createdAt) / 1000);
      throw new Failure(personalDataFailures.exports_exhausted, { retryAfterSeconds });
    }
    const id = newId();
    await this.unitOfWork.run(async () => {
      if (!(await this.exports.begin({ id, userId, createdAt }))) throw new Failure(personalDataFailures.export_running);
      await this.outbox.add(domainEvent('data_export.requested', { exportId: id, userId }));
    });
    return id;
  }
}

const PAGE_SIZE = 50;

@Injectable()
export class ExpireExports {
  constructor(
    private readonly exports: DataExports,
    private readonly generatedFiles: GeneratedFiles,
    private readonly clock: Clock,
  ) {}

  /** The file goes first, so that a crash leaves the export for the next time. */
  async execute(): Promise<void> {
    for (;;) {
      const page = await this.exports.over(this.clock.now(), PAGE_SIZE);
      for (const { id } of page) {
        await this.generatedFiles.remove(id);
        await this.exports.expire(id);
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  /** Ignores files that are no export. */
  async afterDownload(fileId: string): Promise<void> {
    if ((await this.exports.find(fileId))?.state !== 'ready') return;
    await this.generatedFiles.remove(fileId);
    await this.exports.expire(fileId);
  }
}
