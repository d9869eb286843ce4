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
    for (const { to, template } of mails)
      recipients.push(template.toOperator || proved.has(to) ? 'proved' : await this.count(to));
    return recipients;
  }

  private async count(address: string): Promise<Recipient> {
    return (await this.budgets.trySpend('unproved_mails', address)) ? 'unproved' : 'withheld';
  }
}
