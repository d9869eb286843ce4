import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import BullQueue from 'bull';
import { type Clock, SystemClock } from '../../src/kernel/clock.js';
import type { Config } from '../../src/platform/config/config.js';
import { BullConnections } from '../../src/platform/queue/bull-connections.js';
import { BullJobNotifier } from '../../src/platform/queue/bull-job-notifier.js';
import { bullPrefix } from '../../src/platform/queue/bull-queue.module.js';
import { JobThrottle } from '../../src/platform/queue/job-throttle.js';
import { type JobNotifier, NoJobNotifier } from '../../src/platform/queue/job-notifier.js';
import { JobRegistry } from '../../src/platform/queue/job-registry.js';
import { JobRunner } from '../../src/platform/queue/job-runner.js';
import { JobRow } from '../../src/platform/queue/job.row.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { Leases } from '../../src/platform/queue/leases.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { Quiescence } from '../../src/platform/queue/quiescence.js';
import { SqlJobQueue } from '../../src/platform/queue/sql-job-queue.js';
import { MailRow } from '../../src/platform/mail/mail.row.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { becomesReady, openRedis } from '../../src/platform/redis/redis.js';
import type { Backend } from '../support/backend.js';
import { removeKeys } from '../support/redis-keys.js';
import { makeTestDatabase, RowTables0001, type TestDatabase } from '../support/test-database.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

export const PLATFORM_MIGRATIONS = [RowTables0001];
export const PLATFORM_ROWS = [JobRow, LeaseRow, OutboxRow, MailRow];

/** The database of the rows, and whether processes send each other hints over Redis. */
export interface QueueKind {
  readonly title: string;
  readonly backend: Backend;
  readonly onRedis: boolean;
}

export const QUEUE_KINDS: readonly QueueKind[] = [
  { title: 'in process on SQLite', backend: 'sqlite', onRedis: false },
  { title: 'in process on MySQL', backend: 'mysql', onRedis: false },
  { title: 'with Bull on Redis', backend: 'mysql', onRedis: true },
];

/** A queue as one process has it. */
export interface QueueNode {
  readonly queue: SqlJobQueue;
  readonly registry: JobRegistry;
  readonly leases: Leases;
  readonly metrics: Metrics;
}

/** A database, and any number of processes around it. */
export class QueueFixture {
  private readonly nodes: QueueNode[] = [];

  readonly clock: Clock = new SystemClock();
  readonly quiescence = new Quiescence();

  private constructor(
    readonly kind: QueueKind,
    readonly place: TestDatabase,
    private readonly redisUrl: string | undefined,
  ) {}

  /** @param redisUrl another Redis than that of all tests */
  static async make(kind: QueueKind, redisUrl?: string): Promise<QueueFixture> {
    const place = await makeTestDatabase(kind.backend, PLATFORM_ROWS, PLATFORM_MIGRATIONS);
    return new QueueFixture(kind, place, kind.onRedis ? (redisUrl ?? place.config.redisUrl) : undefined);
  }

  get config(): Config {
    return Object.assign(Object.create(this.place.config) as Config, { redisUrl: this.redisUrl });
  }

  /** A process whose providers are these. */
  async node(...providers: object[]): Promise<QueueNode> {
    const { config, place } = this;
    const registry = registryOf(...providers);
    const log = new Log(config.of(TelemetryEnvironment));
    const metrics = new Metrics();
    const runner = new JobRunner(log, metrics, new JobThrottle(metrics));
    const notifier = this.kind.onRedis ? makeBullNotifier(config, log) : new NoJobNotifier();
    const queue = new SqlJobQueue(config, place.database, registry, runner, notifier, this.clock, log, this.quiescence);
    const node = { queue, registry, leases: new Leases(place.database), metrics };
    this.nodes.push(node);
    return node;
  }

  /** As after SIGKILL or while it is frozen: the process claims and renews nothing more; what it runs may still end. */
  async kill(node: QueueNode): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1);
    await node.queue.close();
  }

  /** Jobs that a process has claimed. */
  async claimed(): Promise<number> {
    const [row] = await this.place.database.rowsOnce<{ jobs: number }>("SELECT COUNT(*) AS jobs FROM job WHERE claimed_by <> ''");
    return row!.jobs;
  }

  async stop(node: QueueNode): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1);
    await node.queue.stop();
    await node.queue.close();
  }

  /** Stops every process that still runs. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.nodes].map((node) => this.stop(node)));
  }

  async count(table: 'job' | 'mail' | 'outbox'): Promise<number> {
    const [row] = await this.place.database.rowsOnce<{ rows_there: number }>(`SELECT COUNT(*) AS rows_there FROM ${table}`);
    return row!.rows_there;
  }

  async close(): Promise<void> {
    await this.stopAll();
    if (this.kind.onRedis) await this.forgetInRedis();
    await this.place.drop();
  }

  /** Removes every key of this fixture, as a Redis without persistence would after a restart. */
  async forgetInRedis(suffix = ''): Promise<void> {
    const redis = openRedis(this.config.redisUrl!, {});
    await becomesReady(redis);
    await removeKeys(redis, `*${this.config.of(RedisEnvironment).REDIS_PREFIX}:*${suffix}`);
    redis.disconnect();
  }
}

function makeBullNotifier(config: Config, log: Log): JobNotifier {
  const connections = new BullConnections(config.redisUrl!);
  const queue = new BullQueue('jobs', {
    prefix: bullPrefix(config.of(RedisEnvironment).REDIS_PREFIX),
    createClient: connections.open,
  });
  return new BullJobNotifier(queue, connections, log);
}

export function registryOf(...providers: object[]): JobRegistry {
  const discovery = { getProviders: () => providers.map((instance) => ({ instance })) };
  return new JobRegistry(discovery as unknown as DiscoveryService, new MetadataScanner());
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
