import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/queue/job-queue.js';
import { ReconcileYesterday } from './application/reconcile-yesterday.js';

@Injectable()
export class ReconciliationJobs {
  constructor(private readonly reconcileYesterday: ReconcileYesterday) {}

  /** Every ten minutes, so that a day whose listing could not be read is tried again; a day that is done is not. */
  @Every(600_000, 'reconciliation.yesterday')
  yesterday(): Promise<void> {
    return this.reconcileYesterday.execute();
  }
}
