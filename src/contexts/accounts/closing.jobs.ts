import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import { Every, Job, JobQueue, OldestWaiting } from '../../platform/queue/job-queue.js';
import { CompleteClosing } from './application/complete-closing.js';
import { AccountClosings } from '../sign-in/index.js';

const CLOSE = 'accounts.close';
const PAGE_SIZE = 200;

@Injectable()
export class ClosingJobs {
  constructor(
    private readonly closings: AccountClosings,
    private readonly completeClosing: CompleteClosing,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** The rest is queued the next time; a lost job is queued again. */
  @Every(HOUR_MS, 'accounts.closings')
  async queueDue(): Promise<void> {
    const due = await this.closings.due(this.clock.now(), PAGE_SIZE);
    await this.queue.add(...due.map((userId) => ({ name: CLOSE, key: userId, data: { userId } })));
  }

  @Job(CLOSE)
  complete({ userId }: { readonly userId: string }): Promise<void> {
    return this.completeClosing.execute(userId);
  }

  @OldestWaiting('account closing', 24 * HOUR_MS)
  oldestDue(): Promise<number | undefined> {
    return this.closings.oldestDue(this.clock.now());
  }
}
