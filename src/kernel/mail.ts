/** Handlebars templates; `text` is also the body of the HTML part. */
export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailRequest {
  readonly to: string;
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string | number>>;
  readonly key: string;
}

/** Writes mails in the caller's unit of work; sent once for each key unless a crash follows the sending. */
export abstract class Mailer {
  abstract send(mail: MailRequest): Promise<void>;
  /** Renders many mails; the returned function writes them in the caller's unit of work, to be sent in bulk. */
  abstract prepareAll(mails: readonly MailRequest[]): () => Promise<void>;
}
