import { Injectable } from '@nestjs/common';
import type { MailRequest } from '../../kernel/mail.js';
import { type Recipient, RecipientRules } from '../../kernel/recipient-rules.js';
import { Contributions, Registry } from '../../kernel/registry.js';

@Injectable()
export class MailRecipients extends Registry<RecipientRules> {
  constructor(contributions: Contributions) {
    super(contributions, RecipientRules, 'one');
  }

  of(mails: readonly MailRequest[]): Promise<readonly Recipient[]> {
    return this.entry.of(mails);
  }
}
