import { Injectable } from '@nestjs/common';
import { Mailer, type MailRequest } from '../../../kernel/mail.js';
import { Notices, Push, type PushMessage } from './ports.js';

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
