import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate, MIGRATION_ELSEWHERE } from '../../src/platform/database/migrate.js';
import { mysqlOptions } from '../../src/platform/database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../../src/platform/database/mysql-session.js';
import { column, createTables, forbid } from '../../src/platform/database/schema.js';
import { SqliteConnection } from '../../src/platform/database/sqlite-driver.js';
import { SteppedMigration } from '../../src/platform/database/stepped-migration.js';
import { makeBackend, type TestBackend } from '../support/backend.js';

class Payments0001 extends SteppedMigration {
  readonly name = 'Payments1700000000001';
  readonly steps = createTables([{ name: 'payment', columns: [column.id()], primaryKey: ['id'] }]);
  readonly undo = [];
}

class KeptPayments0002 extends SteppedMigration {
  readonly name = 'KeptPayments1700000000002';
  readonly steps = [forbid({ table: 'payment', event: 'DELETE', condition: '1 = 1', message: 'payments are kept' })];
  readonly undo = [];
}

type Migrations = (new () => MigrationInterface)[];

async function migrated(
  { config }: TestBackend,
  migrations: Migrations,
  isWaiting: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  const dataSource = await connect(dataSourceOptions(config, [], migrations), config.databaseUrl);
  try {
    return (await migrate(dataSource, config.dataDir, { isWaiting })).map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

const WAITING = "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state LIKE '%metadata lock%'";

describe('a migration of a table that a long transaction reads', () => {
  let place: TestBackend;
  let reader: Connection;
  let service: Connection;
  beforeEach(async () => {
    place = makeBackend('mysql');
    await migrateTo([Payments0001]);
    const options = mysqlOptions(place.config.databaseUrl!);
    [reader, service] = [await openConnection(options, LONG_SESSION), await openConnection(options, LONG_SESSION)];
  });
  afterEach(async () => {
    await reader.end();
    await service.end();
    await place.remove();
  });

  const migrateTo = (migrations: Migrations, isWaiting?: () => void) => migrated(place, migrations, isWaiting);

  it('lets the service write meanwhile, and is done when the transaction has ended', async () => {
    await reader.query('START TRANSACTION READ ONLY');
    await reader.query('SELECT id FROM payment');
    let waited = 0;
    const migrated = migrateTo([Payments0001, KeptPayments0002], () => waited++);
    await expect.poll(async () => (await service.query(WAITING))[0], { interval: 10 }).toHaveLength(1);
    await service.query("INSERT INTO payment VALUES ('one')");
    await expect.poll(() => waited).toBeGreaterThan(0);
    await reader.query('COMMIT');
    expect(await migrated).toEqual(['KeptPayments1700000000002']);
    await expect(service.query('DELETE FROM payment')).rejects.toThrow('payments are kept');
  });
});

describe.each(['sqlite', 'mysql'] as const)('a process that starts while another one migrates, %s', (backend) => {
  let place: TestBackend;
  let release: () => Promise<void>;
  beforeEach(async () => {
    place = makeBackend(backend);
    await migrated(place, [Payments0001]);
    release = await holdsLock(place);
  });
  afterEach(async () => {
    await release();
    await place.remove();
  });

  it('waits for as long as that takes, says so, and goes on', async () => {
    const told: string[] = [];
    const waiting = migrated(place, [Payments0001, KeptPayments0002], (sentence) => {
      told.push(sentence);
      void release();
    });
    expect(await waiting).toEqual(['KeptPayments1700000000002']);
    expect(new Set(told)).toEqual(new Set([MIGRATION_ELSEWHERE]));
  });

  it('starts at once where its own version misses nothing', async () => {
    const told: string[] = [];
    expect(await migrated(place, [Payments0001], (sentence) => void told.push(sentence))).toEqual([]);
    expect(told).toEqual([]);
  });
});

/** As a process in the middle of its migration holds it. */
async function holdsLock({ config, backend }: TestBackend): Promise<() => Promise<void>> {
  if (backend === 'sqlite') {
    const lock = new SqliteConnection(join(config.dataDir, 'migrations.lock'));
    lock.exec('BEGIN EXCLUSIVE');
    let isHeld = true;
    return async () => {
      if (isHeld) lock.close();
      isHeld = false;
    };
  }
  const options = mysqlOptions(config.databaseUrl!);
  const holder = await openConnection(options, LONG_SESSION);
  await holder.query('SELECT GET_LOCK(?, 0)', [`harmattan_migrations_${String(options.database)}`.slice(0, 64)]);
  return () => holder.end().catch(() => undefined);
}

/** What a process does between two statements of another one that replaces a trigger. */
describe.each(['sqlite', 'mysql'] as const)('a trigger that is replaced, %s', (backend) => {
  class Changed0003 extends SteppedMigration {
    readonly name = 'Changed1700000000003';
    readonly steps = [forbid({ table: 'payment', event: 'DELETE', condition: '2 = 2', message: 'payments are kept' })];
    readonly undo = [];
  }

  it.each([Infinity, 1, 2, 3, 4])(
    'refuses before and after each of its statements, also where it ends after %d of them',
    async (last) => {
      const place = makeBackend(backend);
      try {
        await migrated(place, [Payments0001, KeptPayments0002]);
        const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
        const runner = dataSource.createQueryRunner();
        await runner.query("INSERT INTO payment VALUES ('one')");
        let count = 0;
        const query = runner.query.bind(runner);
        const refused = () => expect(query('DELETE FROM payment')).rejects.toThrow('payments are kept');
        runner.query = async (...args: Parameters<typeof query>) => {
          if (count === last) throw new Error('killed');
          await refused();
          const answer: unknown = await query(...args);
          await refused();
          count++;
          return answer as never;
        };
        const step = new Changed0003().steps[0]!;
        const told = await step.run(runner).then(
          () => 'done',
          (error: Error) => error.message,
        );
        expect([told, count]).toEqual(last === Infinity ? ['done', 5] : ['killed', last]);
        await refused();
        await dataSource.destroy();
        expect(await migrated(place, [Payments0001, KeptPayments0002, Changed0003])).toEqual(['Changed1700000000003']);
      } finally {
        await place.remove();
      }
    },
  );
});
