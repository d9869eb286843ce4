import { Injectable } from '@nestjs/common';
import type { Events } from '../../kernel/events.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { OnEvents, type ReceivedEvent } from '../../platform/queue/job-queue.js';
import { CountProducts } from './application/count-products.js';
import { CountUsers } from './application/count-users.js';
import { MarkActive } from './application/mark-active.js';

/** Updates the statistics from events; purchases are counted from their journals. */
@Injectable()
export class AnalyticsEvents {
  constructor(
    private readonly countUsers: CountUsers,
    private readonly countProducts: CountProducts,
    private readonly markActive: MarkActive,
  ) {}

  @OnEvents('user.created')
  async userCreated(events: readonly ReceivedEvent<Events['user.created']>[]): Promise<void> {
    await this.countUsers.execute(events.map(({ data }) => data.userId));
  }

  @OnEvents('user.active')
  userActive(events: readonly ReceivedEvent<Events['user.active']>[]): Promise<void> {
    return this.markActive.execute(events.map(({ data: { userId, at } }) => ({ userId, day: lagosDate(at) })));
  }

  @OnEvents('catalogue.synced')
  catalogueSynced(): Promise<void> {
    return this.countProducts.execute();
  }
}
