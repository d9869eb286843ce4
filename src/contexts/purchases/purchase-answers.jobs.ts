import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { PurchaseAnswerRow, PurchaseRawAnswerRow } from './adapters/typeorm/purchase.rows.js';
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
    const { RETENTION_PURCHASE_ANSWER_DAYS, RETENTION_RAW_ANSWER_DAYS } = this.settings;
    await this.removeOlder(PurchaseAnswerRow, RETENTION_PURCHASE_ANSWER_DAYS);
    await this.removeOlder(PurchaseRawAnswerRow, RETENTION_RAW_ANSWER_DAYS);
  }

  private async removeOlder(row: new () => PurchaseAnswerRow | PurchaseRawAnswerRow, days: number): Promise<void> {
    const before = removedBefore(days, this.clock.now());
    if (before === undefined) return;
    // Their primary keys are in the order of time.
    await removeRows(this.database.repository(row), { id: LessThan(firstIdAt(before)) });
  }
}
