import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/create-app.js';
import { WebhookAttemptRow, WebhookRow } from '../../src/contexts/webhooks/webhooks.rows.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { JobRow } from '../../src/platform/queue/job.row.js';
import { JobTable } from '../../src/platform/queue/job-table.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { IS_TIDB, makeBackend, SERVERS, type TestBackend } from '../support/backend.js';
import { type Credentials, TestClient } from '../support/client.js';
import { DatabaseUsers } from '../support/database-users.js';
import { type LedgerFixture, movement, openLedger, openLedgerAt } from '../support/ledger-fixture.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';
import { REFUSED_STATEMENTS, refusalsOf } from '../support/statements/refused-statements.mjs';
import { until } from '../support/until.js';
import { PRODUCTION } from '../support/production.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

describe('the list of statements that TiDB and Vitess do not have', () => {
  it.each(REFUSED_STATEMENTS)('$engine: $name', ({ engine, name, example }) => {
    expect(refusalsOf(`SELECT 1; ${example}`)).toContainEqual(expect.objectContaining({ engine, name }));
  });

  it.each([
    "SELECT id FROM job WHERE data = 'FOR UPDATE SKIP LOCKED; CREATE TRIGGER x'",
    'BEGIN; SELECT id FROM job /* FOR UPDATE SKIP LOCKED */ LIMIT 1 FOR UPDATE NOWAIT',
    'SET SESSION autocommit = 0; SELECT id FROM job FOR UPDATE',
    'UPDATE ledger_head SET batch_no = IF(batch_no = 1 AND hash = 2, 3, NULL), hash = IF(4 <= recorded, 5, NULL), recorded = 6',
    'INSERT INTO a (b, c) VALUES (1, 2) ON DUPLICATE KEY UPDATE b = b + VALUES(b), c = c + VALUES(c)',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT',
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    'ALTER TABLE proposal ADD CONSTRAINT proposal_decider CHECK (decided_by <> proposed_by)',
    "SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_name IN ('posting_no_update')",
  ])('has nothing against %s', (statement) => expect(refusalsOf(statement)).toEqual([]));
});

describe.each(SERVERS)('claims of several processes on %s', (engine) => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger(engine, {}, [JobRow, WebhookRow, WebhookAttemptRow]);
  });
  afterAll(() => books.close());

  /** What several claimers get until there is nothing left; each of them claims twice at once. */
  async function claimAll<Row extends { id: string }>(claimers: readonly (() => Promise<Row[]>)[]): Promise<string[]> {
    const claimed: string[] = [];
    const claimOn = async (claim: () => Promise<Row[]>) => {
      for (let rows = await claim(); rows.length > 0; rows = await claim()) claimed.push(...rows.map(({ id }) => id));
    };
    await Promise.all([...claimers, ...claimers].map(claimOn));
    return claimed;
  }

  it('take each job once', async () => {
    const tables = Array.from({ length: 3 }, () => new JobTable(books.database, new SystemClock()));
    const keys = Array.from({ length: 300 }, (_, index) => String(index));
    await tables[0]!.insert(keys.map((key) => ({ name: 'test', key, data: {} })));
    const claimed = await claimAll(tables.map((table) => () => table.claim({ name: 'test', outlivesCrashes: false }, 7)));
    expect(claimed).toHaveLength(300);
    expect(new Set(claimed).size).toBe(300);
  });

  it('take what a claim under way leaves', async () => {
    const table = new JobTable(books.database, new SystemClock());
    await table.insert(['1', '2'].map((key) => ({ name: 'two', key, data: {} })));
    const [first] = await books.database.rowsOnce<{ id: string }>(
      "SELECT id FROM job WHERE name = 'two' ORDER BY run_at, id LIMIT 1",
    );
    const holder = books.dataSource.createQueryRunner();
    await holder.startTransaction('READ COMMITTED');
    await holder.query('UPDATE job SET run_at = ? WHERE id = ?', [Date.now() + 60_000, first!.id]);
    const claim = table.claim({ name: 'two', outlivesCrashes: false }, 1);
    // The claim waits if locked rows are not passed over. The server refreshes the table only when nobody read it for 100 ms.
    if (engine === 'tidb') await until(async () => (await waitingTransactions()) > 0, { everyMs: 150 });
    else await claim;
    await holder.commitTransaction();
    await holder.release();
    const claimed = (await claim).map(({ id }) => id);
    expect(claimed).toHaveLength(1);
    expect(claimed).not.toContain(first!.id);
  });

  async function waitingTransactions(): Promise<number> {
    const sql = IS_TIDB
      ? "SELECT COUNT(*) AS waiting FROM information_schema.tidb_trx WHERE state = 'LockWaiting'"
      : "SELECT COUNT(*) AS waiting FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    return (await books.database.rowsOnce<{ waiting: number }>(sql))[0]!.waiting;
  }
});

const GUARD = pathToFileURL(resolve(import.meta.dirname, '../support/statements/statement-guard.mjs')).href;

interface Logged {
  readonly engine?: string;
  readonly seen?: number;
}

describe('two processes with DATABASE_DIALECT=tidb, on a database without triggers', () => {
  let users: DatabaseUsers;
  let place: TestBackend;
  let processes: ServiceProcess[] = [];
  let clients: TestClient[];
  let guarded: Record<string, string>;
  const log = () => join(place.config.dataDir, 'statements.log');

  beforeAll(async () => {
    await buildService();
    users = await DatabaseUsers.make();
    place = makeBackend('tidb', { DATABASE_URL: users.servingUrl, LOG_LEVEL: 'info' });
    guarded = { ...place.environment, NODE_OPTIONS: `--import=${GUARD}`, STATEMENT_GUARD: 'forbid', STATEMENT_LOG: log() };
    const migrating = { ...guarded, MIGRATION_DATABASE_URL: users.ownerUrl };
    processes = await Promise.all([startProcess(migrating), startProcess(migrating)]);
    clients = processes.map(({ url }) => new TestClient(url));
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await place.remove();
    await users.remove();
  });

  it('serve purchases and transfers, and their books are right', async () => {
    const people = await Promise.all([0, 1, 2, 3].map((number) => register(number)));
    const books = await openLedgerAt({ ...place, remove: () => Promise.resolve() });
    for (const { userid } of people) await books.ledger.commit(movement('system:suspense', userid, 1_000_000));
    await books.close();
    const calls = Array.from({ length: 40 }, (_, turn) => {
      const [from, to] = [people[turn % 4]!, people[(turn + 1 + (turn % 3)) % 4]!];
      const client = clients[turn % 2]!;
      return turn % 5 === 4
        ? client.post('service_airtime_purchase', { as: from, body: AIRTIME })
        : client.post('user_transfer_create', { as: from, body: { amount: 50 + turn, email: to.email } });
    });
    const failed = (await Promise.all(calls)).filter(({ body }) => body.REQUEST.STATUS !== 'OK');
    expect(failed.map(({ body }) => body.ERRORS)).toEqual([]);
    // Their notices and the ends of purchases are jobs.
    const [client] = clients as [TestClient];
    await until(async () => {
      const lists = await Promise.all(
        people.map((as) => client.get('service_transaction_fetch', { as, query: { rqtp: 'user', rqvl: as.userid } })),
      );
      const purchases = lists.flatMap(({ body }) => (body.DATA ?? []) as { status: string }[]);
      return purchases.length === 8 && purchases.every(({ status }) => status === 'completed');
    });
    const balances = await Promise.all(
      people.map(async (as) => (await client.get('user_wallet_get_info', { as })).body.DATA.balance as number),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(40_000 - 8 * AIRTIME.amount);
  });

  it('keep booked rows by the grants of their user, and verify them in threads', async () => {
    for (const { output } of processes) expect(output()).toContain('the grants of the database user keep the rows of the ledger');
    const [triggers] = await users.administrator.query('SELECT 1 FROM information_schema.triggers WHERE trigger_schema = ?', [
      users.name,
    ]);
    expect(triggers).toEqual([]);
    const args = [resolve(import.meta.dirname, '../../dist/cli.js'), 'ledger:verify', '--json', '--workers', '2'];
    const options = { env: { PATH: process.env['PATH'], ...guarded }, cwd: place.config.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('have sent nothing that TiDB does not have', async () => {
    await Promise.all(processes.map((each) => each.end('SIGTERM')));
    const lines = readFileSync(log(), 'utf8').trim().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as Logged);
    expect(logged.filter(({ engine }) => engine === 'tidb')).toEqual([]);
    // The two processes, the command and its threads.
    expect(logged.filter(({ seen = 0 }) => seen > 0).length).toBeGreaterThanOrEqual(3);
  });

  async function register(number: number): Promise<Credentials & { userid: string; email: string }> {
    const email = `person${number}@example.com`;
    const device = { devt: 'Web', devs: `device-${number}`, devn: 'x' };
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: 'Correct-horse-7', ...device };
    const answer = await clients[number % 2]!.post('user_profile_create', { body });
    return { ...(answer.body.DATA as Credentials & { userid: string }), email };
  }
});

describe('the start', () => {
  it('is refused in production where neither triggers nor grants keep the ledger', async () => {
    const place = makeBackend('tidb', PRODUCTION);
    const log = new Log(place.config.of(TelemetryEnvironment), { write: () => undefined });
    const started = createApp({ config: place.config, log });
    await expect(started).rejects.toThrow(/may change rows of the ledger.*database:grants/);
    await place.remove();
  });

  it('is refused on TiDB without DATABASE_DIALECT=tidb, because SKIP LOCKED locks nothing there', async () => {
    const server = await startPrivateDatabase(IS_TIDB ? {} : { args: ['--version=8.0.11-TiDB-v8.5.6'] });
    const environment = { DATABASE_URL: `${server.url}/harmattan`, APP_KEY: randomBytes(32).toString('base64') };
    const place = makeBackend('sqlite', environment);
    const open = (dialect: string) => {
      const config = Config.load({ ...place.environment, DATABASE_DIALECT: dialect });
      return connect(dataSourceOptions(config, [], []), config.databaseUrl);
    };
    await expect(open('mysql')).rejects.toThrow(/DATABASE_DIALECT=tidb/);
    await (await open('tidb')).destroy();
    await place.remove();
    await server.stop();
  });
});
