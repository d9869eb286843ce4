import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Outbox } from '../../kernel/events.js';
import { Config } from '../config/config.js';
import { BullJobQueue } from './bull-job-queue.js';
import { BullQueuesModule } from './bull-queues.module.js';
import { JobThrottle } from './job-throttle.js';
import { SqlOutbox } from './sql-outbox.js';
import { EventJobs } from './event-jobs.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { declaredJobs, JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { JobRow } from './job.row.js';
import { LeaseRow } from './lease.row.js';
import { Leases } from './leases.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRow } from './outbox.row.js';
import { QueueLifecycle } from './queue-lifecycle.js';
import { Scheduler } from './scheduler.js';
import { WorkingJobQueue } from './working-job-queue.js';

/** What happens after the commit: the outbox, its relay, the job queue and periodic work. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([JobRow, LeaseRow, OutboxRow])],
  providers: [
    JobRegistry,
    JobRunner,
    JobThrottle,
    EventJobs,
    Leases,
    OutboxRelay,
    Scheduler,
    QueueLifecycle,
    { provide: JobQueue, useExisting: WorkingJobQueue },
    { provide: Outbox, useClass: SqlOutbox },
  ],
  exports: [JobQueue, Outbox, OutboxRelay],
})
export class QueueModule {
  /** Knows the jobs of every class that was loaded before this call; without REDIS_URL nothing of Bull is made. */
  static forRoot({ redisUrl, redisPrefix }: Config): DynamicModule {
    return {
      module: QueueModule,
      imports: redisUrl ? [BullQueuesModule.forRoot(redisUrl, redisPrefix, [...declaredJobs()])] : [],
      providers: [{ provide: WorkingJobQueue, useClass: redisUrl ? BullJobQueue : InProcessJobQueue }],
    };
  }
}
