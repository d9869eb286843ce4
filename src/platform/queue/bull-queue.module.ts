import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Module } from '@nestjs/common';
import type Bull from 'bull';
import { closeWithoutWaiting } from '../patches/bull.js';
import { Log } from '../telemetry/log.js';
import { BullConnections } from './bull-connections.js';
import { BullJobNotifier } from './bull-job-notifier.js';
import { type JobHint, JobNotifier } from './job-notifier.js';

export const BULL_QUEUE = 'jobs';

/** Braces make every key of the queue one slot of a cluster, because Bull's scripts use several. */
export const bullPrefix = (prefix: string): string => `{${prefix}:queue}`;

@Module({})
export class BullQueueModule {
  static forRoot(redisUrl: string, prefix: string): DynamicModule {
    const connections = new BullConnections(redisUrl);
    const makeNotifier = (queue: Bull.Queue<JobHint>, log: Log) => {
      closeWithoutWaiting(queue);
      return new BullJobNotifier(queue, connections, log);
    };
    return {
      module: BullQueueModule,
      imports: [
        BullModule.forRoot({
          prefix: bullPrefix(prefix),
          createClient: connections.open,
          settings: { retryProcessDelay: 1_000 },
        }),
        BullModule.registerQueue({ name: BULL_QUEUE }),
      ],
      providers: [{ provide: JobNotifier, useFactory: makeNotifier, inject: [getQueueToken(BULL_QUEUE), Log] }],
      exports: [JobNotifier],
    };
  }
}
