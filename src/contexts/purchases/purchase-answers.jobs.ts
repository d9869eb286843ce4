import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { PurchaseAnswerRow } from './adapters/typeorm/purchase.rows.js';
import { PurchasesEnvironment } from './purchases.settings.js';

@Injectable()
export class PurchaseAnswersJobs {
  constructor(
    private readonly database: Database,
    private readonly settings: PurchasesEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'purchases.cleanup')
  async removeOld(): Promise<void> {
    const before = removedBefore(this.settings.RETENTION_PURCHASE_ANSWER_DAYS, this.clock.now());
    if (before === undefined) return;
    // Its primary key is in the order of time.
    await removeRows(this.database.repository(PurchaseAnswerRow), { id: LessThan(firstIdAt(before)) });
  }
}
