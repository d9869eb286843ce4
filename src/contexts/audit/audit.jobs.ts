import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AuditTrail } from './application/ports/audit-trail.js';

const BATCH_SIZE = 500;

@Injectable()
export class AuditJobs {
  constructor(
    private readonly trail: AuditTrail,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'audit.cleanup')
  async removeOldReads(): Promise<void> {
    const before = this.config.retention.before('staffRead', this.clock.now());
    if (before === undefined) return;
    while ((await this.trail.removeReads(before, BATCH_SIZE)) === BATCH_SIZE);
  }
}
