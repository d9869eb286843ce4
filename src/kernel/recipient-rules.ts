import type { MailRequest } from './mail.js';

/** unproved: the mail says nothing that anybody typed. withheld: it is not sent, because the address had enough of the day. */
export type Recipient = 'proved' | 'unproved' | 'withheld';

/** Contributed by the context that knows who proved an address. */
export abstract class RecipientRules {
  /** Counts what is not withheld; in the order of the mails. */
  abstract of(mails: readonly MailRequest[]): Promise<readonly Recipient[]>;
}
