import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { AuditTrail } from './application/ports/audit-trail.js';

const DAY_MS = 86_400_000;
const READS_KEPT_MS = 400 * DAY_MS;
const BATCH_SIZE = 500;

@Injectable()
export class AuditJobs {
  constructor(
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'audit.cleanup')
  async removeOldReads(): Promise<void> {
    const before = this.clock.now() - READS_KEPT_MS;
    while ((await this.trail.removeReads(before, BATCH_SIZE)) === BATCH_SIZE);
  }
}
