/** A mail's texts as Handlebars templates; `text` is also the body of the HTML part, inside the common layout. */
export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailRequest {
  readonly to: string;
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string | number>>;
  /** At most one mail is ever sent for one key: the event's id and the recipient, say. */
  readonly key: string;
}

/**
 * Mail, written down in the caller's unit of work and sent by the queue afterwards: retried, never lost,
 * never sent twice for one key except after a crash between sending and marking.
 */
export abstract class Mailer {
  abstract send(mail: MailRequest): Promise<void>;
}
