import { formatNaira } from '../../kernel/money.js';
import { Clock } from '../../kernel/clock.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { OutboundEvents } from '../webhooks/index.js';
import { CollectPayments } from './incoming-payments.js';
import { DepositProviders } from './deposit-provider.js';
import { GRACE_MS, type DepositOrder, nextQueryAt, type DueOrder, DepositOrders } from './orders.js';

const EXPIRED_AT_ONCE = 100;

/** Expires orders after a grace period and a last query of the provider. */
@Injectable()
export class ExpireOrders {
  constructor(
    private readonly orders: DepositOrders,
    private readonly providers: DepositProviders,
    private readonly collectPayments: CollectPayments,
    private readonly notices: Notices,
    private readonly events: OutboundEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const endedBefore = this.clock.now() - GRACE_MS;
    // Skipped for the rest of this run; their orders stay pending.
    const silent = new Set<string>();
    let last: DepositOrder | undefined;
    let fault: unknown;
    do {
      const ended = await this.orders.listEnded(endedBefore, last, EXPIRED_AT_ONCE);
      for (const order of ended) {
        // One failing order must not block the others.
        try {
          if (!silent.has(order.provider) && !(await this.settle(order))) silent.add(order.provider);
        } catch (error) {
          fault ??= error;
        }
      }
      last = ended.length === EXPIRED_AT_ONCE ? ended.at(-1) : undefined;
    } while (last);
    if (fault) throw new Error('a deposit order could not be settled', { cause: fault });
  }

  /** False when the provider gives no definite answer. */
  private async settle(order: DepositOrder): Promise<boolean> {
    const provider = this.providers.find(order.provider);
    const answer = provider ? await this.collectPayments.execute(provider, { reference: order.id }) : 'unknown';
    if (answer === 'unknown') return false;
    if (answer === 'paid' || answer === 'reversed') return true;
    // Nobody was shown an account, so there is nothing to tell.
    if (order.accountNumber === '') await this.orders.end(order.id, 'failed');
    else await this.expire(order);
    return true;
  }

  /** Without a query; does nothing where the order is not pending any more. */
  async expire({ id, userId, amountKobo }: DepositOrder): Promise<void> {
    // Written here and not by way of the outbox, so that it is before what a late payment writes.
    const event = { id: newId(), name: 'deposit.expired', data: { orderId: id, userId, amountKobo } } as const;
    const writeEvent = await this.events.prepareAll([event]);
    return this.unitOfWork.run(async () => {
      if (!(await this.orders.end(id, 'expired'))) return;
      await writeEvent();
      const message = `Your deposit order of ${formatNaira(amountKobo)} was not paid in time. Please do not pay to its account any more.`;
      await this.notices.add({ userId, subject: 'Deposit order expired', message });
    });
  }
}

const QUERIED_AT_ONCE = 8;

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
    for (let first = 0; first < due.length; first += QUERIED_AT_ONCE) {
      const asked = due.slice(first, first + QUERIED_AT_ONCE).filter(({ provider }) => !silent.has(provider));
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
