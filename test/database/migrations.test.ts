import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Routes0045 } from '../../src/migrations/0045-routes.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startApp, type TestApp } from '../support/app.js';
import { BACKENDS, ENGINES, makeBackend, type TestBackend } from '../support/backend.js';
import { type Compiled, compile } from '../faults/compiled.js';

const COUNT = Object.keys(MIGRATIONS).length;
const PROCESSES = 4;
/** `item_route` is only read by the versions before migration 0045. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['migration', 'item_route']);

describe.each(BACKENDS)('migrations and row classes on %s', (backend) => {
  let service: TestApp;
  let dataSource: DataSource;
  beforeAll(async () => {
    service = await startApp(backend);
    dataSource = service.app.get(DataSource);
  });
  afterAll(() => service.close());

  it('describe the same schema', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('have the same tables', async () => {
    const rows = dataSource.entityMetadatas.map(({ tableName }) => tableName).toSorted();
    expect(rows).toEqual((await tablesOf(dataSource)).filter((table) => !WITHOUT_ROWS.has(table)));
    expect(rows).toContain('money_request');
  });
});

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
}, 90_000);

describe.each(ENGINES)('migrating on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  it('with several processes at once: one migrates, the others wait and find it done', { timeout: 60_000 }, async () => {
    const children = Array.from({ length: PROCESSES }, () =>
      fork(compiled.file('test/database/migrate-child.ts'), { env: { ...process.env, ...place.environment } }),
    );
    const told = async (child: (typeof children)[number]) => (await once(child, 'message'))[0] as unknown;
    expect(await Promise.all(children.map(told))).toEqual(children.map(() => 'ready'));
    const ends = children.map((child) => once(child, 'exit'));
    const counts = children.map(told);
    for (const child of children) child.send('go');
    expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual(children.map(() => 0));
    const ran = (await Promise.all(counts)).filter((count) => count !== 0);
    expect(ran).toEqual([COUNT]);
  });

  it('reverts to an empty schema and applies again', { timeout: 60_000 }, async () => {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    try {
      const before = await schemaOf(dataSource);
      for (let left = COUNT; left > 0; left--) await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await tablesOf(dataSource)).toEqual(['migration']);
      expect(await migrate(dataSource, config.dataDir)).toHaveLength(COUNT);
      expect(await schemaOf(dataSource)).toEqual(before);
    } finally {
      await dataSource.destroy();
    }
  });
});

const ITEM = { minimum_kobo: 1, maximum_kobo: 2, recorded: 1_700_000_000_000 };
const OLD_ROUTES = [
  ['airtime', 'vtpass', 'mtn'],
  ['airtime', 'quickteller', '10906'],
  ['cable', 'vtpass', 'dstv'],
] as const;

describe.each(ENGINES)('migration 0045 on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  it('gives the routes of an older schema the ids that every database gives them', async () => {
    const { config } = place;
    const at = MIGRATIONS.indexOf(Routes0045);
    const older = await connect(dataSourceOptions(config, [], MIGRATIONS.slice(0, at)), config.databaseUrl);
    await migrate(older, config.dataDir);
    for (const item of ['airtime', 'cable']) await insertFilled(older, 'biller_item', { id: item, item_id: item, ...ITEM });
    for (const [item_id, provider, payment_code] of OLD_ROUTES)
      await insertFilled(older, 'item_route', { item_id, provider, payment_code });
    await older.destroy();
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS.slice(0, at + 1)), config.databaseUrl);
    await migrate(dataSource, config.dataDir);
    const routes = await dataSource.query<object[]>('SELECT id, provider, payment_code AS code FROM route ORDER BY recorded');
    await dataSource.destroy();
    expect(routes.map((route) => ({ ...route }))).toEqual([
      { id: '00000000000000000000000001', provider: 'quickteller', code: '10906' },
      { id: '00000000000000000000000002', provider: 'vtpass', code: 'mtn' },
      { id: '00000000000000000000000003', provider: 'vtpass', code: 'dstv' },
    ]);
  });
});

/** A row with something in every column. */
async function insertFilled(dataSource: DataSource, table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const { columns } = (await runner.getTable(table))!;
  await runner.release();
  const valueOf = ({ name, type }: { name: string; type: string }) => values[name] ?? (/char|text/.test(type) ? '' : 0);
  const marks = columns.map(() => '?').join();
  const names = columns.map(({ name }) => name).join();
  await dataSource.query(`INSERT INTO ${table} (${names}) VALUES (${marks})`, columns.map(valueOf));
}

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const sql =
    dataSource.options.type === 'better-sqlite3'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  const rows = await dataSource.query<{ name: string }[]>(sql);
  return rows.map(({ name }) => name).toSorted();
}

/** Tables with columns and indexes, and the triggers. */
async function schemaOf(dataSource: DataSource): Promise<string[]> {
  if (dataSource.options.type === 'better-sqlite3') {
    const rows = await dataSource.query<{ sql: string | null }[]>('SELECT sql FROM sqlite_master');
    return rows.map(({ sql }) => String(sql)).toSorted();
  }
  const schema: string[] = [];
  for (const table of await tablesOf(dataSource)) {
    const [row] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE ${table}`);
    schema.push(row!['Create Table']!.replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  const triggers = await dataSource.query<{ Trigger: string; Statement: string }[]>('SHOW TRIGGERS');
  return [...schema, ...triggers.map(({ Trigger: name, Statement: body }) => `${name} ${body}`).toSorted()];
}
