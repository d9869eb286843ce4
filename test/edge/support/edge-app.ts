import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../src/create-app.js';
import { Budgets } from '../../../src/kernel/budgets.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { IdempotencyRecords } from '../../../src/kernel/idempotency-records.js';
import { HttpModule } from '../../../src/platform/http/http.module.js';
import { StorageModule } from '../../../src/platform/storage/storage.module.js';
import { StaffReads } from '../../../src/platform/http/staff-reads.js';
import { SessionDirectory } from '../../../src/platform/http/session-directory.js';
import { PlatformModule, type PlatformOptions } from '../../../src/platform/platform.module.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { type Backend, makeBackend, type TestBackend } from '../../support/backend.js';
import { RowTables0001 } from '../../support/test-database.js';
import { TestClient } from '../../support/client.js';
import { FakeLedger } from '../../support/fake-ledger.js';
import { EchoOperations } from './echo.operations.js';
import { FakeSessions } from './fake-sessions.js';
import { RawClient } from './raw-client.js';

/** The edge with small operations of its own behind it, so that it is tested whatever the contexts do. */
export interface EdgeApp extends TestBackend {
  readonly app: NestFastifyApplication;
  readonly client: TestClient;
  readonly raw: RawClient;
  readonly sessions: FakeSessions;
  readonly ledger: FakeLedger;
  readonly echo: EchoOperations;
  /** What the readiness probe finds; set `down` to break it. */
  readonly queue: { down: boolean };
  close(): Promise<void>;
}

export interface EdgeOptions {
  readonly backend?: Backend;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly headersMs?: number;
}

@Global()
@Module({})
class EdgeTestModule {}

export async function startEdge({
  backend = 'sqlite',
  environment = {},
  clock,
  log,
  headersMs,
}: EdgeOptions = {}): Promise<EdgeApp> {
  const place = makeBackend(backend, environment);
  const sessions = new FakeSessions();
  const ledger = new FakeLedger();
  const echo = new EchoOperations(ledger);
  const queue = { down: false };
  const rootOf = (options: Omit<PlatformOptions, 'migrations'>): DynamicModule => ({
    module: EdgeTestModule,
    imports: [
      PlatformModule.forRoot({ ...options, migrations: [RowTables0001] }),
      StorageModule,
      HttpModule.forRoot(options.config),
    ],
    providers: [
      { provide: SessionDirectory, useValue: sessions },
      { provide: IdempotencyRecords, useValue: ledger.requests },
      { provide: StaffReads, useValue: { record: () => Promise.resolve() } },
      { provide: Budgets, useValue: { spend: () => Promise.resolve() } },
      { provide: JobQueue, useValue: { ping: () => (queue.down ? Promise.reject(new Error('away')) : Promise.resolve()) } },
      { provide: EchoOperations, useValue: echo },
    ],
    exports: [SessionDirectory, IdempotencyRecords, JobQueue, StaffReads, Budgets],
  });
  const app = await createApp(
    { config: place.config, ...(clock ? { clock } : {}), ...(log ? { log } : {}), ...(headersMs ? { headersMs } : {}) },
    rootOf,
  );
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    ...place,
    app,
    client: new TestClient(url),
    raw: new RawClient(Number(new URL(url).port)),
    sessions,
    ledger,
    echo,
    queue,
    async close() {
      await app.close();
      await place.remove();
    },
  };
}
