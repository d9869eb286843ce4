import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Sessions } from './application/ports/sessions.js';
import { UsedIdTokens } from './application/ports/accounts.js';
import { VerificationCodes } from './application/ports/credentials.js';

const TEN_MINUTES_MS = 600_000;
/** A token may still be good by another process's clock. */
const CLOCK_DIFFERENCE_MS = 60_000;
const BATCH_SIZE = 500;

@Injectable()
export class SignInJobs {
  constructor(
    private readonly sessions: Sessions,
    private readonly codes: VerificationCodes,
    private readonly usedIdTokens: UsedIdTokens,
    private readonly clock: Clock,
  ) {}

  @Every(TEN_MINUTES_MS, 'sign_in.sweep')
  async sweep(): Promise<void> {
    const now = this.clock.now();
    await untilFewer((limit) => this.sessions.removeExpired(now, limit));
    await untilFewer((limit) => this.codes.removeExpired(now, limit));
    await untilFewer((limit) => this.usedIdTokens.removeExpired(now - CLOCK_DIFFERENCE_MS, limit));
  }
}

async function untilFewer(remove: (limit: number) => Promise<number>): Promise<void> {
  while ((await remove(BATCH_SIZE)) === BATCH_SIZE);
}
