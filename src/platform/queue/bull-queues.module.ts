import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Module } from '@nestjs/common';
import type Bull from 'bull';
import { BullConnections } from './bull-connections.js';
import { BACKOFF, BullQueues, delayAfter } from './bull-queues.js';
import type { JobData } from './job-queue.js';

/** A crashed worker's jobs run elsewhere after this time and two looks for them. */
const LOCK_MS = 15_000;
const LOOK_FOR_STALLED_MS = 3_000;
const CRASHES_BEFORE_EXHAUSTED = 5;

/**
 * The Bull queues on Redis. Each job name is a queue of its own: the handlers of one Bull queue share its slots and
 * its line, so that a slow name would hold up all the others.
 */
@Module({})
export class BullQueuesModule {
  /** @param prefix of every Redis key */
  static forRoot(redisUrl: string, prefix: string, names: readonly string[]): DynamicModule {
    const connections = new BullConnections(redisUrl);
    return {
      module: BullQueuesModule,
      imports: [
        BullModule.forRoot({
          prefix: `${prefix}:queue`,
          createClient: connections.open,
          settings: {
            lockDuration: LOCK_MS,
            stalledInterval: LOOK_FOR_STALLED_MS,
            maxStalledCount: CRASHES_BEFORE_EXHAUSTED,
            retryProcessDelay: 1_000,
            backoffStrategies: { [BACKOFF]: delayAfter },
          },
        }),
        BullModule.registerQueue(...names.map((name) => ({ name }))),
      ],
      providers: [
        { provide: BullConnections, useValue: connections },
        { provide: BullQueues, useFactory: collect, inject: names.map((name) => getQueueToken(name)) },
      ],
      exports: [BullConnections, BullQueues],
    };
  }
}

function collect(...queues: Bull.Queue<JobData>[]): BullQueues {
  // Nest closes every queue at the end and would wait for its jobs, once more: see QueueLifecycle.
  for (const queue of queues) Object.assign(queue, { onApplicationShutdown: () => queue.close(true) });
  return new BullQueues(queues.map((queue) => [queue.name, queue]));
}
