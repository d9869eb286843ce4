import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../kernel/lagos-time.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { CountProducts } from './application/count-products.js';
import { CountPurchases } from './application/count-purchases.js';
import { CountUsers } from './application/count-users.js';
import { type Activity, MarkActive } from './application/mark-active.js';

interface PurchaseEvent {
  readonly purchaseId: string;
}

/**
 * Updates the statistics from events; concurrent events are counted by one transaction. Events of purchases are those that ended
 * without a journal, or before the journals had this consumer.
 */
@Injectable()
export class AnalyticsEvents {
  private readonly users = new BatchWriter<string>(async (userIds) => void (await this.countUsers.execute(userIds)));
  private readonly purchases = new BatchWriter<string>(async (ids) => void (await this.countPurchases.execute(ids)));
  private readonly activities = new BatchWriter<Activity>((activities) => this.markActive.execute(activities));

  constructor(
    private readonly countUsers: CountUsers,
    private readonly countPurchases: CountPurchases,
    private readonly countProducts: CountProducts,
    private readonly markActive: MarkActive,
  ) {}

  @OnEvent('user.created')
  userCreated({ userId }: { readonly userId: string }): Promise<void> {
    return this.users.add(userId);
  }

  @OnEvent('user.active')
  userActive({ userId, at }: { readonly userId: string; readonly at: number }): Promise<void> {
    return this.activities.add({ userId, day: lagosDate(at) });
  }

  @OnEvent('purchase.placed')
  purchasePlaced({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.purchases.add(purchaseId);
  }

  @OnEvent('purchase.completed')
  purchaseCompleted({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.purchases.add(purchaseId);
  }

  @OnEvent('purchase.failed')
  purchaseFailed({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.purchases.add(purchaseId);
  }

  @OnEvent('purchase.reversed')
  purchaseReversed({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.purchases.add(purchaseId);
  }

  @OnEvent('catalogue.synced')
  catalogueSynced(): Promise<void> {
    return this.countProducts.execute();
  }
}
