import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Outbox } from '../../kernel/events.js';
import { Config } from '../config/config.js';
import { RedisEnvironment } from '../redis/redis.settings.js';
import { Log } from '../telemetry/log.js';
import { BullQueueModule } from './bull-queue.module.js';
import { ContinuousWork } from './continuous-work.js';
import { JobNotifier, NoJobNotifier } from './job-notifier.js';
import { JobThrottle } from './job-throttle.js';
import { SqlOutbox } from './sql-outbox.js';
import { EventDispatcher } from './event-dispatcher.js';
import { EventJobs } from './event-jobs.js';
import { JobQueue } from './job-queue.js';
import { JobRecords } from './job-records.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { JobRow } from './job.row.js';
import { LeaseRow } from './lease.row.js';
import { Leases } from './leases.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRow } from './outbox.row.js';
import { OverdueMonitor } from './overdue-monitor.js';
import { Quiescence } from './quiescence.js';
import { QueueLifecycle } from './queue-lifecycle.js';
import { Scheduler } from './scheduler.js';
import { SingleProcess } from './single-process.js';
import { SqlJobQueue } from './sql-job-queue.js';
import { WakeMessages } from './wake-messages.js';

@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([JobRow, LeaseRow, OutboxRow])],
  providers: [
    JobRegistry,
    JobRecords,
    JobRunner,
    JobThrottle,
    EventDispatcher,
    EventJobs,
    ContinuousWork,
    Leases,
    OutboxRelay,
    OverdueMonitor,
    Scheduler,
    QueueLifecycle,
    Quiescence,
    SqlJobQueue,
    WakeMessages,
    { provide: SingleProcess, useFactory: singleProcess, inject: [Config, Leases, Log] },
    { provide: JobQueue, useExisting: SqlJobQueue },
    { provide: Outbox, useClass: SqlOutbox },
  ],
  exports: [ContinuousWork, JobQueue, JobRecords, JobThrottle, Leases, Outbox, OutboxRelay, OverdueMonitor, Quiescence],
})
export class QueueModule {
  /** Without REDIS_URL Bull is not loaded. */
  static forRoot(config: Config): DynamicModule {
    const { REDIS_URL: url, REDIS_PREFIX: prefix } = config.of(RedisEnvironment);
    return {
      module: QueueModule,
      imports: url ? [BullQueueModule.forRoot(url, prefix)] : [],
      providers: url ? [] : [{ provide: JobNotifier, useClass: NoJobNotifier }],
    };
  }
}

/** Nothing to hold where the database is embedded, or shared by means of Redis. */
async function singleProcess(config: Config, leases: Leases, log: Log): Promise<SingleProcess | undefined> {
  if (config.databaseUrl === undefined || config.redisUrl || config.role === 'tool') return undefined;
  const single = new SingleProcess(config.databaseUrl, leases, log);
  await single.take();
  return single;
}
