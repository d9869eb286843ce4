import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { nextQueryAt } from '../domain/query-schedule.js';
import { CollectPayments } from './collect-payments.js';
import { DepositProviders } from './deposit-provider.js';
import { DepositOrders, type DueOrder } from './ports.js';

const ORDERS_AT_ONCE = 8;
const ORDERS_PER_RUN = 200;

/** Finds what webhooks did not tell: lost ones, second payments and reversals. */
@Injectable()
export class QueryOrders {
  constructor(
    private readonly orders: DepositOrders,
    private readonly providers: DepositProviders,
    private readonly collectPayments: CollectPayments,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    // Not asked again in this run; their orders stay due.
    const silent = new Set<string>();
    let fault: unknown;
    const due = await this.orders.listDue(this.clock.now(), ORDERS_PER_RUN);
    for (let first = 0; first < due.length; first += ORDERS_AT_ONCE) {
      const asked = due.slice(first, first + ORDERS_AT_ONCE).filter(({ provider }) => !silent.has(provider));
      const results = await Promise.allSettled(asked.map((order) => this.query(order, silent)));
      fault ??= results.find((result) => result.status === 'rejected')?.reason;
    }
    if (fault) throw new Error('a deposit order could not be queried', { cause: fault });
  }

  private async query(order: DueOrder, silent: Set<string>): Promise<void> {
    const provider = this.providers.find(order.provider);
    const queries = order.queries + 1;
    try {
      const answer = provider ? await this.collectPayments.execute(provider, { reference: order.id }) : 'unknown';
      if (answer === 'unknown') silent.add(order.provider);
    } finally {
      // One order that always fails must not be first for ever.
      const isPaid = await this.isPaid(order.id);
      await this.orders.schedule(
        order.id,
        queries,
        nextQueryAt({ queries, isPaid, expiresAt: order.expiresAt }, this.clock.now()),
      );
    }
  }

  private async isPaid(id: string): Promise<boolean> {
    const order = await this.orders.find(id);
    return order !== undefined && (order.receivedKobo >= order.amountKobo || order.status === 'reversed');
  }
}
