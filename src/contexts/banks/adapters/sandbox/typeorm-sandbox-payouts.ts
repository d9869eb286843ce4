import { Entity, Index } from 'typeorm';
import { CountColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import { type SandboxPayoutState, SandboxPayouts } from '../../payout-provider.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import {
  destinationOf,
  type ListedStatus,
  type ListedTransaction,
  type Period,
} from '../../../../kernel/provider-transactions.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';

/** Scenarios by the last four digits of the account number. */
export interface AccountScenario {
  readonly enquiry: 'resolved' | 'not_found' | 'unavailable' | 'another_name';
  readonly begins: SandboxPayoutState;
  /** A waiting payout is paid at the first query; others wait until they are decided. */
  readonly isPaidAtQuery?: boolean;
}

const PAID: AccountScenario = { enquiry: 'resolved', begins: 'paid' };

const SCENARIOS: Readonly<Record<string, AccountScenario>> = {
  '0001': { enquiry: 'resolved', begins: 'waiting', isPaidAtQuery: true },
  '0002': { enquiry: 'resolved', begins: 'failed' },
  '0003': PAID,
  '0007': { enquiry: 'resolved', begins: 'waiting' },
  '0404': { enquiry: 'not_found', begins: 'failed' },
  '0503': { enquiry: 'unavailable', begins: 'failed' },
  '0888': { ...PAID, enquiry: 'another_name' },
};

export function accountScenario(account: string): AccountScenario {
  return SCENARIOS[account.slice(-4)] ?? PAID;
}

export class SandboxPayoutTimes {
  latencyMs = 0;
  submitTimeoutMs = 7_000;
  readTimeoutMs = 5_000;
  requeryDelaysMs: readonly number[] = [1_500, 1_500, 2_000, 2_000, 3_000, 5_000];
}

@Entity('sandbox_payout')
@Index('sandbox_payout_recorded', ['createdAt'])
export class SandboxPayoutRow {
  @TextColumn('reference', 64, { primary: true }) reference: string;
  @TextColumn('bank_code', 64) bankCode: string;
  @TextColumn('account', 16) account: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @TextColumn('state', 16) state: SandboxPayoutState;
  @CountColumn('payments', { default: 0 }) payments: number;
  @TimeColumn('recorded') createdAt: number;
}

export interface SandboxPayoutOrder {
  readonly reference: string;
  readonly bankCode: string;
  readonly account: string;
  readonly amountKobo: Kobo;
}

const PORTION = 500;

/** The orders of the simulated rail. Many are written with one commit. */
@Injectable()
export class TypeormSandboxPayouts extends SandboxPayouts {
  private readonly writer: BatchWriter<SandboxPayoutRow>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.writer = new BatchWriter((rows) => this.insert(rows));
  }

  /** A repeated reference changes nothing. */
  async take(order: SandboxPayoutOrder): Promise<SandboxPayoutRow> {
    const state = accountScenario(order.account).begins;
    const row = { ...order, state, payments: state === 'paid' ? 1 : 0, createdAt: this.clock.now() };
    try {
      await this.writer.add(row);
      return row;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return this.rows.findOneByOrFail({ reference: order.reference });
  }

  async query(reference: string): Promise<SandboxPayoutRow | undefined> {
    const row = await this.rows.findOneBy({ reference });
    if (row?.state !== 'waiting' || !accountScenario(row.account).isPaidAtQuery) return row ?? undefined;
    await this.end(reference, 'paid');
    return this.rows.findOneByOrFail({ reference });
  }

  /** Ordered by time, in portions. */
  async *within({ from, to }: Period): AsyncIterable<ListedTransaction[]> {
    let rows = await this.page(from, to, '');
    while (rows.length > 0) {
      yield rows.map(listed);
      const { createdAt, reference } = rows.at(-1)!;
      rows = rows.length < PORTION ? [] : await this.page(createdAt, to, reference);
    }
  }

  /** Conditional, for concurrent calls. */
  async end(reference: string, state: Exclude<SandboxPayoutState, 'waiting'>): Promise<boolean> {
    const before: SandboxPayoutState = state === 'returned' ? 'paid' : 'waiting';
    const { affected } = await this.rows
      .createQueryBuilder()
      .update()
      .set({ state, ...(state === 'paid' ? { payments: () => 'payments + 1' } : {}) })
      .where({ reference, state: before })
      .execute();
    return affected === 1;
  }

  /** @param after at the same time as `from` */
  private page(from: number, to: number, after: string): Promise<SandboxPayoutRow[]> {
    return this.rows
      .createQueryBuilder('taken')
      .where('taken.createdAt < :to AND (taken.createdAt > :from OR (taken.createdAt = :from AND taken.reference > :after))', {
        from,
        to,
        after,
      })
      .orderBy('taken.createdAt')
      .addOrderBy('taken.reference')
      .take(PORTION)
      .getMany();
  }

  private get rows() {
    return this.database.repository(SandboxPayoutRow);
  }

  private async insert(rows: readonly SandboxPayoutRow[]): Promise<void> {
    await this.database.rowsOnce(
      `INSERT INTO sandbox_payout (reference, bank_code, account, amount_kobo, state, payments, recorded)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flatMap((row) => [row.reference, row.bankCode, row.account, row.amountKobo, row.state, row.payments, row.createdAt]),
    );
  }
}

const LISTED_AS: Readonly<Record<SandboxPayoutState, ListedStatus>> = {
  waiting: 'pending',
  paid: 'success',
  failed: 'failed',
  returned: 'reversed',
};

function listed({ reference, amountKobo, state, createdAt: at, ...to }: SandboxPayoutRow): ListedTransaction {
  const [status, destination] = [LISTED_AS[state], destinationOf(to)];
  return { reference, transactionId: '', amountKobo: kobo(amountKobo), status, statusText: state, at, destination };
}
