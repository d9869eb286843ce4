import { Injectable } from '@nestjs/common';
import { Job, type JobRequest, JobQueue } from '../../platform/queue/job-queue.js';
import { CheckReversal } from './application/check-reversal.js';
import { reversalCheckDelayMs } from '../attempts/index.js';

const CHECK_REVERSAL = 'purchase.check_reversal';

@Injectable()
export class ReversalsJobs {
  constructor(
    private readonly checkReversal: CheckReversal,
    private readonly queue: JobQueue,
  ) {}

  /** Few at once, because pending purchases come first. */
  @Job(CHECK_REVERSAL, { concurrency: 2, outlivesCrashes: true })
  async check({ purchaseId, check }: { purchaseId: string; check: number }): Promise<void> {
    if (await this.checkReversal.execute(purchaseId)) await this.queue.add(...reversalCheck(purchaseId, check + 1));
  }
}

/** @param check from 1; none after the last */
export function reversalCheck(purchaseId: string, check: number): JobRequest[] {
  const delayMs = reversalCheckDelayMs(check);
  if (delayMs === undefined) return [];
  return [{ name: CHECK_REVERSAL, key: `${purchaseId}:${check}`, data: { purchaseId, check }, delayMs }];
}
