import type { MigrationInterface } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { mysqlOptions } from '../../src/platform/database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../../src/platform/database/mysql-session.js';
import { column, createTables, forbid } from '../../src/platform/database/schema.js';
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

  async function migrateTo(migrations: (new () => MigrationInterface)[], isWaiting?: () => void): Promise<string[]> {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], migrations), config.databaseUrl);
    try {
      return (await migrate(dataSource, config.dataDir, isWaiting && { isWaiting })).map(({ name }) => name);
    } finally {
      await dataSource.destroy();
    }
  }

  it('lets the service write meanwhile, and is done when the transaction has ended', async () => {
    await reader.query('START TRANSACTION READ ONLY');
    await reader.query('SELECT id FROM payment');
    let waited = 0;
    const migrated = migrateTo([Payments0001, KeptPayments0002], () => waited++);
    await expect.poll(async () => (await service.query(WAITING))[0], { timeout: 30_000, interval: 10 }).toHaveLength(1);
    await service.query("INSERT INTO payment VALUES ('one')");
    await expect.poll(() => waited, { timeout: 30_000 }).toBeGreaterThan(0);
    await reader.query('COMMIT');
    expect(await migrated).toEqual(['KeptPayments1700000000002']);
    await expect(service.query('DELETE FROM payment')).rejects.toThrow('payments are kept');
  });
});
