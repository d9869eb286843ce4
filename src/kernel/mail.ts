/** Security mails (codes, sign-ins, passwords, invitations) wait for no others; money mails go before other ones. */
export type MailClass = 'security' | 'money' | 'other';

/** The texts of a mail. In each text `{{name}}` is a value of the request's data; `{{time}}` is when the mail was written. */
export interface MailTemplate {
  readonly name: string;
  readonly class: MailClass;
  readonly subject: string;
  /** `Hello,` where it is left out. */
  readonly greeting?: string;
  /** The first sentences: they say what happened. */
  readonly lead: string;
  /** Shown large and easy to copy. */
  readonly code?: MailFact;
  /** A fact without a value is left out. */
  readonly facts?: readonly MailFact[];
  readonly paragraphs?: readonly string[];
  /** It goes to addresses of the settings, which nobody has to prove. */
  readonly toOperator?: true;
  /** Advice for a reader who did not do it. */
  readonly warning?: string;
}

export type MailFact = readonly [label: string, value: string];

export interface MailRequest {
  readonly to: string;
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string | number>>;
  /** Facts shown as codes, in place of the template's own; their values are copied as they are. */
  readonly codes?: readonly MailFact[];
  readonly key: string;
  /** The network of who had it sent to an address that may be somebody else's. */
  readonly askedBy?: string;
}

/** Writes mails in the caller's unit of work; sent once for each key unless a crash follows the sending. */
export abstract class Mailer {
  abstract send(mail: MailRequest): Promise<void>;
  /** Renders many mails; the returned function writes them in the caller's unit of work. */
  abstract prepareAll(mails: readonly MailRequest[]): Promise<() => Promise<void>>;
}

/** unproved: the mail says nothing that anybody typed. withheld: it is not sent, because the address had enough of the day. */
export type Recipient = 'proved' | 'unproved' | 'withheld';

/** Contributed by the context that knows who proved an address. */
export abstract class RecipientRules {
  /** Counts what is not withheld; in the order of the mails. */
  abstract of(mails: readonly MailRequest[]): Promise<readonly Recipient[]>;
}
