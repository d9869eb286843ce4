import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { type ConsumedJournal, JournalConsumer, type JournalView } from '../../ledger/index.js';
import { CountPurchases, CountProducts, CountUsers, MarkActive } from './counting.js';
import type { Events } from '../../kernel/events.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { OnEvents, type ReceivedEvent, Every } from '../../platform/queue/job-queue.js';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { AdViewRow, VisitRow } from './visits.store.js';
import { AnalyticsEnvironment } from './analytics.settings.js';

/** Counts purchases when they are placed and when they end. */
@Injectable()
@Contributes(JournalConsumer)
export class AnalyticsConsumer extends JournalConsumer {
  readonly name = 'analytics';
  readonly kinds = ['purchase', 'settlement', 'refund', 'return'] as const;

  constructor(private readonly countPurchases: CountPurchases) {
    super();
  }

  view(journals: readonly ConsumedJournal[]): Promise<JournalView> {
    const subjects = journals.map(({ subject }) => subject);
    return Promise.resolve({
      prepare: async () => {
        const count = await this.countPurchases.prepare(subjects);
        return async () => void (await count());
      },
    });
  }
}

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

@Injectable()
export class AnalyticsJobs {
  constructor(
    private readonly database: Database,
    private readonly settings: AnalyticsEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'analytics.cleanup')
  async removeOld(): Promise<void> {
    const before = removedBefore(this.settings.RETENTION_VISITOR_DAYS, this.clock.now());
    if (before === undefined) return;
    for (const row of [VisitRow, AdViewRow])
      await removeRows(this.database.repository<VisitRow | AdViewRow>(row), { createdAt: LessThan(before) });
  }
}
