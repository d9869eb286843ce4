import { Entity, Index, PrimaryColumn, In, IsNull } from 'typeorm';
import { type Kobo, kobo } from '../../../../kernel/money.js';
import { IdColumn, KoboColumn, TextColumn, TimeColumn, ExactTextColumn } from '../../../../platform/database/columns.js';
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { exactText } from '../../../../kernel/exact-text.js';
import { BatchLoader } from '../../../../platform/database/batch-loader.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type PaymentAtSandbox, SandboxBank } from '../../deposit-provider.js';

@Entity('sandbox_deposit_account')
@Index('sandbox_deposit_account_reference', ['reference'], { unique: true })
export class SandboxAccountRow {
  @PrimaryColumn({ name: 'account_number', type: 'varchar', length: 10 }) accountNumber: string;
  @IdColumn('reference') reference: string;
  @TextColumn('account_name') accountName: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TimeColumn('expires_at') expiresAt: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('sandbox_payment')
@Index('sandbox_payment_account', ['accountNumber'])
export class SandboxPaymentRow {
  @ExactTextColumn('transaction_id', 100, { primary: true }) transactionId: string;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('payer_name') payerName: string;
  @TimeColumn('reversed_at', { nullable: true }) reversedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}

const PORTION = 500;

type NewAccount = Pick<SandboxAccountRow, 'reference' | 'accountName' | 'amountKobo' | 'expiresAt'>;

type ReceivedPayment = Omit<SandboxPaymentRow, 'reversedAt'>;

/** The simulated bank of the sandbox provider. Many writes share one commit. */
@Injectable()
export class TypeormSandboxBank extends SandboxBank {
  private readonly accounts: BatchWriter<SandboxAccountRow>;
  private readonly payments: BatchWriter<ReceivedPayment>;
  private readonly received: BatchLoader<string, SandboxPaymentRow>;
  private readonly byNumber: BatchLoader<string, SandboxAccountRow>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.accounts = new BatchWriter((rows) => this.insertAccounts(rows));
    this.payments = new BatchWriter((rows) => this.insertPayments(rows));
    this.received = new BatchLoader(database, async (ids) => {
      const rows = await this.rows.findBy({ transactionId: In(ids) });
      return new Map(rows.map((row) => [row.transactionId, row]));
    });
    this.byNumber = new BatchLoader(database, async (numbers) => {
      const rows = await this.database.repository(SandboxAccountRow).findBy({ accountNumber: In(numbers) });
      return new Map(rows.map((row) => [row.accountNumber, row]));
    });
  }

  /** Finds the account where the reference has one already. */
  async openAccount(request: NewAccount): Promise<SandboxAccountRow> {
    for (;;) {
      const account = { ...request, accountNumber: randomAccountNumber(), createdAt: this.clock.now() };
      try {
        await this.accounts.add(account);
        return account;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      const open = await this.findAccount({ reference: request.reference });
      if (open) return open;
      // Another account has the number: draw another one.
    }
  }

  async receive(payment: PaymentAtSandbox): Promise<void> {
    try {
      await this.payments.add({ ...payment, createdAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const { transactionId, ...details } = payment;
      await this.rows.update({ transactionId, accountNumber: '' }, details);
    }
  }

  /** Of a payment that has not come yet, too: its row then waits for it without an account. */
  async reverse(transactionId: string): Promise<void> {
    const [reversedAt, createdAt] = [this.clock.now(), this.clock.now()];
    const known = () => this.rows.update({ transactionId, reversedAt: IsNull() }, { reversedAt });
    if ((await known()).affected !== 0) return;
    const unknown = { transactionId, accountNumber: '', amountKobo: kobo(0), payerName: '', reversedAt, createdAt };
    try {
      await this.rows.insert(unknown);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await known();
    }
  }

  findPayment(transactionId: string): Promise<SandboxPaymentRow | undefined> {
    return this.received.get(transactionId);
  }

  paymentsTo(accountNumber: string): Promise<SandboxPaymentRow[]> {
    return this.rows.find({ where: { accountNumber, reversedAt: IsNull() }, order: { createdAt: 'ASC', transactionId: 'ASC' } });
  }

  /** What it received, by its time, in portions. */
  async *within({ from, to }: Period): AsyncIterable<ListedTransaction[]> {
    let rows = await this.page(from, to, '');
    while (rows.length > 0) {
      yield rows.map(listed);
      const { createdAt, transactionId } = rows.at(-1)!;
      rows = rows.length < PORTION ? [] : await this.page(createdAt, to, transactionId);
    }
  }

  /** @param after at the same time as `from` */
  private page(from: number, to: number, after: string): Promise<SandboxPaymentRow[]> {
    return this.rows
      .createQueryBuilder('received')
      .where(
        "received.accountNumber <> '' AND received.createdAt < :to AND (received.createdAt > :from OR (received.createdAt = :from AND received.transactionId > :after))",
        { from, to, after: exactText(after) },
      )
      .orderBy('received.createdAt')
      .addOrderBy('received.transactionId')
      .take(PORTION)
      .getMany();
  }

  async findAccount(
    by: { readonly reference: string } | { readonly accountNumber: string },
  ): Promise<SandboxAccountRow | undefined> {
    if ('accountNumber' in by) return this.byNumber.get(by.accountNumber);
    return (await this.database.repository(SandboxAccountRow).findOneBy(by)) ?? undefined;
  }

  async endAccount(accountNumber: string): Promise<void> {
    await this.database.repository(SandboxAccountRow).update({ accountNumber }, { expiresAt: this.clock.now() });
  }

  private get rows() {
    return this.database.repository(SandboxPaymentRow);
  }

  private async insertAccounts(rows: readonly SandboxAccountRow[]): Promise<void> {
    await this.database.rowsOnce(
      `INSERT INTO sandbox_deposit_account (account_number, reference, account_name, amount_kobo, expires_at, recorded)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flatMap((row) => [row.accountNumber, row.reference, row.accountName, row.amountKobo, row.expiresAt, row.createdAt]),
    );
  }

  private async insertPayments(rows: readonly ReceivedPayment[]): Promise<void> {
    await this.database.rowsOnce(
      `INSERT INTO sandbox_payment (transaction_id, account_number, amount_kobo, payer_name, recorded)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
      rows.flatMap((row) => [
        exactText(row.transactionId),
        exactText(row.accountNumber),
        row.amountKobo,
        row.payerName,
        row.createdAt,
      ]),
    );
  }
}

function listed({ transactionId, amountKobo, reversedAt, createdAt }: SandboxPaymentRow): ListedTransaction {
  const status = reversedAt === null ? 'success' : 'reversed';
  return { reference: transactionId, transactionId, amountKobo, status, statusText: status, at: createdAt };
}

/** Ten digits; no real bank's numbers begin with 99. */
function randomAccountNumber(): string {
  return `99${String(randomInt(100_000_000)).padStart(8, '0')}`;
}
