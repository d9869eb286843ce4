import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AuditTrail } from './audit.js';
import { AuditEnvironment } from './audit.settings.js';

const BATCH_SIZE = 500;

@Injectable()
export class AuditJobs {
  constructor(
    private readonly trail: AuditTrail,
    private readonly settings: AuditEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'audit.cleanup')
  async removeOldReads(): Promise<void> {
    const before = removedBefore(this.settings.RETENTION_STAFF_READ_DAYS, this.clock.now());
    if (before === undefined) return;
    while ((await this.trail.removeReads(before, BATCH_SIZE)) === BATCH_SIZE);
  }
}
