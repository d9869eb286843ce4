import { failures } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { Push, type PushMessage } from './push.js';

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

export abstract class StaffAlerts {
  /** In the caller's unit of work. @param description names records by id or reference; holds no secrets and no words of users */
  abstract add(description: string): Promise<void>;
}

/** What a user is told of one event, as notice, mail and push message. */
export interface UserMessage {
  /** Id of the event or journal. A user gets one message about it. */
  readonly causeId: string;
  readonly user: { readonly id: string; readonly email: string };
  readonly notice: { readonly subject: string; readonly message: string; readonly createdAt: number };
  readonly mail: Pick<MailRequest, 'template' | 'data' | 'codes'>;
  readonly push: PushMessage;
}

@Injectable()
export class UserMessages {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly push: Push,
  ) {}

  /** Renders many messages; the returned function writes them in the caller's unit of work. */
  async prepareAll(messages: readonly UserMessage[]): Promise<() => Promise<void>> {
    const notices = messages.map(({ causeId, user, notice }) => ({ id: causeId, userId: user.id, ...notice }));
    const writeMails = await this.mailer.prepareAll(
      messages.map((message) => ({ ...message.mail, to: message.user.email, key: keyOf(message) })),
    );
    const writePush = await this.push.prepareAll(
      messages.map((message) => ({ userId: message.user.id, message: message.push, key: keyOf(message) })),
    );
    return async () => {
      await this.notices.addAll(notices);
      await writeMails();
      await writePush();
    };
  }
}

function keyOf({ causeId, user }: UserMessage): string {
  return `${causeId}:${user.id}`;
}
