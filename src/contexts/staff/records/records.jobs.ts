import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, HOUR_MS } from '../../../kernel/clock.js';
import { Faults } from '../../../platform/http/faults.js';
import { Every } from '../../../platform/queue/job-queue.js';

const FAULTS_KEPT_MS = 14 * DAY_MS;
const FAULTS_KEPT = 10_000;

@Injectable()
export class RecordsJobs {
  constructor(
    private readonly faults: Faults,
    private readonly clock: Clock,
  ) {}

  @Every(HOUR_MS, 'faults.cleanup')
  removeOldFaults(): Promise<void> {
    return this.faults.remove(this.clock.now() - FAULTS_KEPT_MS, FAULTS_KEPT);
  }
}
