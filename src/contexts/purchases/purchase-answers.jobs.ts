import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { PurchaseAnswerRow } from './adapters/typeorm/purchase.rows.js';

@Injectable()
export class PurchaseAnswersJobs {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'purchases.cleanup')
  async removeOld(): Promise<void> {
    const before = this.config.retention.before('purchaseAnswer', this.clock.now());
    if (before === undefined) return;
    // Its primary key is in the order of time.
    await removeRows(this.database.repository(PurchaseAnswerRow), { id: LessThan(firstIdAt(before)) });
  }
}
