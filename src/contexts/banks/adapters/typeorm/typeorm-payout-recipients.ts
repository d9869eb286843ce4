import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { RowSeals } from '../../../../platform/crypto/row-seals.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import type { BankAccount } from '../../application/payout-provider.js';
import { PayoutRecipients } from '../../application/payout-recipients.js';
import { PayoutRecipientRow } from './payout-recipient.row.js';

@Injectable()
export class TypeormPayoutRecipients extends PayoutRecipients {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(provider: string, { bankCode, account }: BankAccount): Promise<string | undefined> {
    const found = await this.rows.findOneBy({ provider, bankCode, account });
    return found && (await this.isTrusted(found)) ? found.recipient : undefined;
  }

  async accountOf(provider: string, recipient: string): Promise<BankAccount | undefined> {
    const found = await this.rows.findOneBy({ provider, recipient });
    // The database compares texts without case.
    if (found?.recipient !== recipient || !(await this.isTrusted(found))) return undefined;
    return { bankCode: found.bankCode, account: found.account };
  }

  async keep(provider: string, { bankCode, account }: BankAccount, recipient: string): Promise<void> {
    const key = { provider, bankCode, account };
    const seal = this.seals.of(PayoutRecipientRow, { ...key, recipient });
    try {
      await this.rows.insert({ ...key, recipient, ...seal, createdAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.rows.update(key, { recipient, ...seal });
    }
  }

  async forget(provider: string, { bankCode, account }: BankAccount): Promise<void> {
    await this.rows.delete({ provider, bankCode, account });
  }

  /** One that is not is made anew with the provider. */
  private isTrusted(row: PayoutRecipientRow): Promise<boolean> {
    return this.seals.holds(PayoutRecipientRow, 'recipientSeal', row);
  }

  private get rows() {
    return this.database.repository(PayoutRecipientRow);
  }
}
