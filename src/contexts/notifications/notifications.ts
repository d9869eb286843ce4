import { failures } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { Contributes } from '../../kernel/registry.js';
import type { TimelineEntry } from '../../kernel/records.js';
import type { Told, UserMessage } from '../../kernel/told.js';
import { Teller } from '../../ledger/index.js';
import { Push } from './push.js';

export const notificationFailures = failures('notifications', {
  no_notices: ['not_found', 'No data matching your query was found'],
  no_registrations: ['not_found', 'No data matching your query was found'],
});

export interface NewNotice {
  readonly userId: string;
  /** At most 255 characters. */
  readonly subject: string;
  readonly message: string;
}

export interface KeyedNotice extends NewNotice {
  /** A user has one notice with this id and time. */
  readonly id: string;
  readonly createdAt: number;
}

export interface Notice {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
  readonly createdAt: number;
}

export abstract class Notices {
  abstract add(notice: NewNotice): Promise<void>;
  /** Adds notices, in the caller's unit of work; existing ones are skipped. */
  abstract addAll(notices: readonly KeyedNotice[]): Promise<void>;
  /** The notice as a row of a ledger command, created at the command's commit time. */
  abstract toRow(notice: NewNotice): RowInsert;
  /** Also those that are computed from the books. */
  abstract list(userId: string, page: PageRequest): Promise<Page<Notice>>;
}

/** `unavailable`: certainly not sent, and may be tried again; `unconfigured`: there is no gateway. */
export type SmsOutcome = 'sent' | 'refused' | 'unavailable' | 'unconfigured';

export abstract class Sms {
  /** Messages are files of this machine, which their recipients do not get. */
  readonly writesFiles: boolean = false;
  /** At once. Call it outside of a unit of work. @param to in E.164 */
  abstract send(to: string, text: string): Promise<SmsOutcome>;
}

/** Tells staff how mails ended. */
export abstract class MailEntries {
  abstract entriesOf(causeIds: readonly string[]): Promise<TimelineEntry[]>;
}

export abstract class StaffAlerts {
  /** In the caller's unit of work. @param description names records by id or reference; holds no secrets and no words of users */
  abstract add(description: string): Promise<void>;
}

/** Tells users, each once about a cause. */
@Injectable()
@Contributes(Teller)
export class UserMessages extends Teller {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly push: Push,
  ) {
    super();
  }

  /** What was postponed is behind the cursor of the mails. */
  prepare({ messages }: Told, isPostponed: boolean): Promise<() => Promise<void>> {
    return this.prepareAll(messages, isPostponed);
  }

  /** Renders many messages; the returned function writes them in the caller's unit of work. */
  async prepareAll(messages: readonly UserMessage[], isMailed = true): Promise<() => Promise<void>> {
    const writeMails = isMailed ? await this.mailer.prepareAll(messages.map(mailOf)) : undefined;
    const writePush = await this.push.prepareAll(
      messages.map((message) => ({ userId: message.user.id, message: message.push, key: keyOf(message) })),
    );
    return async () => {
      await this.notices.addAll(messages.filter((message) => !isComputed(message)).map(writtenNotice));
      await writeMails?.();
      await writePush();
    };
  }
}

/** Name of their cursor in the log of journals. */
export const MAILS = 'mails';

export function mailOf(message: UserMessage): MailRequest {
  return { ...message.mail, to: message.user.email, key: keyOf(message) };
}

/** The notice is computed when it is read, so it needs no row. */
function isComputed({ isPosted, notice: { moment } }: UserMessage): boolean {
  return isPosted === true && moment === undefined;
}

function writtenNotice(told: UserMessage): KeyedNotice {
  const { message, moment = '' } = told.notice;
  return { ...computedNotice(told), message: message + moment };
}

/** Leaves out what was true at that moment only. */
export function computedNotice({ causeId, user, notice: { subject, message, createdAt } }: UserMessage): KeyedNotice {
  return { id: causeId, userId: user.id, subject, message, createdAt };
}

export function keyOf({ causeId, user }: UserMessage): string {
  return `${causeId}:${user.id}`;
}
