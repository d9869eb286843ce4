import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { DeviceStore } from './device.js';

const BATCH_SIZE = 500;

@Injectable()
export class DevicesJobs {
  constructor(
    private readonly store: DeviceStore,
    private readonly clock: Clock,
  ) {}

  @Every(10 * MINUTE_MS, 'devices.sweep')
  async sweep(): Promise<void> {
    while ((await this.store.removeExpiredChallenges(this.clock.now(), BATCH_SIZE)) === BATCH_SIZE);
  }
}
