import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TypeormUnitOfWork } from '../../src/platform/database/database.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { BACKENDS } from '../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../support/test-database.js';

describe.each(BACKENDS)('units of work on %s', (backend) => {
  let place: TestDatabase;
  let units: TypeormUnitOfWork;
  beforeAll(async () => {
    place = await makeTestDatabase(backend, [LeaseRow], MIGRATIONS);
    units = new TypeormUnitOfWork(place.database);
    await sql('CREATE TABLE counter (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
    await sql('INSERT INTO counter VALUES (1, 0), (2, 0), (3, 0)');
  });
  afterAll(() => place.drop());

  const sql = (text: string) => place.database.manager.query<unknown>(text);
  const add = (id: number, amount: number) => sql(`UPDATE counter SET value = value + ${amount} WHERE id = ${id}`);
  const valueOf = async (id: number) =>
    (await place.database.rows<{ value: number }>('SELECT value FROM counter WHERE id = ?', [id]))[0]!.value;

  async function whileNot(isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
    while (!isOver()) await work();
  }

  /** A gate that others wait at until it is opened. */
  function latch() {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  }

  it('run twenty concurrently, serialised where they must be', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        units.run(async () => {
          const lock = backend === 'mysql' ? 'FOR UPDATE' : '';
          const [row] = (await sql(`SELECT value FROM counter WHERE id = 1 ${lock}`)) as { value: number }[];
          await sql(`UPDATE counter SET value = ${row!.value + 1} WHERE id = 1`);
        }),
      ),
    );
    expect(await valueOf(1)).toBe(20);
  });

  it("keep a plain write made during another's transaction that is rolled back", async () => {
    const [begun, finish] = [latch(), latch()];
    const failing = units.run(async () => {
      await add(2, 1_000);
      begun.open();
      await finish.opened;
      throw new Error('no');
    });
    await begun.opened;
    const write = add(3, 55);
    finish.open();
    await expect(failing).rejects.toThrow('no');
    await write;
    expect([await valueOf(2), await valueOf(3)]).toEqual([0, 55]);
  });

  it('do not meet the transactions in which TypeORM saves and removes rows', async () => {
    const leases = place.database.repository(LeaseRow);
    const before = await valueOf(1);
    let isOver = false;
    let committed = 0;
    const saves = Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await leases.remove(await leases.save({ name: `saved-${index}`, holder: 'ada', until: 1, doneAt: 0 }));
      }),
    ).finally(() => (isOver = true));
    const beside = Promise.all([
      whileNot(
        () => isOver,
        () => units.run(() => add(1, 1)).then(() => void committed++),
      ),
      whileNot(
        () => isOver,
        () => units.run(() => add(1, 1_000).then(() => Promise.reject(new Error('no')))).catch(() => undefined),
      ),
      whileNot(
        () => isOver || backend !== 'sqlite',
        () => place.database.withSqlite((connection) => connection.exec('BEGIN; COMMIT')),
      ),
    ]);
    await Promise.all([saves, beside]);
    expect(await valueOf(1)).toBe(before + committed);
    expect(await leases.count()).toBe(0);
  });

  it('stay open when a concurrent one ends', async () => {
    const [begun, finish] = [latch(), latch()];
    const before = [await valueOf(2), await valueOf(3)];
    const failing = units.run(async () => {
      begun.open();
      await finish.opened;
      expect(place.database.inUnit).toBe(true);
      await add(2, 7);
      throw new Error('no');
    });
    await begun.opened;
    const beside = units.run(() => add(3, 1));
    // On the embedded connection it comes after, on MySQL it is over before the other goes on.
    if (backend === 'mysql') await beside;
    finish.open();
    await expect(failing).rejects.toThrow('no');
    await beside;
    expect([await valueOf(2), await valueOf(3)]).toEqual([before[0], before[1]! + 1]);
    expect(place.database.inUnit).toBe(false);
  });

  it('join the surrounding unit, and roll back with it', async () => {
    const failing = units.run(async () => {
      await units.run(() => add(2, 7));
      expect(await valueOf(2)).toBe(7);
      throw new Error('outer');
    });
    await expect(failing).rejects.toThrow('outer');
    expect(await valueOf(2)).toBe(0);
  });

  it('call back after the commit and not after a rollback', async () => {
    const called: string[] = [];
    await units.run(async () => {
      place.database.afterCommit(() => called.push('committed'));
      await add(2, 1);
      expect(called).toEqual([]);
    });
    await units
      .run(() => {
        place.database.afterCommit(() => called.push('rolled back'));
        return Promise.reject(new Error('no'));
      })
      .catch(() => undefined);
    expect(called).toEqual(['committed']);
  });
});

describe('units of work on MySQL', () => {
  let place: TestDatabase;
  let units: TypeormUnitOfWork;
  beforeAll(async () => {
    place = await makeTestDatabase('mysql', [], MIGRATIONS);
    units = new TypeormUnitOfWork(place.database);
    await place.database.manager.query('CREATE TABLE counter (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
    await place.database.manager.query('INSERT INTO counter VALUES (1, 0), (2, 0)');
  });
  afterAll(() => place.drop());

  const add = (id: number) => place.database.manager.query(`UPDATE counter SET value = value + 1 WHERE id = ${id}`);
  const values = () => place.database.rows<{ value: number }>('SELECT value FROM counter ORDER BY id');

  it('are repeated whole after a deadlock', async () => {
    let [runs, arrived] = [0, 0];
    let both: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (both = resolve));
    const cross = (first: number, second: number) =>
      units.run(async () => {
        runs++;
        await add(first);
        if (++arrived === 2) both();
        await met;
        await add(second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(await values()).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('see concurrent commits', async () => {
    const seen = await units.run(async () => {
      const before = await values();
      // The plain data source is outside of the unit.
      await place.database.dataSource.query('UPDATE counter SET value = 100 WHERE id = 1');
      return [before, await values()];
    });
    expect(seen).toEqual([
      [{ value: 2 }, { value: 2 }],
      [{ value: 100 }, { value: 2 }],
    ]);
  });
});
