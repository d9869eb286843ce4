import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Replayed } from '../../src/kernel/caller.js';
import { newId } from '../../src/kernel/ids.js';
import { BACKENDS, IS_TIDB } from '../support/backend.js';
import { movement, openLedger, recordKeyIn, request, type LedgerFixture } from '../support/ledger-fixture.js';
import { verify } from './verify.js';

/** Triggers refuse them; TiDB has none. */
const CHANGES = ['UPDATE posting SET amount_kobo = 1 WHERE account_id = ?', 'DELETE FROM posting WHERE account_id = ?'];

describe.each(BACKENDS)('ledger on %s', (backend) => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger(backend);
  });
  afterAll(() => books.close());

  it('moves money and updates balance, history and sequence together', async () => {
    const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
    const result = await books.ledger.commit(movement(ada, ben, 2_500));
    expect(result).toMatchObject({ committedAt: expect.any(Number) as number });
    expect(await books.wallets.balanceOf(ada)).toBe(7_500);
    expect(await books.wallets.balanceOf(ben)).toBe(2_500);
    const postings = await books.database.rows(
      'SELECT seq, amount_kobo, balance_kobo FROM posting WHERE account_id = ? ORDER BY seq',
      [ada],
    );
    expect(postings).toEqual([
      { seq: 1, amount_kobo: 10_000, balance_kobo: 10_000 },
      { seq: 2, amount_kobo: -2_500, balance_kobo: 7_500 },
    ]);
  });

  it('refuses insufficient funds, stores the refusal, and commits the rest of the batch', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const poor = movement(ada, ben, 5_000);
    const [refused, accepted] = await Promise.allSettled([
      books.ledger.commit(poor),
      books.ledger.commit(movement(ada, ben, 400)),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { failure: 'ledger.insufficient_funds', remembered: true } });
    expect(accepted.status).toBe('fulfilled');
    expect(await books.wallets.balanceOf(ada)).toBe(600);
    await books.ledger.commit(movement('system:suspense', ada, 100_000));
    const again = await books.ledger.commit(poor);
    expect(again).toBeInstanceOf(Replayed);
    expect((again as Replayed).record).toMatchObject({ state: 'refused', response: { name: 'ledger.insufficient_funds' } });
  });

  it('executes one request once, whatever the process', async () => {
    const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
    const other = books.anotherLedger();
    const command = movement(ada, ben, 100);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? other : books.ledger).commit(command)),
    );
    expect(results.filter((result) => !(result instanceof Replayed))).toHaveLength(1);
    for (const replayed of results.filter((result) => result instanceof Replayed))
      expect(replayed.record.response).toEqual(command.response);
    expect(await books.wallets.balanceOf(ben)).toBe(100);
  });

  it('decides by the balance that another process committed, not by its cache', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const other = books.anotherLedger();
    const alone = async () => {
      for (let turn = 0; turn < 3; turn++) await books.ledger.commit(movement(ada, ben, 10));
    };
    await alone();
    await other.commit(movement(ada, ben, 900));
    await expect(books.ledger.commit(movement(ada, ben, 500))).rejects.toMatchObject({ failure: 'ledger.insufficient_funds' });
    await alone();
    await other.commit(movement(ben, ada, 900));
    await books.ledger.commit(movement(ada, ben, 500));
    expect([await books.wallets.balanceOf(ada), await books.wallets.balanceOf(ben)]).toEqual([440, 560]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('refuses a journal that does not balance and a wallet that does not exist', async () => {
    const ada = await books.wallet(1_000);
    expect(() => books.ledger.commit(movement(ada, ada, 0))).toThrow(RangeError);
    await expect(books.ledger.commit(movement(ada, newId(), 100))).rejects.toMatchObject({ failure: 'ledger.unknown_account' });
    expect(await books.wallets.balanceOf(ada)).toBe(1_000);
  });

  it('answers stale for a command whose row is not as its key says, and commits the rest of the batch at once', async () => {
    const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
    const account = (id: string, kind: string) => [{ table: 'ledger_account', key: { id, kind }, set: { recorded: 1 } }];
    const id = newId();
    const stale = movement(ada, ben, 100, {
      updates: account(ben, 'system'),
      inserts: [{ table: 'outbox', values: { id, name: 'none', data: '{}', recorded: 1, queued_at: 1 } }],
    });
    const commands = [movement(ada, ben, 100, { updates: account(ada, 'wallet') }), stale, movement(ada, ben, 100)];
    const [head] = await books.database.rows<{ batch_no: number }>('SELECT batch_no FROM ledger_head');
    const results = await Promise.all(commands.map((command) => books.ledger.commit(command)));
    const committed = { committedAt: expect.any(Number) as number };
    expect(results).toEqual([committed, 'stale', committed]);
    expect(await books.wallets.balanceOf(ben)).toBe(200);
    expect(await books.database.rows('SELECT batch_no FROM ledger_head')).toEqual([{ batch_no: head!.batch_no + 1 }]);
    expect(await books.database.rows('SELECT id FROM outbox WHERE id = ?', [id])).toEqual([]);
    expect(await books.database.rows('SELECT * FROM money_request WHERE request_key = ?', [recordKeyIn(books, stale)])).toEqual(
      [],
    );
  });

  it('commits one of two commands that expect the same row as it is, and answers stale to the other', async () => {
    const [ada, ben, row] = [await books.wallet(10_000), await books.wallet(0), await books.wallet(0)];
    const updates = [{ table: 'ledger_account', key: { id: row, kind: 'wallet' }, set: { kind: 'system' } }];
    const pay = () => movement(ada, ben, 100, { updates });
    const ledgers = [books.ledger, books.ledger, books.anotherLedger()];
    const results = await Promise.all(ledgers.map((ledger) => ledger.commit(pay())));
    expect(results.filter((result) => result === 'stale')).toHaveLength(2);
    expect(await books.wallets.balanceOf(ben)).toBe(100);
  });

  it('answers a repeat from the first answer, though the first changed the row', async () => {
    const [ada, ben, row] = [await books.wallet(10_000), await books.wallet(0), await books.wallet(0)];
    const updates = [{ table: 'ledger_account', key: { id: row, kind: 'wallet' }, set: { kind: 'system' } }];
    const command = movement(ada, ben, 100, { updates });
    await books.ledger.commit(command);
    expect(await books.anotherLedger().commit(command)).toBeInstanceOf(Replayed);
  });

  it('isolates a command that fails its batch', async () => {
    const [ada, ben] = [await books.wallet(10_000), await books.wallet(0)];
    const poison = movement(ada, ben, 100, { inserts: [{ table: 'no_such_table', values: { id: 'x' } }] });
    const commands = [...Array.from({ length: 7 }, () => movement(ada, ben, 100)), poison, movement(ada, ben, 100)];
    const results = await Promise.allSettled(commands.map((command) => books.ledger.commit(command)));
    expect(results.map((result) => result.status)).toEqual([...Array<string>(7).fill('fulfilled'), 'rejected', 'fulfilled']);
    expect(await books.wallets.balanceOf(ben)).toBe(800);
  });

  it('refuses changes of posted rows', async () => {
    const ada = await books.wallet(1_000);
    for (const sql of IS_TIDB ? [] : CHANGES) {
      await expect(books.dataSource.query(sql, [ada])).rejects.toThrow(/append-only/);
    }
    await expect(books.dataSource.query('UPDATE ledger_account SET balance_kobo = -1 WHERE id = ?', [ada])).rejects.toThrow(
      /constraint/i,
    );
  });

  it('separates idempotency keys by user and action', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(1_000)];
    const [one, two] = [
      movement(ada, ben, 10, { idempotencyKey: request('same', ada) }),
      movement(ben, ada, 20, { idempotencyKey: request('same', ben) }),
    ];
    await Promise.all([books.ledger.commit(one), books.ledger.commit(two)]);
    expect(await books.wallets.balanceOf(ada)).toBe(1_010);
  });
});
