import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { LoginRecordRow } from './adapters/typeorm/sign-in.rows.js';
import { SignInSettings } from './application/ports/sessions.js';

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
