import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Spendings } from './budgets.js';

const TEN_MINUTES_MS = 600_000;
const BATCH_SIZE = 500;

@Injectable()
export class AbuseJobs {
  constructor(
    private readonly spendings: Spendings,
    private readonly clock: Clock,
  ) {}

  @Every(TEN_MINUTES_MS, 'abuse.sweep')
  async sweep(): Promise<void> {
    const now = this.clock.now();
    while ((await this.spendings.removeEnded(now, BATCH_SIZE)) === BATCH_SIZE);
  }
}
