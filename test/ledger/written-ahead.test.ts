import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import mysql from 'mysql2';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import type { LedgerStore } from '../../src/ledger/application/ports.js';
import { movement, openLedger, request, type LedgerFixture } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { ForgedBooks } from './support/forged-books.js';
import { verify } from './verify.js';

type Query = (this: unknown, sql: unknown, ...rest: unknown[]) => unknown;

/** Packets of ledgers. */
const packets: { readonly text: string }[] = [];
let alter: (text: string) => string = (text) => text;
const prototype = Object.getPrototypeOf(mysql.Connection.prototype) as { query: Query };
const { query } = prototype;
prototype.query = function watched(sql, ...rest) {
  if (typeof sql !== 'string' || !sql.startsWith('BEGIN; ')) return query.call(this, sql, ...rest);
  packets.push({ text: sql });
  return query.call(this, alter(sql), ...rest);
};
afterAll(() => {
  prototype.query = query;
});

const isAhead = ({ text }: { text: string }) => /^BEGIN; UPDATE ledger_head .*; COMMIT; SELECT '\w+' AS nonce$/s.test(text);

describe('batches written ahead', () => {
  let books: LedgerFixture;
  let ledger: GroupCommitLedger;
  let store: LedgerStore;
  let [ada, ben] = ['', ''];

  beforeAll(async () => {
    books = await openLedger('mysql');
  });
  afterAll(() => books.close());
  /** A ledger that has been alone for two batches and knows both wallets. */
  beforeEach(async () => {
    ledger = books.anotherLedger((made) => (store = made));
    [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    await ledger.commit(movement(ada, ben, 10));
    await ledger.commit(movement(ada, ben, 10));
    packets.length = 0;
    alter = (text) => text;
  });

  const balances = async () => [await books.wallets.balanceOf(ada), await books.wallets.balanceOf(ben)];

  it('are one packet each', async () => {
    await ledger.commit(movement(ada, ben, 10));
    await ledger.commit(movement(ada, ben, 10));
    expect(packets.map(isAhead)).toEqual([true, true]);
    expect(await balances()).toEqual([960, 40]);
  });

  it('are decided again on what another process wrote, which is read from the chain, and are written ahead again', async () => {
    const eve = await books.wallet(0);
    for (let turn = 0; turn < 3; turn++) await ledger.commit(movement(ben, eve, 1));
    await books.ledger.commit(movement('system:suspense', ada, 100));
    packets.length = 0;
    await ledger.commit(movement(ada, ben, 10));
    await ledger.commit(movement(ada, ben, 10));
    await ledger.commit(movement(ben, eve, 1));
    expect(packets.map(isAhead)).toEqual([true, true, true, true]);
    expect([...(await balances()), await books.wallets.balanceOf(eve)]).toEqual([1_060, 36, 4]);
  });

  it('do not use a cached account that another process changed', async () => {
    const eve = await books.wallet(0);
    for (let turn = 0; turn < 3; turn++) await ledger.commit(movement(ben, eve, 1));
    await books.ledger.commit(movement(ada, 'system:suspense', 900));
    for (let turn = 0; turn < 3; turn++) await ledger.commit(movement(ben, eve, 1));
    await expect(ledger.commit(movement(ada, ben, 500))).rejects.toMatchObject({ failure: 'ledger.insufficient_funds' });
    await ledger.commit(movement(ada, ben, 80));
    expect(await balances()).toEqual([0, 94]);
  });

  it('read where an idempotency key must be looked up', async () => {
    const command = movement(ada, ben, 10);
    await ledger.commit(command);
    await ledger.commit(command);
    expect(packets.map(isAhead)).toEqual([true, false]);
  });

  it('continue after a request executed by another process', async () => {
    const key = request();
    await books.ledger.commit(movement(ada, ben, 10, { idempotencyKey: key }));
    for (let turn = 0; turn < 2; turn++) await ledger.commit(movement(ada, ben, 10));
    await ledger.commit(movement(ada, ben, 10, { idempotencyKey: key }));
    packets.length = 0;
    await ledger.commit(movement(ada, ben, 10));
    expect(packets.map(isAhead)).toEqual([true]);
    expect(await balances()).toEqual([940, 60]);
  });

  it('hold rows that they update from before the head on, and write none for a stale command', async () => {
    const update = (id: string) => [{ table: 'ledger_account', key: { id }, set: { recorded: 7 } }];
    expect(await ledger.commit(movement(ada, ben, 10, { updates: update('nobody') }))).toBe('stale');
    expect(packets.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^BEGIN; SELECT id FROM .* SKIP LOCKED; SELECT '\w+' AS nonce$/),
    ]);
    await ledger.commit(movement(ada, ben, 10, { updates: update(ben) }));
    expect(packets.slice(1).map(({ text }) => text.slice(0, 16))).toEqual(['BEGIN; SELECT id']);
    expect(await balances()).toEqual([970, 30]);
  });

  it('are sent while the previous one is running', async () => {
    const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => ledger.commit(movement(ada, ben, 1))));
    const others = await Promise.all(Array.from({ length: 20 }, () => books.wallet(0)));
    // Enough accounts that a second connection is opened beside the work.
    for (let turn = 0; turn < 4; turn++) await Promise.all(others.map((other) => ledger.commit(movement(ada, other, 1))));
    await expect.poll(() => store.maxConcurrentBatches).toBe(2);
    packets.length = 0;
    const holder = books.dataSource.createQueryRunner();
    await holder.query("DO GET_LOCK('until the second is sent', 0)");
    // The first alone waits for the lock, which is free once the second is sent.
    alter = (text) => {
      alter = (next) => next;
      return text.replace('; INSERT', "; DO GET_LOCK('until the second is sent', 300); INSERT");
    };
    const first = crowd(1);
    await until(() => packets.length === 1);
    const second = crowd(16);
    await until(() => packets.length === 2);
    await holder.query("DO RELEASE_LOCK('until the second is sent')");
    await holder.release();
    await Promise.all([first, second]);
    expect(packets.map(isAhead)).toEqual([true, true]);
  });

  it('are used under concurrency once the accounts were read', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => books.wallet(1_000)));
    const everybodyPays = () =>
      Promise.all(people.map((from, index) => ledger.commit(movement(from, people[(index + 1) % people.length]!, 1))));
    for (let turn = 0; turn < 5; turn++) await everybodyPays();
    packets.length = 0;
    await everybodyPays();
    expect(packets.map(isAhead)).not.toContain(false);
  });

  it('are not used without a head, as during a restore', async () => {
    await books.database.rowsOnce('CREATE TABLE kept AS SELECT * FROM ledger_head');
    await books.database.rowsOnce('DELETE FROM ledger_head');
    await expect(ledger.commit(movement(ada, ben, 10))).rejects.toThrow('the ledger has no head');
    await books.database.rowsOnce('INSERT INTO ledger_head SELECT * FROM kept');
    await ledger.commit(movement(ada, ben, 10));
    expect(await balances()).toEqual([970, 30]);
  });

  it('leave a ledger that verifies', async () => {
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('are not used on another chain of the same length, as of a restored backup', async () => {
    const eve = await books.wallet(0);
    const rows = new ForgedBooks(books);
    await rows.dropTriggers();
    const backup = await rows.save();
    await ledger.commit(movement(ada, eve, 100));
    await ledger.commit(movement(ada, eve, 100));
    await rows.restore(backup);
    const other = books.anotherLedger();
    for (let turn = 0; turn < 2; turn++) await other.commit(movement(ada, 'system:suspense', 480));
    await expect(ledger.commit(movement(ada, ben, 500))).rejects.toMatchObject({ failure: 'ledger.insufficient_funds' });
    for (let turn = 0; turn < 3; turn++) await ledger.commit(movement(ada, ben, 1));
    await expect(ledger.commit(movement(eve, ben, 50))).rejects.toMatchObject({ failure: 'ledger.insufficient_funds' });
    expect(await balances()).toEqual([17, 23]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });
});
