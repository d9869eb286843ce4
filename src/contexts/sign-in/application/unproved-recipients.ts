import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import type { MailRequest } from '../../../kernel/mail.js';
import { type Recipient, RecipientRules } from '../../../kernel/recipient-rules.js';
import { Contributes } from '../../../kernel/registry.js';
import { Accounts } from './ports/accounts.js';
import { SignInSettings } from './ports/sessions.js';

/** Nobody makes us fill the mailbox of a stranger: addresses that no account proved get a few mails a day, of whatever kind. */
@Injectable()
@Contributes(RecipientRules)
export class UnprovedRecipients extends RecipientRules {
  constructor(
    private readonly accounts: Accounts,
    private readonly budgets: Budgets,
    private readonly settings: SignInSettings,
  ) {
    super();
  }

  async of(mails: readonly MailRequest[]): Promise<readonly Recipient[]> {
    if (!this.settings.requiresVerifiedEmail) return mails.map(() => 'proved' as const);
    const proved = await this.accounts.provedAmong([...new Set(mails.map(({ to }) => to))]);
    const recipients: Recipient[] = [];
    for (const mail of mails)
      recipients.push(mail.template.toOperator || proved.has(mail.to) ? 'proved' : await this.count(mail));
    return recipients;
  }

  /** Whoever asks has a share, so that a stranger leaves some for the owner. */
  private async count({ to, askedBy = '' }: MailRequest): Promise<Recipient> {
    const isWithinShare = await this.budgets.trySpend('network_unproved_mails', `${to} ${askedBy}`);
    return isWithinShare && (await this.budgets.trySpend('unproved_mails', to)) ? 'unproved' : 'withheld';
  }
}
