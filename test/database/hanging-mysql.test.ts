import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { LARGEST_QUEUE } from '../../src/platform/database/mysql-timeouts.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { makeBackend, type TestBackend } from '../support/backend.js';
import { TcpProxy } from '../../packages/harness/servers/tcp-proxy.js';
import { until } from '../support/until.js';

const STATEMENT_MS = 1_000;
const CONNECTION_MS = 2_000;
const UNAVAILABLE = { kind: 'unavailable', failure: 'database.unavailable' };

describe('hanging MySQL', () => {
  let place: TestBackend;
  let proxy: TcpProxy;
  let url: string;
  let database: Database;
  beforeAll(async () => {
    place = makeBackend('mysql');
    ({ proxy, url } = await TcpProxy.before(place.config.databaseUrl!));
    const config = Config.load({ ...place.environment, DATABASE_URL: url });
    const options = { ...dataSourceOptions(config, [LeaseRow], MIGRATIONS), connectTimeout: CONNECTION_MS };
    const dataSource = await connect(options, url);
    await migrate(dataSource, config.dataDir);
    // Migrations may take their time: the limits begin with the service's own work.
    await dataSource.query(`SELECT SLEEP(${(STATEMENT_MS + 200) / 1000})`);
    database = new Database(dataSource, undefined, url, [], { connectionMs: CONNECTION_MS, statementMs: STATEMENT_MS });
  });
  afterEach(recovered);
  afterAll(async () => {
    await database.close();
    await database.dataSource.destroy();
    await proxy.close();
    await place.remove();
  });

  const CONNECTION_ID = 'SELECT CONNECTION_ID() AS id';
  const idOf = ([row]: { id: number }[]) => row!.id;
  const WAYS: readonly (readonly [way: string, ask: () => Promise<number | void>])[] = [
    ['the fast path', async () => idOf(await database.rows(CONNECTION_ID))],
    ['a statement once', async () => idOf(await database.rowsOnce(CONNECTION_ID))],
    ['the data source', async () => idOf(await database.manager.query(CONNECTION_ID))],
    [
      'a repository',
      async () => {
        await database.repository(LeaseRow).find();
        return idOf(await database.repository(LeaseRow).query(CONNECTION_ID));
      },
    ],
    ['a unit of work', () => database.transaction(async () => idOf(await database.rows(CONNECTION_ID)))],
  ];

  /** Connections that were begun in the silence are given up first. */
  async function recovered(): Promise<void> {
    proxy.speak();
    for (const [, ask] of WAYS)
      await until(() =>
        ask().then(
          () => true,
          () => false,
        ),
      );
  }

  it.each(WAYS)('rejects pending calls by %s, whose connection is not reused', async (_, ask) => {
    const before = await ask();
    proxy.fallSilent();
    await expect(ask()).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { message: `the database did not answer within ${STATEMENT_MS} ms` },
    });
    await recovered();
    expect(await ask()).not.toBe(before);
  });

  it.each(WAYS)('that closes the connection during a statement rejects %s alike', async (_, ask) => {
    await ask();
    proxy.hangUp();
    await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('rejects within an open unit of work, and its commit', async () => {
    let steps = 0;
    const within = database.transaction(async () => {
      steps++;
      await database.rows(CONNECTION_ID);
      proxy.fallSilent();
      await database.rows(CONNECTION_ID);
    });
    await expect(within).rejects.toMatchObject(UNAVAILABLE);
    expect(steps).toBe(1);
    await recovered();
    await expect(database.transaction(() => Promise.resolve(proxy.fallSilent()))).rejects.toMatchObject(UNAVAILABLE);
  });

  it('does not exhaust the pools', async () => {
    const all = () => WAYS.flatMap(([, ask]) => Array.from({ length: 12 }, () => ask()));
    await Promise.all(all());
    for (let turn = 0; turn < 3; turn++) {
      proxy.fallSilent();
      const results = await Promise.allSettled(all());
      expect(results.filter((result) => result.status === 'fulfilled')).toEqual([]);
      for (const result of results) expect(result).toMatchObject({ reason: UNAVAILABLE });
      await recovered();
      await Promise.all(all());
    }
    // Four of the fast path and ten of TypeORM: those that were given up are closed, not left open.
    await until(() => Promise.resolve(proxy.connections <= 14));
  });

  it('queues a limited number of callers, and refuses the others at once', async () => {
    proxy.fallSilent();
    const waiting = Array.from({ length: LARGEST_QUEUE + 4 }, () =>
      database.rows(CONNECTION_ID).catch((error: unknown) => error),
    );
    for (const ask of [() => database.rows(CONNECTION_ID), () => database.rowsOnce(CONNECTION_ID)])
      await expect(ask()).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message: 'Queue limit reached.' } });
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject(UNAVAILABLE);
    const orm = Array.from({ length: LARGEST_QUEUE + 10 }, () =>
      database.manager.query('SELECT 1').catch((error: unknown) => error),
    );
    await expect(database.manager.query('SELECT 1')).rejects.toMatchObject(UNAVAILABLE);
    for (const error of await Promise.all(orm)) expect(error).toMatchObject(UNAVAILABLE);
  });

  it('is distinguished from a wait for a lock', async () => {
    const rows = await database.manager.query('SELECT @@innodb_lock_wait_timeout AS seconds');
    expect(rows).toEqual([{ seconds: 20 }]);
  });

  it('as a replica is replaced by the primary', async () => {
    const primary = place.config.databaseUrl!;
    const other = new Database(database.dataSource, undefined, primary, [url], {
      connectionMs: CONNECTION_MS,
      statementMs: STATEMENT_MS,
    });
    expect(await other.immutableRows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    proxy.fallSilent();
    expect(await other.immutableRows('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    proxy.speak();
    await other.close();
  });
});
