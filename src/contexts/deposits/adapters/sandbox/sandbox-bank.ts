import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { SandboxAccountRow } from './sandbox-account.row.js';
import { SandboxPaymentRow } from './sandbox-payment.row.js';

/** The other side of the sandbox: a bank with books of its own, in two tables that nothing else reads. */
@Injectable()
export class SandboxBank {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Opens an account under this reference, or finds the one that is open already. */
  async openAccount(
    request: Pick<SandboxAccountRow, 'reference' | 'accountName' | 'amountKobo' | 'expiresAt'>,
  ): Promise<SandboxAccountRow> {
    const accounts = this.database.repository(SandboxAccountRow);
    for (;;) {
      const open = await accounts.findOneBy({ reference: request.reference });
      if (open) return open;
      try {
        await accounts.insert({ ...request, accountNumber: randomAccountNumber(), createdAt: this.clock.now() });
      } catch (error) {
        // The number is taken, or the same reference was opened meanwhile: look again.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  /** Writes down that money came in; a transaction that is known already stays as it is. */
  async receive(payment: Pick<SandboxPaymentRow, 'transactionId' | 'accountNumber' | 'amountKobo' | 'payerName'>): Promise<void> {
    try {
      await this.database.repository(SandboxPaymentRow).insert({ ...payment, createdAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async findPayment(transactionId: string): Promise<SandboxPaymentRow | undefined> {
    return (await this.database.repository(SandboxPaymentRow).findOneBy({ transactionId })) ?? undefined;
  }

  paymentsTo(accountNumber: string): Promise<SandboxPaymentRow[]> {
    return this.database
      .repository(SandboxPaymentRow)
      .find({ where: { accountNumber }, order: { createdAt: 'ASC', transactionId: 'ASC' } });
  }

  async findAccount(
    by: { readonly reference: string } | { readonly accountNumber: string },
  ): Promise<SandboxAccountRow | undefined> {
    return (await this.database.repository(SandboxAccountRow).findOneBy(by)) ?? undefined;
  }
}

/** Ten digits, as Nigerian account numbers have; 99 begins no real bank's. */
function randomAccountNumber(): string {
  return `99${String(randomInt(100_000_000)).padStart(8, '0')}`;
}
