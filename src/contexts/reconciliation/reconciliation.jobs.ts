import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { ReconcilePastDays } from './reconcile-day.js';
import { Books } from './books.js';

@Injectable()
export class ReconciliationJobs {
  constructor(
    private readonly reconcilePastDays: ReconcilePastDays,
    private readonly books: Books,
  ) {}

  /** Every ten minutes, so that a day whose listing could not be read is tried again, for a week; a day that is done is not. */
  @Every(600_000, 'reconciliation.yesterday')
  yesterday(): Promise<void> {
    return this.reconcilePastDays.execute();
  }

  @Every(HOUR_MS, 'ledger.verify')
  verifyLedger(): Promise<void> {
    return this.books.verify();
  }
}
