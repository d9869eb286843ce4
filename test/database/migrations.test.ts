import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import {
  addColumns,
  addIndexes,
  column,
  createTables,
  dropColumns,
  dropIndexes,
  dropTables,
  forbidChanges,
  insertFirst,
} from '../../src/platform/database/schema.js';
import { requireMigrated, schemaStatus } from '../../src/platform/database/schema-status.js';
import { SteppedMigration } from '../../src/platform/database/stepped-migration.js';
import { startApp, type TestApp } from '../support/app.js';
import { BACKENDS, ENGINES, makeBackend, type TestBackend } from '../support/backend.js';
import { type Compiled, compile } from '../faults/compiled.js';
import { declaredStructure, schemaOf, structureOf, tablesOf } from './catalogue.js';

const COUNT = Object.keys(MIGRATIONS).length;
const PROCESSES = 4;
/** TypeORM's own, and those of the migrations. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['migration', 'migration_step', 'schema_version']);

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

  it('have the same tables, columns, keys and indexes', async () => {
    const tables = (await tablesOf(dataSource)).filter((table) => !WITHOUT_ROWS.has(table));
    const found = await structureOf(dataSource, tables);
    expect(found).toContain('posting primary unique (account_id,recorded,seq)');
    expect(found).toEqual(declaredStructure(dataSource));
  });
});

it('migrations are listed in the order of their numbers, behind the baseline', () => {
  const numbers = MIGRATIONS.map((each) => Number(new each().name.slice(-13)));
  expect(numbers[0]).toBe(1_700_000_000_001);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
});

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(ENGINES)('migrating on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  it('with several processes at once: one migrates, the others wait and find it done', async () => {
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

  it('reverts to an empty schema and applies again', async () => {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    try {
      const before = await schemaOf(dataSource);
      for (let left = COUNT; left > 0; left--) await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await tablesOf(dataSource)).toEqual([...WITHOUT_ROWS]);
      expect(await migrate(dataSource, config.dataDir)).toHaveLength(COUNT);
      expect(await schemaOf(dataSource)).toEqual(before);
    } finally {
      await dataSource.destroy();
    }
  });
});

const CHANGES = /^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)/i;

/** Lets as many statements through as `left` says, and takes none of the others, as at the end of a process. */
function killable(dataSource: DataSource): { left: number } {
  const statements = { left: Infinity };
  const seen = new WeakSet<QueryRunner>();
  const create = dataSource.driver.createQueryRunner.bind(dataSource.driver);
  dataSource.driver.createQueryRunner = (...mode) => {
    const runner = create(...mode);
    // SQLite has one for all.
    if (seen.has(runner)) return runner;
    seen.add(runner);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    runner.query = ((sql: string, ...given: unknown[]) => {
      if (CHANGES.test(sql) && statements.left-- <= 0) return Promise.reject(new Error('the process ended'));
      return query(sql, ...given);
    }) as typeof runner.query;
    return runner;
  };
  return statements;
}

describe.each(BACKENDS)('migrations that are killed behind every statement on %s', (backend) => {
  const places: TestBackend[] = [];
  const newPlace = () => {
    places.push(makeBackend(backend));
    return places.at(-1)!;
  };
  afterAll(() => Promise.all(places.map((place) => place.remove())));

  const open = ({ config }: TestBackend) =>
    connect(dataSourceOptions(config, [], [...MIGRATIONS, Interest0100, Loans0101]), config.databaseUrl);

  async function schemaAfter(place: TestBackend): Promise<string[]> {
    const dataSource = await open(place);
    await migrate(dataSource, place.config.dataDir);
    const head = await dataSource.query<object[]>('SELECT batch_no, hash FROM ledger_head');
    const schema = [...(await schemaOf(dataSource)), JSON.stringify(head)];
    expect(await dataSource.query('SELECT * FROM migration_step')).toEqual([]);
    await dataSource.destroy();
    return schema;
  }

  it('go on where they were, to the same schema', async () => {
    const whole = await schemaAfter(newPlace());
    const place = newPlace();
    const dataSource = await open(place);
    const statements = killable(dataSource);
    // TypeORM prints each failure.
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    let [kills, longest, position] = [-1, 0, ''];
    // SQLite takes back the whole baseline each time, so it is ended at some of its statements only.
    let isWhole = backend === 'sqlite';
    for (let isOver = false; !isOver; kills++) {
      statements.left = longest += isWhole ? 47 : 1;
      isOver = await migrate(dataSource, place.config.dataDir).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'the process ended') throw error;
          return false;
        },
      );
      // Behind each statement of a step, and then of the next one.
      const now = JSON.stringify((await schemaStatus(dataSource)).position ?? (await tablesOf(dataSource)));
      if (now !== position) [longest, position] = [0, now];
      if (isWhole) isWhole = (await tablesOf(dataSource)).length === WITHOUT_ROWS.size;
    }
    printed.mockRestore();
    await dataSource.destroy();
    expect(kills).toBeGreaterThan(backend === 'sqlite' ? 30 : 400);
    expect(await schemaAfter(place)).toEqual(whole);
  });
});

const INDEXES = { name: 'webhook_attempt', unique: { payer: ['payer'] }, indexes: { interest: ['interest_kobo'] } };

class Interest0100 extends SteppedMigration {
  readonly name = 'Interest1700000000100';
  readonly steps = [
    ...addColumns('webhook_attempt', [column.kobo('interest_kobo', { default: 7 }), column.id('payer', { isNullable: true })]),
    ...addIndexes(INDEXES),
  ];
  readonly undo = [...dropIndexes(INDEXES), ...dropColumns('webhook_attempt', ['interest_kobo', 'payer'])];
}

const LOANS = [
  {
    name: 'loan',
    columns: [column.id(), column.kobo('amount_kobo'), column.text('state', 16)],
    primaryKey: ['id'],
    indexes: { state: ['state'] },
    checks: { amount: 'amount_kobo > 0' },
  },
];

class Loans0101 extends SteppedMigration {
  readonly name = 'Loans1700000000101';
  readonly steps = [
    ...createTables(LOANS),
    ...forbidChanges('loan', { update: "OLD.state = 'repaid'" }),
    ...insertFirst('loan', [{ id: 'first', amount_kobo: 1, state: 'repaid' }]),
    ...forbidChanges('loan', { update: 'NEW.amount_kobo <> OLD.amount_kobo' }),
    ...dropIndexes(LOANS[0]!),
  ];
  readonly undo = dropTables(LOANS);
}

describe.each(ENGINES)('a migration after the baseline on %s', (backend) => {
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

/** As of a version in which nothing older than it works on the schema any more. */
class Contracted0101 extends SteppedMigration {
  readonly name = 'Contracted1700000000101';
  override readonly minCompatible = '999.0.0';
  readonly steps = [];
  readonly undo = [];
}

describe.each(BACKENDS)('a schema of a newer version on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  const migrateTo = async (migrations: (new () => MigrationInterface)[]) => {
    const dataSource = await connect(dataSourceOptions(place.config, [], migrations), place.config.databaseUrl);
    try {
      await migrate(dataSource, place.config.dataDir);
      await requireMigrated(dataSource);
      return await schemaStatus(dataSource);
    } finally {
      await dataSource.destroy();
    }
  };

  it('is served by the version before, until it says that it is not', async () => {
    await migrateTo([...MIGRATIONS, Interest0100]);
    expect(await migrateTo(MIGRATIONS)).toMatchObject({ unknown: ['Interest1700000000100'], minCompatible: '0.2.0' });
    await migrateTo([...MIGRATIONS, Interest0100, Contracted0101]);
    await expect(migrateTo(MIGRATIONS)).rejects.toThrow('999.0.0 is the oldest that works on it');
  });
});

/** The first migration of the versions before the baseline. */
class Former0001 extends SteppedMigration {
  readonly name = 'PlatformSchema1700000000001';
  readonly steps = createTables([{ name: 'job', columns: [column.id()], primaryKey: ['id'] }]);
  readonly undo = [];
}

describe.each(BACKENDS)('a database from before the baseline on %s', (backend) => {
  let place: TestBackend;
  beforeAll(() => {
    place = makeBackend(backend);
  });
  afterAll(() => place.remove());

  it('is refused with a sentence, and stays as it is', async () => {
    const { config } = place;
    const former = await connect(dataSourceOptions(config, [], [Former0001]), config.databaseUrl);
    await migrate(former, config.dataDir);
    const schema = await schemaOf(former);
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    for (const work of [() => migrate(dataSource, config.dataDir), () => requireMigrated(dataSource)])
      await expect(work()).rejects.toThrow(/made by a version before 0\.2\.0, from which there is no upgrade/);
    expect(await schemaOf(former)).toEqual(schema);
    await dataSource.destroy();
    await former.destroy();
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
