import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Sessions, SignInSettings } from './sessions.js';
import { UsedIdTokens } from './accounts.js';
import { VerificationCodes } from './credentials.js';
import { LessThan } from 'typeorm';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { LoginRecordRow } from './sign-in.rows.js';

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

@Injectable()
export class LoginRecordsJobs {
  constructor(
    private readonly database: Database,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'sign_in.cleanup')
  async removeOld(): Promise<void> {
    const before = removedBefore(this.settings.loginRecordDays, this.clock.now());
    if (before === undefined) return;
    // Its primary key is in the order of time.
    await removeRows(this.database.repository(LoginRecordRow), { id: LessThan(firstIdAt(before)) });
  }
}
