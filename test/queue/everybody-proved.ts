import { type Recipient, RecipientRules } from '../../src/kernel/mail.js';
import { MailRecipients } from '../../src/platform/mail/queued-mailer.js';
import { contributionsOf } from '../support/contributions.js';

/** Every address counts as proved. */
class EverybodyProved extends RecipientRules {
  of(mails: readonly unknown[]): Promise<readonly Recipient[]> {
    return Promise.resolve(mails.map(() => 'proved'));
  }
}

export function everybodyProved(): MailRecipients {
  return new MailRecipients(contributionsOf(new EverybodyProved()));
}
