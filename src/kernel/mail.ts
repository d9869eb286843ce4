/** The texts of a mail as Handlebars templates; `text` is also the body of the HTML part, inside the common layout. */
export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailRequest {
  readonly to: string;
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string | number>>;
  /** At most one mail is sent for one key, such as event id and recipient. */
  readonly key: string;
}

/**
 * Mail, written in the caller's unit of work and sent by the queue: retried, and sent at most once for one key except after
 * a crash between sending and recording.
 */
export abstract class Mailer {
  abstract send(mail: MailRequest): Promise<void>;
  /** Renders many mails; the function that it returns writes them in the caller's unit of work. They are sent in bulk, after those of `send`. */
  abstract prepareAll(mails: readonly MailRequest[]): () => Promise<void>;
}
