import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { LocationRecordRow } from './location.store.js';
import { SignInSettings } from '../sign-in/index.js';

@Injectable()
export class LocationJobs {
  constructor(
    private readonly database: Database,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'location.cleanup')
  async removeOld(): Promise<void> {
    const before = removedBefore(this.settings.loginRecordDays, this.clock.now());
    if (before === undefined) return;
    // Its primary key is in the order of time.
    await removeRows(this.database.repository(LocationRecordRow), { id: LessThan(firstIdAt(before)) });
  }
}
