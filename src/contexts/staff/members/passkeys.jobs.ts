import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../../kernel/clock.js';
import { Every } from '../../../platform/queue/job-queue.js';
import { PasskeyStore } from './passkeys.js';

const BATCH_SIZE = 500;

@Injectable()
export class PasskeysJobs {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly clock: Clock,
  ) {}

  @Every(10 * MINUTE_MS, 'passkeys.sweep')
  async sweep(): Promise<void> {
    while ((await this.passkeys.removeExpiredChallenges(this.clock.now(), BATCH_SIZE)) === BATCH_SIZE);
  }
}
