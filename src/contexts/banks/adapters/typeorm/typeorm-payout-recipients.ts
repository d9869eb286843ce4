import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import type { BankAccount } from '../../application/payout-provider.js';
import { PayoutRecipients } from '../../application/payout-recipients.js';
import { PayoutRecipientRow } from './payout-recipient.row.js';

@Injectable()
export class TypeormPayoutRecipients extends PayoutRecipients {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(provider: string, { bankCode, account }: BankAccount): Promise<string | undefined> {
    const [found] = await this.database.rows<{ recipient: string }>(
      'SELECT recipient FROM payout_recipient WHERE provider = ? AND bank_code = ? AND account = ?',
      [provider, bankCode, account],
    );
    return found?.recipient;
  }

  async accountOf(provider: string, recipient: string): Promise<BankAccount | undefined> {
    const [found] = await this.database.rows<{ bank_code: string; account: string; recipient: string }>(
      'SELECT bank_code, account, recipient FROM payout_recipient WHERE provider = ? AND recipient = ?',
      [provider, recipient],
    );
    // The database compares texts without case.
    return found?.recipient === recipient ? { bankCode: found.bank_code, account: found.account } : undefined;
  }

  async keep(provider: string, { bankCode, account }: BankAccount, recipient: string): Promise<void> {
    const key = { provider, bankCode, account };
    try {
      await this.database.repository(PayoutRecipientRow).insert({ ...key, recipient, createdAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.database.repository(PayoutRecipientRow).update(key, { recipient });
    }
  }

  async forget(provider: string, { bankCode, account }: BankAccount): Promise<void> {
    await this.database.repository(PayoutRecipientRow).delete({ provider, bankCode, account });
  }
}
