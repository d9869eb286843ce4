import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/queue/job-queue.js';
import { ReconcilePastDays } from './application/reconcile-past-days.js';

@Injectable()
export class ReconciliationJobs {
  constructor(private readonly reconcilePastDays: ReconcilePastDays) {}

  /** Every ten minutes, so that a day whose listing could not be read is tried again, for a week; a day that is done is not. */
  @Every(600_000, 'reconciliation.yesterday')
  yesterday(): Promise<void> {
    return this.reconcilePastDays.execute();
  }
}
