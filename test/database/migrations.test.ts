import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { WalletSchema } from '../../src/migrations/wallet.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { addColumns, addIndexes, column } from '../../src/platform/database/schema.js';
import { startApp, type TestApp } from '../support/app.js';
import { BACKENDS, ENGINES, makeBackend, type TestBackend } from '../support/backend.js';
import { type Compiled, compile } from '../faults/compiled.js';

const COUNT = Object.keys(MIGRATIONS).length;
const PROCESSES = 4;
/** TypeORM's own. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['migration']);

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

/** Migrates all, but for the ledger, whose schema ends behind some statements, as by the end of its process. */
async function interrupted(place: TestBackend, statements: number): Promise<void> {
  class Interrupted extends WalletSchema {
    override async up(runner: QueryRunner): Promise<void> {
      const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
      let left = statements;
      runner.query = ((...given: unknown[]) =>
        left-- > 0 ? query(...given) : Promise.reject(new Error('the process ended'))) as typeof runner.query;
      await super.up(runner).finally(() => (runner.query = query as typeof runner.query));
    }
  }
  const { config } = place;
  const migrations = MIGRATIONS.map((each) => (each === WalletSchema ? Interrupted : each));
  const dataSource = await connect(dataSourceOptions(config, [], migrations), config.databaseUrl);
  await expect(migrate(dataSource, config.dataDir)).rejects.toThrow('the process ended');
  await dataSource.destroy();
}

describe.each(ENGINES)('a schema that was interrupted on %s', (backend) => {
  const places: TestBackend[] = [];
  const newPlace = () => {
    places.push(makeBackend(backend));
    return places.at(-1)!;
  };
  afterAll(() => Promise.all(places.map((place) => place.remove())));

  async function schemaAfter(place: TestBackend): Promise<string[]> {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    await migrate(dataSource, config.dataDir);
    const head = await dataSource.query<object[]>('SELECT batch_no, hash FROM ledger_head');
    const schema = [...(await schemaOf(dataSource)), JSON.stringify(head)];
    await dataSource.destroy();
    return schema;
  }

  it('is completed by the next start, wherever it ended', { timeout: 90_000 }, async () => {
    const whole = await schemaAfter(newPlace());
    // In the tables, behind them and before the last one's triggers, of which there are none on TiDB.
    for (const statements of backend === 'tidb' ? [1, 14] : [1, 14, 20]) {
      const place = newPlace();
      await interrupted(place, statements);
      expect(await schemaAfter(place), `${statements} statements`).toEqual(whole);
    }
  });
});

class Interest0100 implements MigrationInterface {
  readonly name = 'Interest1700000000100';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'webhook_attempt', [
      column.kobo('interest_kobo', { default: 7 }),
      column.id('payer', { isNullable: true }),
    ]);
    await addIndexes(runner, { name: 'webhook_attempt', unique: { payer: ['payer'] }, indexes: { interest: ['interest_kobo'] } });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['payer', 'interest']) await runner.dropIndex('webhook_attempt', `webhook_attempt_${index}`);
    for (const name of ['interest_kobo', 'payer']) await runner.query(`ALTER TABLE webhook_attempt DROP COLUMN ${name}`);
  }
}

describe.each(ENGINES)('a migration after the schemas on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  const open = (migrations: (new () => MigrationInterface)[]) =>
    connect(dataSourceOptions(place.config, [], migrations), place.config.databaseUrl);

  it('changes a filled table, keeps its rows and triggers, can be repeated, and is reverted', async () => {
    const before = await open(MIGRATIONS);
    await migrate(before, place.config.dataDir);
    const schema = await schemaOf(before);
    await insertFilled(before, 'webhook_attempt', { id: 'one' });
    await before.destroy();
    const after = await open([...MIGRATIONS, Interest0100]);
    const applied = await migrate(after, place.config.dataDir);
    expect(applied.map(({ name }) => name)).toEqual(['Interest1700000000100']);
    await new Interest0100().up(after.createQueryRunner());
    const [row] = await after.query<object[]>('SELECT id, interest_kobo, payer FROM webhook_attempt');
    expect({ ...row }).toMatchObject({ id: 'one', payer: null });
    expect(Number((row as { interest_kobo: string }).interest_kobo)).toBe(7);
    const changed = await after.query("UPDATE webhook_attempt SET payer = 'me'").then(() => 'changed', String);
    expect(changed).toContain(backend === 'tidb' ? 'changed' : 'webhook_attempt is append-only');
    await insertFilled(after, 'webhook_attempt', { id: 'two', number: 2, payer: 'her' });
    await expect(insertFilled(after, 'webhook_attempt', { id: 'three', number: 3, payer: 'her' })).rejects.toThrow(
      /unique|duplicate/i,
    );
    await after.undoLastMigration({ transaction: 'each' });
    expect(await schemaOf(after)).toEqual(schema);
    await after.destroy();
  });
});

describe.each(ENGINES)('a database of something else on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  it('is refused, and stays as it is', async () => {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    await dataSource.query('CREATE TABLE session (id INT)');
    await expect(migrate(dataSource, config.dataDir)).rejects.toThrow(/has tables of something else \(session\)/);
    expect(await tablesOf(dataSource)).toEqual(['session']);
    await dataSource.destroy();
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
