import { Injectable } from '@nestjs/common';
import { And, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import type { Kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { BatchLoader } from '../../../../platform/database/batch-loader.js';
import { SandboxPurchaseRow } from './sandbox-purchase.row.js';
import { SandboxTimes } from './sandbox-times.js';
import { scenarioOf, type SandboxState, stateAt } from './scenario.js';

export interface SandboxOrder {
  readonly reference: string;
  readonly paymentCode: string;
  readonly customerId: string;
  readonly amountKobo: Kobo;
}

/** The books of the sandbox provider. They outlive the process, as another company's would; they are written in transactions of their own. */
@Injectable()
export class SandboxBooks {
  private readonly arriving = new Map<string, SandboxOrder>();
  private readonly writer: BatchLoader<string, SandboxPurchaseRow>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly times: SandboxTimes,
  ) {
    this.writer = new BatchLoader(database, (references) => this.write(references));
  }

  /** Takes an order; one that was taken before under the same reference stays what it is. */
  async take(order: SandboxOrder): Promise<SandboxPurchaseRow> {
    this.arriving.set(order.reference, order);
    const row = await this.writer.get(order.reference);
    if (!row) throw new Error('the sandbox lost an order');
    return this.progress(row, 'submit');
  }

  /** The order as it is when it is asked about; undefined for one that never arrived. */
  async ask(reference: string): Promise<SandboxPurchaseRow | undefined> {
    const row = await this.rows.findOneBy({ reference });
    return row ? this.progress(row, 'query') : undefined;
  }

  /** References of orders that were taken back after `since`. */
  async reversedSince(since: number): Promise<string[]> {
    const rows = await this.rows.findBy({ reversesAt: And(MoreThan(since), LessThanOrEqual(this.clock.now())) });
    return rows.map(({ reference }) => reference);
  }

  private get rows() {
    return this.database.repository(SandboxPurchaseRow);
  }

  private async write(references: string[]): Promise<Map<string, SandboxPurchaseRow>> {
    const orders = references.map((reference) => this.arriving.get(reference)!);
    for (const reference of references) this.arriving.delete(reference);
    await this.rows
      .createQueryBuilder()
      .insert()
      .values(orders.map((order) => this.newRow(order)))
      .orUpdate(['reference'], ['reference'])
      .updateEntity(false)
      .execute();
    const rows = await this.rows.findBy({ reference: In(references) });
    return new Map(rows.map((row) => [row.reference, row]));
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

  /** Moves the order to the state that it is in by now; of two who ask at once, one moves it. */
  private async progress(row: SandboxPurchaseRow, asked: 'submit' | 'query'): Promise<SandboxPurchaseRow> {
    const state: SandboxState = stateAt(row, this.clock.now(), asked);
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
