import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/create-app.js';
import { Config } from '../../src/platform/config/config.js';
import { appendOnlyGuard } from '../../src/ledger/adapters/mysql/append-only.js';
import { openSnapshot, snapshotSource } from '../../src/ledger/chain/adapters/sql/open-snapshot.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { Database } from '../../src/platform/database/database.js';
import { RESTRICTED } from '../../src/platform/database/grants.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { runCli } from '../cli/run-cli.js';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { SERVED } from '../contract/support/documents.js';
import { IS_MYSQL } from '../support/backend.js';
import { Receiver } from '../contexts/webhooks/support/receiver.js';
import { DatabaseUsers } from '../support/database-users.js';
import { type LedgerFixture, openLedger } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { type Watch, watchStatements } from '../support/statements/statement-guard.mjs';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

/** Conditions on rows, which grants cannot express. */
const UPDATED_WHILE_OPEN = ['money_request', 'ledger_block', 'ledger_hold', 'deposit_payment'];
const DELETED_WHEN_OLD = ['webhook_attempt', 'staff_read'];

async function startLog(environment: Readonly<Record<string, string>>): Promise<string> {
  const config = Config.load({ ...environment, PORT: '0', LOG_LEVEL: 'info' });
  let lines = '';
  const app = await createApp({
    config,
    log: new Log(config.of(TelemetryEnvironment), { write: (line: string) => void (lines += line) }),
  });
  await app.init();
  await app.close();
  return lines;
}

/** The first column of the table, as `engine: name`. */
function documentedExceptions(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
  const [, table] = /\| Sent to MySQL and MariaDB \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page)!;
  return table!.split('\n').flatMap((row) => {
    const [, name, tidb, vitess] = row.split('|').map((cell) => cell.trim());
    if (!name) return [];
    // TypeORM sends it to MariaDB alone.
    if (IS_MYSQL && name === 'RETURNING') return [];
    return [...(tidb === '' ? [] : [`tidb: ${name}`]), ...(vitess === '' ? [] : [`vitess: ${name}`])];
  });
}

describe('a database user that only serves', () => {
  let users: DatabaseUsers;
  let administrator: mysql.Connection;
  let name: string;
  let sent: Watch;
  let serving: mysql.Connection;
  let fixture: ContractFixture;

  beforeAll(async () => {
    users = await DatabaseUsers.make();
    ({ administrator, name } = users);
    sent = watchStatements(name, false);
    fixture = await ContractFixture.open('mysql', CALLS, {
      DATABASE_URL: users.servingUrl,
      MIGRATION_DATABASE_URL: users.ownerUrl,
      WEBHOOK_LOOPBACK: 'allowed',
    });
    serving = await mysql.createConnection(users.servingUrl);
  });
  afterAll(async () => {
    await serving.end();
    await fixture.close();
    await users.remove();
  });

  it('serves every documented operation', async () => {
    const failed: string[] = [];
    for (const { action } of SERVED) {
      const { body } = await fixture.call(action, await fixture.goodCall(action));
      if (body.REQUEST.STATUS !== 'OK') failed.push(`${action}: ${JSON.stringify(body)}`);
    }
    expect(failed).toEqual([]);
  });

  it('moves the cursor of a subscriber that answered', async () => {
    const receiver = await Receiver.open();
    const body = { url: receiver.url(), events: ['transfer.completed'] };
    const created = await fixture.service.client.post('control_webhook_endpoint_create', { as: fixture.staff, body });
    expect(created.body).toMatchObject({ REQUEST: { STATUS: 'OK' } });
    await fixture.call('user_transfer_create', await fixture.goodCall('user_transfer_create'));
    const statement = `SELECT e.id FROM ${name}.webhook_endpoint e JOIN ${name}.ledger_head h ON e.batch_no = h.batch_no`;
    await until(async () => receiver.received.length > 0 && ((await administrator.query(statement))[0] as unknown[]).length > 0);
    expect(receiver.received[0]!.body).toContain('transfer.completed');
    await receiver.close();
  });

  it('sends what docs/deployment.md lists of what TiDB and Vitess do not have, and nothing else of it', async () => {
    await (await openSnapshot(snapshotSource(fixture.service.config))).close();
    expect([...sent.refused.keys()].toSorted()).toEqual(documentedExceptions().toSorted());
  });

  it.each([
    'UPDATE posting SET amount_kobo = amount_kobo + 1',
    'DELETE FROM posting',
    "UPDATE journal SET kind = 'refund'",
    "UPDATE ledger_batch SET hash = ''",
    'DELETE FROM ledger_batch',
    'DELETE FROM money_request',
    'DELETE FROM staff_audit',
    'DELETE FROM ledger_head',
    'DELETE FROM ledger_hold',
    'INSERT INTO ledger_archive (part_no) VALUES (1)',
    'DELETE FROM ledger_archive',
    'DROP TRIGGER posting_no_update',
    'DROP TABLE posting',
    'TRUNCATE TABLE staff_audit',
    'ALTER TABLE posting ADD COLUMN more int',
    'CREATE TABLE more (id int)',
  ])('is refused %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toMatchObject({ errno: 1142 });
  });

  it('may change no table that triggers protect', async () => {
    const [rows] = await administrator.query(
      'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = ?',
      [name],
    );
    const names = (rows as { name: string }[]).map((row) => row.name);
    const protectedFrom = (end: string) => names.filter((each) => each.endsWith(end)).map((each) => each.slice(0, -end.length));
    const mayUpdate = protectedFrom('_no_update').filter((table) => RESTRICTED[table]?.includes('UPDATE') ?? true);
    const mayDelete = protectedFrom('_no_delete').filter((table) => RESTRICTED[table]?.includes('DELETE') ?? true);
    expect([mayUpdate.toSorted(), mayDelete.toSorted()]).toEqual([UPDATED_WHILE_OPEN.toSorted(), DELETED_WHEN_OLD.toSorted()]);
  });

  it('has exactly the grants that database:grants prints', async () => {
    const { DATABASE_URL, ...environment } = fixture.service.environment;
    const { json } = await runCli({ ...environment, DATABASE_URL: DATABASE_URL! }, 'database:grants', '--json');
    const [rows] = await serving.query('SHOW GRANTS');
    const plain = (text: string) => text.replaceAll(/[`']/g, '');
    const given = (rows as Record<string, string>[])
      .map((row) => plain(Object.values(row)[0]!))
      .filter((text) => !text.includes('USAGE'));
    expect(given.toSorted()).toEqual((json.statements as string[]).map(plain).toSorted());
    expect(given.length).toBeGreaterThan(40);
  });

  it('is not the one that archives, which the owner does', async () => {
    const { exitCode, json } = await runCli(fixture.service.environment, 'ledger:archive', '--older-than', '1', '--json');
    expect([exitCode, json]).toEqual([0, expect.objectContaining({ ok: true, parts: [] })]);
  });

  it('starts without the owner where nothing is to be migrated, and says that its grants are a guard', async () => {
    const { MIGRATION_DATABASE_URL: _, ...environment } = fixture.service.environment;
    expect(await startLog(environment)).toContain('the grants of the database user keep the rows of the ledger');
    expect(await appendOnlyGuard(fixture.get(Database))).toMatchObject({ grants: true });
  });

  it('does not start where a migration is missing, and says who can run it', async () => {
    const { MIGRATION_DATABASE_URL: _, ...environment } = fixture.service.environment;
    const last = new (MIGRATIONS.at(-1)!)().name;
    await administrator.query(`DELETE FROM ${name}.migration WHERE name = ?`, [last]);
    await expect(startLog(environment)).rejects.toThrow(/MIGRATION_DATABASE_URL/);
    await administrator.query(`INSERT INTO ${name}.migration (timestamp, name) VALUES (?, ?)`, [last.slice(-13), last]);
  });

  it('is not given tables by an owner that may not grant, and nothing is migrated before that is said', async () => {
    const database = `${name}_new`;
    const owner = `keeper_${name.slice(-12)}`;
    await administrator.query(`CREATE USER ?@'%' IDENTIFIED BY 'Harmattan-wind-26'`, [owner]);
    await administrator.query(`CREATE DATABASE ${database}`);
    await administrator.query(`GRANT ALL ON ${database}.* TO ?@'%'`, [owner]);
    try {
      const urlOf = (url: string, user?: string) =>
        Object.assign(new URL(url), { pathname: `/${database}`, ...(user ? { username: user } : {}) }).href;
      const environment = { ...fixture.service.environment, DATABASE_URL: urlOf(users.servingUrl) };
      const refused = await runCli(
        { ...environment, MIGRATION_DATABASE_URL: urlOf(users.ownerUrl, owner) },
        'migrate',
        '--create',
      );
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringContaining('grant it WITH GRANT OPTION on the database'),
      ]);
      const unknown = { DATABASE_URL: urlOf(users.servingUrl, 'nobody'), MIGRATION_DATABASE_URL: urlOf(users.ownerUrl, owner) };
      const denied = await runCli({ ...environment, ...unknown }, 'migrate', '--create');
      expect([denied.exitCode, denied.stderr]).toEqual([1, expect.stringContaining('nobody')]);
      const [tables] = await administrator.query('SELECT table_name FROM information_schema.tables WHERE table_schema = ?', [
        database,
      ]);
      expect(tables).toEqual([]);
      await administrator.query(`GRANT ALL ON ${database}.* TO ?@'%' WITH GRANT OPTION`, [owner]);
      const migrated = await runCli(
        { ...environment, MIGRATION_DATABASE_URL: urlOf(users.ownerUrl, owner) },
        'migrate',
        '--create',
      );
      expect([migrated.stderr, migrated.exitCode]).toEqual([expect.anything(), 0]);
    } finally {
      await administrator.query("DROP USER ?@'%'", [owner]);
      await administrator.query(`DROP DATABASE ${database}`);
    }
  });
});

describe('a database user with every right', () => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger('mysql');
  });
  afterAll(() => books.close());

  it('is held by the triggers, and the start warns where there are none', async () => {
    expect(await appendOnlyGuard(books.database)).toEqual({ triggers: true, grants: false });
    for (const table of ['posting', 'journal', 'ledger_batch'])
      for (const event of ['update', 'delete']) await books.dataSource.query(`DROP TRIGGER ${table}_no_${event}`);
    expect(await appendOnlyGuard(books.database)).toEqual({ triggers: false, grants: false });
    expect(await startLog(books.environment)).toContain('the rows of the ledger can be changed');
  });
});
