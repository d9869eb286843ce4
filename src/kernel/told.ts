import type { MailRequest } from './mail.js';
import type { WebhookEventName } from './webhook-events.js';

/** A message to a user about one event, as notice, mail and push message. */
export interface UserMessage {
  /** Id of the event or journal. A user gets one message about it. */
  readonly causeId: string;
  readonly user: { readonly id: string; readonly email: string; readonly status?: string };
  readonly notice: {
    /** At most 255 characters. */
    readonly subject: string;
    readonly message: string;
    /** A fact of that moment only, behind the message. */
    readonly moment?: string;
    readonly createdAt: number;
  };
  readonly mail: Pick<MailRequest, 'template' | 'data' | 'codes'>;
  readonly push: { readonly title: string; readonly body: string };
  /** The cause is a journal that posted to the user's account, so that the notice can be computed. */
  readonly isPosted?: boolean;
}

export interface OutboundEvent {
  /** Endpoints get one webhook for an id; its time is the event's. */
  readonly id: string;
  readonly name: WebhookEventName;
  /** `amountKobo` is sent in Naira, the rest unchanged. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message and its receiver. */
export interface Told {
  readonly messages: readonly UserMessage[];
  readonly events: readonly OutboundEvent[];
}
