import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Ledger } from '../../src/ledger/index.js';
import { Clock } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import { Database } from '../../src/platform/database/database.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { Leases } from '../../src/platform/queue/leases.js';
import { startApp, type TestApp } from '../support/app.js';
import { MysqlLedgerStore } from '../../src/ledger/adapters/mysql/mysql-ledger-store.js';
import { verify } from '../ledger/verify.js';
import { type LedgerFixture, movement, openLedger, proofOf, request } from '../support/ledger-fixture.js';
import { DatabaseEnvironment } from '../../src/platform/database/database.settings.js';

const HOUR_MS = 3_600_000;

/** A server of its own tells the time; the embedded database has that of the process. */
describe('a process whose clock is an hour ahead of the database', () => {
  const systemNow = Date.now.bind(Date);
  let service: TestApp;
  beforeAll(async () => {
    vi.spyOn(Date, 'now').mockImplementation(() => systemNow() + HOUR_MS);
    service = await startApp('mysql');
  });
  afterAll(async () => {
    await service.close();
    vi.restoreAllMocks();
  });

  const expectPresent = (time: number) => expect(Math.abs(time - systemNow())).toBeLessThan(2_000);

  it('uses the time of the database', () => {
    expectPresent(service.app.get(Clock).now());
  });

  it('dates no money movement ahead', async () => {
    const receipt = await service.app.get(Ledger).commit(movement('system:suspense', 'system:fees', 100));
    expect(receipt).toMatchObject({ committedAt: expect.any(Number) as number });
    expectPresent((receipt as { committedAt: number }).committedAt);
  });

  it('dates jobs, events and mails by the database, so that other processes find them when due', async () => {
    const ada = await service.register({}).catch((error: unknown) => error);
    expect(ada).not.toBeInstanceOf(Error);
    const database = service.app.get(Database);
    const [mail] = await database.rows<{ recorded: number }>('SELECT recorded FROM mail');
    expectPresent(mail!.recorded);
    await service.app.get(JobQueue).add({ name: 'mail', key: newId(), data: {}, delayMs: 30_000 });
    const [job] = await database.rows<{ run_at: number }>("SELECT run_at FROM job WHERE state = 'waiting' ORDER BY run_at DESC");
    expectPresent(job!.run_at - 30_000);
  });

  it('takes no lease of another process before it expires', async () => {
    const name = newId();
    const database = service.app.get(Database);
    const insert = 'INSERT INTO lease (name, holder, until, done_at) VALUES (?, ?, ?, 0)';
    await database.rows(insert, [name, 'another', systemNow() + 60_000]);
    const leases = service.app.get(Leases);
    expect(await leases.read(name)).toMatchObject({ isFree: false });
    expect(await leases.claim(name, 1_000)).toBe(false);
    await database.rows('UPDATE lease SET until = ? WHERE name = ?', [systemNow() - 1, name]);
    expect(await leases.claim(name, 60_000)).toBe(true);
    const { until } = await leases.read(name);
    expectPresent(until - 60_000);
  });
});

describe('a ledger whose clock is ahead of the database', () => {
  let books: LedgerFixture;
  let aheadMs = 0;
  beforeAll(async () => {
    books = await openLedger('mysql');
  });
  afterAll(() => books.close());

  it('is refused where it is far ahead, by itself, with nothing written, until its clock is right', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const ahead = books.anotherLedger(undefined, { now: () => Date.now() + aheadMs });
    aheadMs = 30_000;
    await ahead.commit(movement(ada, ben, 1));
    aheadMs = HOUR_MS;
    const refused = movement(ada, ben, 10);
    await expect(ahead.commit(refused)).rejects.toMatchObject({ failure: 'ledger.clock_ahead' });
    const withoutMoney = { idempotencyKey: request(), response: 1 };
    await expect(ahead.commit(withoutMoney)).rejects.toMatchObject({ failure: 'ledger.clock_ahead' });
    await books.ledger.commit(movement(ada, ben, 100));
    expect(await books.wallets.balanceOf(ben)).toBe(101);
    aheadMs = 0;
    await ahead.commit(refused);
    await ahead.commit(withoutMoney);
    expect(await books.wallets.balanceOf(ben)).toBe(111);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('stops nothing where the clock of the database was set back', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const { DATABASE_URL, DATABASE_DIALECT: dialect } = books.config.of(DatabaseEnvironment);
    const unchecked = new MysqlLedgerStore(DATABASE_URL!, proofOf(books), { dialect, isTimeChecked: () => false });
    const before = books.anotherLedger(() => unchecked, { now: () => Date.now() + HOUR_MS });
    await before.commit(movement(ada, ben, 1));
    const another = books.anotherLedger();
    await Promise.all(Array.from({ length: 60 }, () => another.commit(movement(ada, ben, 1))));
    expect(await books.wallets.balanceOf(ben)).toBe(61);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });
});
