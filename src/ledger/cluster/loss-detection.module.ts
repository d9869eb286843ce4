import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { RedisConnection } from '../../platform/redis/redis.js';
import { Conditions } from '../../platform/telemetry/conditions.js';
import { Log } from '../../platform/telemetry/log.js';
import { CommitLog } from './adapters/loss-detection/commit-log.js';
import { AcknowledgedCommits } from './adapters/loss-detection/acknowledged-commits.js';
import { FileHeads, RedisHeads } from './adapters/loss-detection/head-places.js';
import { LossDetection } from './adapters/loss-detection/loss-detection.js';
import { SqlLedgerLosses } from './adapters/sql/sql-ledger-losses.js';
import { AcceptLoss } from './application/accept-loss.js';
import { FindLostHead } from './application/find-lost-head.js';
import { type AcknowledgedHeads, LedgerLosses } from './application/ports.js';

const HEAD_STORES = Symbol('places of acknowledged heads');

@Module({
  providers: [
    CommitLog,
    { provide: LedgerLosses, useClass: SqlLedgerLosses },
    { provide: HEAD_STORES, useFactory: headStores, inject: [Config, Log, { token: RedisConnection, optional: true }] },
    { provide: FindLostHead, useFactory: findLostHead, inject: [HEAD_STORES, LedgerLosses] },
    { provide: AcknowledgedCommits, useFactory: acknowledgedCommits, inject: [HEAD_STORES, CommitLog, Log] },
    { provide: LossDetection, useFactory: lossDetection, inject: [FindLostHead, Database, Conditions, Log] },
    { provide: AcceptLoss, useFactory: acceptLoss, inject: [FindLostHead, LedgerLosses, CommitLog, Database] },
  ],
  exports: [LossDetection, AcknowledgedCommits, FindLostHead],
})
export class LossDetectionModule implements OnApplicationBootstrap {
  constructor(private readonly detection: LossDetection) {}

  /** Reports a stale copy at start, before the first commit. */
  async onApplicationBootstrap(): Promise<void> {
    await this.detection.verify();
  }
}

function headStores({ dataDir }: Config, log: Log, redis?: RedisConnection): AcknowledgedHeads[] {
  return [new FileHeads(dataDir, log), ...(redis ? [new RedisHeads(redis, log)] : [])];
}

function findLostHead(places: AcknowledgedHeads[], losses: LedgerLosses): FindLostHead {
  return new FindLostHead(places, losses);
}

function acknowledgedCommits(places: AcknowledgedHeads[], commits: CommitLog, log: Log): AcknowledgedCommits {
  return new AcknowledgedCommits(places, commits, log);
}

function lossDetection(find: FindLostHead, { clock }: Database, conditions: Conditions, log: Log): LossDetection {
  return new LossDetection(find, clock, conditions, log);
}

function acceptLoss(find: FindLostHead, losses: LedgerLosses, commits: CommitLog, { clock }: Database): AcceptLoss {
  return new AcceptLoss(find, losses, commits, clock);
}
