import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AdViewRow, VisitRow } from './adapters/typeorm/analytics.rows.js';
import { AnalyticsEnvironment } from './analytics.settings.js';

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
