import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PasswordHasher } from '../../src/contexts/sign-in/credentials.js';
import type { Clock } from '../../src/kernel/clock.js';
import { createApp } from '../../src/create-app.js';
import { ContinuousWork } from '../../src/platform/queue/continuous-work.js';
import { Quiescence } from '../../src/platform/queue/quiescence.js';
import { SqlJobQueue } from '../../src/platform/queue/sql-job-queue.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { type Engine, makeBackend, type TestBackend } from './backend.js';
import { makeMigratedIfNew } from './migrated-database.js';
import { type Credentials, TestClient } from './client.js';
import { watchUndeclaredFailures } from './declared-failures.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

export interface TestApp extends TestBackend {
  readonly app: NestFastifyApplication;
  readonly client: TestClient;
  /** Registers a new user and returns the session. */
  register(overrides?: Readonly<Record<string, string>>): Promise<TestUser>;
  /** Resolves when all that follows from what was answered is done: nothing runs, nothing is due, and cursors are at the head. */
  settled(): Promise<void>;
  /** Stops the service and drops its data. @throws Error where an operation answered a failure that it does not declare */
  close(): Promise<void>;
}

export interface TestUser extends Credentials {
  readonly userid: string;
  readonly marker: string;
  readonly email: string;
  readonly password: string;
}

let users = 0;

/** Most of what a registration takes otherwise. */
const CHEAP_HASHES = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * The whole service over HTTP, on a free port unless PORT is given.
 * @param logTo receives the lines of the log; LOG_LEVEL is silent unless given
 */
export async function startApp(
  backend: Engine,
  overrides: Readonly<Record<string, string>> = {},
  clock?: Clock,
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const place = makeBackend(backend, { PORT: '0', ...overrides });
  const log = logTo && new Log(place.config.of(TelemetryEnvironment), logTo);
  await makeMigratedIfNew(place, overrides);
  const app = await createApp({ config: place.config, ...(clock ? { clock } : {}), ...(log ? { log } : {}) });
  const assertDeclared = watchUndeclaredFailures(app);
  Object.assign(app.get(PasswordHasher, { strict: false }), { cost: CHEAP_HASHES });
  await app.listen(Number(place.environment['PORT']), '127.0.0.1');
  const client = new TestClient((await app.getUrl()).replace('[::1]', '127.0.0.1'));
  return {
    ...place,
    app,
    client,
    async register(overrides = {}) {
      const email = overrides['emal'] ?? `person${process.pid}x${++users}@example.com`;
      const password = overrides['pswd'] ?? 'Correct-horse-7';
      const body = {
        fsnm: 'Ada',
        lsnm: 'Obi',
        emal: email,
        pswd: password,
        devt: 'Android',
        devs: `serial-${users}`,
        devn: 'Pixel',
        ...overrides,
      };
      const answer = await client.post('user_profile_create', { body });
      if (answer.body.REQUEST.STATUS !== 'OK') throw new Error(`registration failed: ${JSON.stringify(answer.body)}`);
      return { ...(answer.body.DATA as TestUser), email, password };
    },
    async settled() {
      const quiescence = app.get(Quiescence, { strict: false });
      await quiescence.quiet();
      app.get(ContinuousWork, { strict: false }).lookNow();
      app.get(SqlJobQueue, { strict: false }).lookNow();
      await quiescence.quiet();
    },
    async close() {
      await app.close();
      await place.remove();
      assertDeclared();
    },
  };
}
