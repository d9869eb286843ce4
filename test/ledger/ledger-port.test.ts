import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, SpendingLimit } from '../../src/ledger/index.js';
import { Replayed } from '../../src/kernel/caller.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { type IdempotencyRecords, storedResult } from '../../src/kernel/idempotency-records.js';
import { newId } from '../../src/kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../src/kernel/row-changes.js';
import { SqlIdempotencyRecords } from '../../src/ledger/adapters/sql/sql-idempotency-records.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { type Engine, ENGINES } from '../support/backend.js';
import { startForwarding } from '../support/forwarding-fixture.js';
import { chainKeysOf, movement, openLedger, request } from '../support/ledger-fixture.js';
import { FakeLedger } from '../support/fake-ledger.js';

/** What the suite needs of an implementation. */
interface Subject {
  readonly ledger: Ledger;
  readonly requests: IdempotencyRecords;
  wallet(balanceKobo: number): Promise<string>;
  balanceOf(account: string): Promise<number | undefined>;
  /** The rows of a table that have this id. */
  rows(table: string, idColumn: string, id: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function onDatabase(engine: Engine): Promise<Subject> {
  const books = await openLedger(engine);
  return {
    ledger: books.ledger,
    requests: new SqlIdempotencyRecords(books.database, new SystemClock(), chainKeysOf(books.config)),
    wallet: (balanceKobo) => books.wallet(balanceKobo),
    balanceOf: (account) => books.wallets.balanceOf(account),
    rows: (table, column, id) => books.database.rows(`SELECT * FROM ${table} WHERE ${column} = ?`, [id]),
    close: () => books.close(),
  };
}

/** Every command is handed to another ledger on the same database. */
async function forwarded(): Promise<Subject> {
  const books = await openLedger('mysql', {}, [LeaseRow]);
  const writer = await startForwarding(books);
  const other = await startForwarding(books);
  return {
    ledger: other.forwarding.ledger,
    requests: new SqlIdempotencyRecords(books.database, new SystemClock(), chainKeysOf(books.config)),
    wallet: (balanceKobo) => books.wallet(balanceKobo),
    balanceOf: (account) => books.wallets.balanceOf(account),
    rows: (table, column, id) => books.database.rows(`SELECT * FROM ${table} WHERE ${column} = ?`, [id]),
    async close() {
      if (other.outcomes.answered === 0) throw new Error('nothing was handed to the writer');
      await other.close();
      await writer.close();
      await books.close();
    },
  };
}

function inMemory(): Promise<Subject> {
  const ledger = new FakeLedger();
  return Promise.resolve({
    ledger,
    requests: ledger.requests,
    wallet: (balanceKobo) => {
      const id = newId();
      ledger.open(id, balanceKobo);
      return Promise.resolve(id);
    },
    balanceOf: (account) => Promise.resolve(ledger.balanceOf(account)),
    rows: (table, column, id) => Promise.resolve(ledger.rows(table).filter((row) => row[column] === id)),
    close: () => Promise.resolve(),
  });
}

const IMPLEMENTATIONS: [string, () => Promise<Subject>][] = [
  ...ENGINES.map((engine): [string, () => Promise<Subject>] => [engine, () => onDatabase(engine)]),
  ['another process', forwarded],
  ['the fake', inMemory],
];

describe.each(IMPLEMENTATIONS)('Ledger on %s', (_, open) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.close());

  const committed = { committedAt: expect.any(Number) as number };
  const outboxRow = (id: string, name = 'none'): RowInsert => ({
    table: 'outbox',
    values: { id, name, data: '{}', recorded: COMMITTED_AT, queued_at: 1 },
  });

  it('moves money, and never dates a commit before an earlier one', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const first = await subject.ledger.commit(movement(ada, ben, 300));
    const second = await subject.ledger.commit(movement(ada, ben, 200));
    expect([first, second]).toEqual([committed, committed]);
    expect((second as { committedAt: number }).committedAt).toBeGreaterThanOrEqual(
      (first as { committedAt: number }).committedAt,
    );
    expect([await subject.balanceOf(ada), await subject.balanceOf(ben)]).toEqual([500, 500]);
  });

  it('commits a command once, however often it is sent', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const command = movement(ada, ben, 100);
    const results = await Promise.all(Array.from({ length: 10 }, () => subject.ledger.commit(command)));
    const replays = results.filter((result) => result instanceof Replayed);
    expect(replays).toHaveLength(9);
    for (const { record } of replays) expect(record).toMatchObject({ state: 'answered', response: command.response });
    expect(await subject.balanceOf(ben)).toBe(100);
  });

  it('replays under the fingerprint of the first command', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const key = newId();
    await subject.ledger.commit(movement(ada, ben, 100, { idempotencyKey: request(key, 'test', 'first') }));
    const again = await subject.ledger.commit(movement(ada, ben, 200, { idempotencyKey: request(key, 'test', 'second') }));
    expect((again as Replayed).record.fingerprint).toBe('first');
    expect(await subject.balanceOf(ben)).toBe(100);
  });

  it('keeps equal keys of different scopes apart', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(1_000)];
    const key = newId();
    const results = await Promise.all([
      subject.ledger.commit(movement(ada, ben, 10, { idempotencyKey: request(key, ada) })),
      subject.ledger.commit(movement(ben, ada, 30, { idempotencyKey: request(key, ben) })),
    ]);
    expect(results).toEqual([committed, committed]);
    expect(await subject.balanceOf(ada)).toBe(1_020);
  });

  it.each([
    ['ledger.insufficient_funds', 5_000, undefined],
    ['ledger.unknown_account', 100, newId()],
  ])('refuses with %s, writes nothing and stores the refusal', async (failure, amountKobo, receiver) => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const id = newId();
    const command = movement(ada, receiver ?? ben, amountKobo, { inserts: [outboxRow(id)] });
    await expect(subject.ledger.commit(command)).rejects.toMatchObject({ failure, remembered: true });
    expect(await subject.rows('outbox', 'id', id)).toEqual([]);
    expect(await subject.balanceOf(ada)).toBe(1_000);
    await subject.ledger.commit(movement('system:suspense', ada, 100_000));
    const again = await subject.ledger.commit(command);
    expect((again as Replayed).record).toMatchObject({ state: 'refused', response: { name: failure } });
  });

  it('throws for a journal that does not balance', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const command = movement(ada, ben, 100);
    const { journal } = command;
    const unbalanced = { ...command, journal: { ...journal!, postings: journal!.postings.slice(0, 1) } };
    expect(() => subject.ledger.commit(unbalanced)).toThrow(RangeError);
    expect(await subject.balanceOf(ada)).toBe(1_000);
  });

  it('commits inserts, updates and increments with the money, dated by the commit', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const id = newId();
    const increments = [{ table: 'user_trade', key: { user_id: ada }, add: { purchases: 1, volume_kobo: 100 } }];
    const receipt = await subject.ledger.commit(movement(ada, ben, 100, { inserts: [outboxRow(id)], increments }));
    const { committedAt } = receipt as { committedAt: number };
    expect(await subject.rows('outbox', 'id', id)).toMatchObject([{ name: 'none', recorded: committedAt }]);
    const updates = [{ table: 'outbox', key: { id, name: 'none' }, set: { name: 'changed' } }];
    await subject.ledger.commit(movement(ada, ben, 100, { updates, increments }));
    expect(await subject.rows('outbox', 'id', id)).toMatchObject([{ name: 'changed', recorded: committedAt }]);
    expect(await subject.rows('user_trade', 'user_id', ada)).toMatchObject([{ purchases: 2, volume_kobo: 200 }]);
  });

  it('answers stale where a row is not as its key says, writes nothing, and takes the same command again', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const id = newId();
    const command = movement(ada, ben, 100, {
      updates: [{ table: 'outbox', key: { id, name: 'ready' }, set: { name: 'done' } }],
    });
    expect(await subject.ledger.commit(command)).toBe('stale');
    expect(await subject.balanceOf(ben)).toBe(0);
    expect(await subject.requests.find(command.idempotencyKey)).toBeUndefined();
    await subject.ledger.commit(movement(ada, ben, 1, { inserts: [outboxRow(id, 'ready')] }));
    expect(await subject.ledger.commit(command)).toEqual(committed);
    // The row has changed, and the command is known all the same.
    expect(await subject.ledger.commit(command)).toBeInstanceOf(Replayed);
    expect(await subject.balanceOf(ben)).toBe(101);
  });

  describe('with limits', () => {
    const DAY_END = Date.now() + 86_400_000;
    const refusal = { name: 'test.limit', kind: 'refused' as const, text: '{remaining} remain' };
    const spending = (account: string, limitKobo: number, spentKobo = 0, untilMs = DAY_END): SpendingLimit => ({
      account,
      seq: 1,
      postedAt: 0,
      periods: [{ fromMs: 0, untilMs, limitKobo, spentKobo, refusal }],
    });

    it('refuses what exceeds the rest of a spending limit, whatever was spent since it was read', async () => {
      const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
      const pay = (amountKobo: number, spentKobo = 0) =>
        subject.ledger.commit(movement(ada, ben, amountKobo, { spendingLimit: spending(ada, 100, spentKobo) }));
      await expect(pay(90, 20)).rejects.toMatchObject({ failure: 'test.limit', message: '0.80 Naira remain', remembered: true });
      expect(await pay(60)).toEqual(committed);
      await expect(pay(41)).rejects.toMatchObject({ message: '0.40 Naira remain' });
      // Money that comes in, and debits of other kinds, do not count.
      await subject.ledger.commit(movement(ben, ada, 50));
      await subject.ledger.commit({
        ...movement(ada, ben, 10),
        journal: { ...movement(ada, ben, 10).journal!, kind: 'reversal' },
      });
      expect(await pay(40)).toEqual(committed);
      await expect(pay(1)).rejects.toMatchObject({ message: '0.00 Naira remain' });
      expect(await subject.balanceOf(ada)).toBe(940);
    });

    it('answers stale after the end of a period', async () => {
      const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
      const command = movement(ada, ben, 10, { spendingLimit: spending(ada, 100, 0, Date.now()) });
      expect(await subject.ledger.commit(command)).toBe('stale');
      expect(await subject.requests.find(command.idempotencyKey)).toBeUndefined();
      expect(await subject.ledger.commit({ ...command, spendingLimit: spending(ada, 100) })).toEqual(committed);
    });

    it('never lets commands at once exceed a spending limit', async () => {
      const [ada, ben] = [await subject.wallet(10_000), await subject.wallet(0)];
      const paid = await Promise.allSettled(
        Array.from({ length: 30 }, () => subject.ledger.commit(movement(ada, ben, 70, { spendingLimit: spending(ada, 1_000) }))),
      );
      expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
      expect(await subject.balanceOf(ben)).toBe(980);
    });

    it('refuses what lifts an account above its balance limit', async () => {
      const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(50)];
      const balanceLimit = { account: ben, limitKobo: 100, refusal };
      const paid = await Promise.allSettled(
        Array.from({ length: 4 }, () => subject.ledger.commit(movement(ada, ben, 20, { balanceLimit }))),
      );
      expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect([await subject.balanceOf(ada), await subject.balanceOf(ben)]).toEqual([960, 90]);
    });
  });

  it('keeps a command without a response pending until its first answer', async () => {
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const { response: _response, ...command } = movement(ada, ben, 100, { subjectId: newId() });
    await subject.ledger.commit(command);
    const { idempotencyKey, subjectId } = command;
    expect((await subject.requests.find(idempotencyKey))?.record).toMatchObject({ state: 'pending', subjectId });
    await subject.requests.answer(idempotencyKey, storedResult('first'));
    await subject.requests.answer(idempotencyKey, storedResult('second'));
    await subject.requests.refuse(idempotencyKey, { name: 'ledger.other', text: 'Other' });
    const answered = { state: 'answered', response: storedResult('first'), subjectId };
    expect((await subject.requests.find(idempotencyKey))?.record).toMatchObject(answered);
    expect(((await subject.ledger.commit(command)) as Replayed).record).toMatchObject(answered);
  });

  it('stores a refusal for a key without a record, and for a pending one', async () => {
    const refusal = { name: 'ledger.other', text: 'Other' };
    const unknown = request();
    await subject.requests.refuse(unknown, refusal);
    await subject.requests.refuse(unknown, { ...refusal, text: 'Another' });
    expect((await subject.requests.find(unknown))?.record).toMatchObject({ state: 'refused', response: refusal });
    const [ada, ben] = [await subject.wallet(1_000), await subject.wallet(0)];
    const { response: _response, ...command } = movement(ada, ben, 100);
    await subject.ledger.commit(command);
    await subject.requests.refuse(command.idempotencyKey, refusal);
    expect((await subject.requests.find(command.idempotencyKey))?.record).toMatchObject({ state: 'refused', response: refusal });
  });
});
