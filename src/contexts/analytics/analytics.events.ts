import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../kernel/lagos-time.js';
import { OnEvents, type ReceivedEvent } from '../../platform/queue/job-queue.js';
import { CountProducts } from './application/count-products.js';
import { CountPurchases } from './application/count-purchases.js';
import { CountUsers } from './application/count-users.js';
import { MarkActive } from './application/mark-active.js';

type UserEvents = readonly ReceivedEvent<{ readonly userId: string }>[];
type ActivityEvents = readonly ReceivedEvent<{ readonly userId: string; readonly at: number }>[];
type PurchaseEvents = readonly ReceivedEvent<{ readonly purchaseId: string }>[];

/**
 * Updates the statistics from events. Those of purchases ended without a journal, or before the journals had a consumer that counts
 * them.
 */
@Injectable()
export class AnalyticsEvents {
  constructor(
    private readonly countUsers: CountUsers,
    private readonly countPurchases: CountPurchases,
    private readonly countProducts: CountProducts,
    private readonly markActive: MarkActive,
  ) {}

  @OnEvents('user.created')
  async userCreated(events: UserEvents): Promise<void> {
    await this.countUsers.execute(events.map(({ data }) => data.userId));
  }

  @OnEvents('user.active')
  userActive(events: ActivityEvents): Promise<void> {
    return this.markActive.execute(events.map(({ data: { userId, at } }) => ({ userId, day: lagosDate(at) })));
  }

  @OnEvents('purchase.placed')
  async purchasePlaced(events: PurchaseEvents): Promise<void> {
    await this.countPurchases.execute(events.map(({ data }) => data.purchaseId));
  }

  @OnEvents('purchase.completed')
  purchaseCompleted(events: PurchaseEvents): Promise<void> {
    return this.purchasePlaced(events);
  }

  @OnEvents('purchase.failed')
  purchaseFailed(events: PurchaseEvents): Promise<void> {
    return this.purchasePlaced(events);
  }

  @OnEvents('purchase.reversed')
  purchaseReversed(events: PurchaseEvents): Promise<void> {
    return this.purchasePlaced(events);
  }

  @OnEvents('catalogue.synced')
  catalogueSynced(): Promise<void> {
    return this.countProducts.execute();
  }
}
