import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
