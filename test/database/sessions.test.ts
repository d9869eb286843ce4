import { DataSource } from 'typeorm';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysqlSnapshot } from '../../src/ledger/chain/adapters/sql/snapshots.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { IS_MYSQL, makeBackend, type TestBackend } from '../support/backend.js';

const ISOLATION = IS_MYSQL ? 'transaction_isolation' : 'tx_isolation';
/** MySQL has no other limit for what is idle inside of a transaction. */
const IDLE = IS_MYSQL ? 'wait_timeout' : 'idle_transaction_timeout';

const GLOBALS = [
  "sql_mode = 'NO_BACKSLASH_ESCAPES'",
  'autocommit = 0',
  `${ISOLATION} = 'SERIALIZABLE'`,
  "time_zone = '+05:00'",
  'wait_timeout = 1000',
  'innodb_lock_wait_timeout = 500',
  "collation_connection = 'latin1_swedish_ci'",
  ...(IS_MYSQL ? ['sql_require_primary_key = ON', 'sql_generate_invisible_primary_key = ON'] : []),
];

const SESSION = `SELECT @@sql_mode AS mode, @@autocommit AS autocommit, @@time_zone AS zone, @@${ISOLATION} AS isolation,
  @@innodb_lock_wait_timeout AS lockWait, @@${IDLE} AS idle, @@wait_timeout AS wait,
  @@character_set_client AS client, @@collation_connection AS collation`;

describe('sessions on a server whose global variables are set otherwise', () => {
  let server: PrivateServer;
  let place: TestBackend;
  let dataSource: DataSource;
  let database: Database;
  beforeAll(async () => {
    server = await startPrivateDatabase();
    const operator = await mysql.createConnection(server.url);
    for (const variable of GLOBALS) await operator.query(`SET GLOBAL ${variable}`);
    await operator.end();
    place = makeBackend('mysql', { DATABASE_URL: `${server.url}/harmattan` });
    const { databaseUrl, dataDir } = place.config;
    dataSource = await connect(dataSourceOptions(place.config, [LeaseRow], MIGRATIONS), databaseUrl);
    await migrate(dataSource, dataDir);
    database = new Database(dataSource, undefined, databaseUrl, [databaseUrl!]);
  });
  afterAll(async () => {
    await database.close();
    await dataSource.destroy();
    await place.remove();
    await server.stop();
  });

  const expected = {
    mode: 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    autocommit: 1,
    zone: '+00:00',
    isolation: 'READ-COMMITTED',
    lockWait: 20,
    idle: 60,
    wait: 60,
    client: 'utf8mb4',
    collation: 'utf8mb4_bin',
  };

  it('are set completely in every pool, before the first statement of a connection', async () => {
    const ways = [
      () => database.rows(SESSION),
      () => database.rowsOnce(SESSION),
      () => database.immutableRows(SESSION),
      () => database.manager.query<unknown[]>(SESSION),
      () => database.transaction(() => database.rows(SESSION)),
    ];
    // More at once than any pool has connections, so that each of them is asked.
    const answers = await Promise.all(ways.flatMap((ask) => Array.from({ length: 12 }, ask)));
    for (const [session] of answers) expect(session).toEqual(expected);
  });

  it('are set for a snapshot, which reads repeatably and may be idle for long', async () => {
    const snapshot = await mysqlSnapshot(place.config.databaseUrl!);
    const [session] = await snapshot.rows(SESSION, []);
    expect(session).toEqual({ ...expected, isolation: 'REPEATABLE-READ', idle: 28_800, wait: 28_800 });
    await snapshot.close();
  });

  it('quote values correctly', async () => {
    const injected = "\\' OR 1 = 1 -- ";
    expect(await database.rowsOnce('SELECT 1 AS found WHERE ? = ?', [injected, 'name'])).toEqual([]);
    expect(await database.manager.query('SELECT ? AS text', [injected])).toEqual([{ text: injected }]);
  });

  it('commit what is written outside of a transaction', async () => {
    const insert = 'INSERT INTO lease (name, holder, until, done_at) VALUES (?, ?, 0, 0)';
    await database.rows(insert, ['first', 'holder']);
    await database.rowsOnce(insert, ['second', 'holder']);
    await database.manager.query(insert, ['third', 'holder']);
    const other = await mysql.createConnection(place.config.databaseUrl!);
    const [rows] = await other.query('SELECT name FROM lease ORDER BY name');
    expect((rows as { name: string }[]).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    await other.end();
  });
});
