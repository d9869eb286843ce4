import { Entity, Index, And, LessThanOrEqual, MoreThan } from 'typeorm';
import { CountColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import { type SandboxState, scenarioOf, stateAt, SandboxTimes } from './scenario.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import type { ListedStatus, ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { Database } from '../../../../platform/database/database.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { SandboxPurchases } from '../../biller-provider.js';

@Entity('sandbox_purchase')
@Index('sandbox_purchase_reverses', ['reversesAt'])
export class SandboxPurchaseRow {
  @TextColumn('reference', 64, { primary: true }) reference: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  @TextColumn('customer_id', 64) customerId: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @TextColumn('state', 16) state: SandboxState;
  @CountColumn('deliveries', { default: 0 }) deliveries: number;
  @TimeColumn('decides_at', { nullable: true }) decidesAt: number | null;
  @TimeColumn('reverses_at', { nullable: true }) reversesAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}

export interface SandboxOrder {
  readonly reference: string;
  readonly paymentCode: string;
  readonly customerId: string;
  readonly amountKobo: Kobo;
}

const PORTION = 500;

/** The orders of the simulated company. Many are written with one commit. */
@Injectable()
export class TypeormSandboxPurchases extends SandboxPurchases {
  private readonly writer: BatchWriter<SandboxPurchaseRow>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly times: SandboxTimes,
  ) {
    super();
    this.writer = new BatchWriter((rows) => this.insert(rows));
  }

  /** A repeated reference changes nothing. */
  async take(order: SandboxOrder): Promise<SandboxPurchaseRow> {
    const row = this.newRow(order);
    try {
      await this.writer.add(row);
      return row;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const before = await this.rows.findOneByOrFail({ reference: order.reference });
    return this.progress(before, 'submit');
  }

  async query(reference: string): Promise<SandboxPurchaseRow | undefined> {
    const row = await this.rows.findOneBy({ reference });
    return row ? this.progress(row, 'query') : undefined;
  }

  /** References reversed after `since`. */
  async reversedSince(since: number): Promise<string[]> {
    const rows = await this.rows.findBy({ reversesAt: And(MoreThan(since), LessThanOrEqual(this.clock.now())) });
    return rows.map(({ reference }) => reference);
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

  /** @param after at the same time as `from` */
  private page(from: number, to: number, after: string): Promise<SandboxPurchaseRow[]> {
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

  async end(reference: string, state: Exclude<SandboxState, 'waiting'>): Promise<boolean> {
    const before: SandboxState = state === 'reversed' ? 'delivered' : 'waiting';
    const { affected } = await this.rows
      .createQueryBuilder()
      .update()
      .set({
        state,
        ...(state === 'delivered' ? { deliveries: () => 'deliveries + 1' } : {}),
        ...(state === 'reversed' ? { reversesAt: this.clock.now() } : {}),
      })
      .where({ reference, state: before })
      .execute();
    return affected === 1;
  }

  private get rows() {
    return this.database.repository(SandboxPurchaseRow);
  }

  private async insert(rows: readonly SandboxPurchaseRow[]): Promise<void> {
    await this.database.rowsOnce(
      `INSERT INTO sandbox_purchase
         (reference, payment_code, customer_id, amount_kobo, state, deliveries, decides_at, reverses_at, recorded)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flatMap((row) => [
        row.reference,
        row.paymentCode,
        row.customerId,
        row.amountKobo,
        row.state,
        row.deliveries,
        row.decidesAt,
        row.reversesAt,
        row.createdAt,
      ]),
    );
  }

  private newRow(order: SandboxOrder): SandboxPurchaseRow {
    const { begins, becomes, reverses } = scenarioOf(order.customerId);
    const now = this.clock.now();
    return {
      ...order,
      state: begins,
      deliveries: begins === 'delivered' ? 1 : 0,
      decidesAt: becomes?.by === 'time' ? now + this.times.decidesAfterMs : null,
      reversesAt: reverses ? now + this.times.reversesAfterMs : null,
      createdAt: now,
    };
  }

  /** Conditional, for concurrent calls. */
  private async progress(row: SandboxPurchaseRow, call: 'submit' | 'query'): Promise<SandboxPurchaseRow> {
    const state: SandboxState = stateAt(row, this.clock.now(), call);
    if (state === row.state) return row;
    await this.rows
      .createQueryBuilder()
      .update()
      .set({ state, ...(state === 'delivered' ? { deliveries: () => 'deliveries + 1' } : {}) })
      .where({ reference: row.reference, state: row.state })
      .execute();
    return Object.assign(row, { state });
  }
}

const LISTED_AS: Readonly<Record<SandboxState, ListedStatus>> = {
  waiting: 'pending',
  delivered: 'success',
  failed: 'failed',
  reversed: 'reversed',
};

function listed({ reference, amountKobo, state, createdAt }: SandboxPurchaseRow): ListedTransaction {
  const status = LISTED_AS[state];
  return { reference, transactionId: '', amountKobo: kobo(amountKobo), status, statusText: state, at: createdAt };
}
