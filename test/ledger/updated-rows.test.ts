import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';

const ROWS = 40;
const TEXTS = ['plain', "a 'quote' and a \\", 'Zoë ₦ 😀', '', 'NULL'];

describe.each(BACKENDS)('rows that the commands of a batch change on %s', (backend) => {
  let books: LedgerFixture;
  const ids = Array.from({ length: ROWS }, () => newId());
  beforeAll(async () => {
    books = await openLedger(backend);
    const columns = 'id VARCHAR(40) PRIMARY KEY, state INT NOT NULL, text VARCHAR(80), ended BIGINT, amount BIGINT NOT NULL';
    await books.dataSource.query(`CREATE TABLE changed_rows (${columns})`);
    for (const id of ids) await books.dataSource.query('INSERT INTO changed_rows VALUES (?, 0, NULL, 7, 0)', [id]);
  });
  afterAll(() => books.close());

  const rows = () => books.database.rows('SELECT id, state, text, ended, amount FROM changed_rows ORDER BY id');

  it('are all as their command says, also where it changes nothing, and twice in a batch', async () => {
    const [ada, ben] = [await books.wallet(100_000), await books.wallet(0)];
    const expected = ids.map((id, at) => ({
      id,
      state: at % 2 === 0 ? 1 : 2,
      text: TEXTS[at % TEXTS.length]!,
      ended: null,
      amount: at === 3 ? 0 : 9_007_199_254_740_000 + at,
    }));
    const commits = expected.flatMap(({ id, state, ...set }) => {
      const first = { table: 'changed_rows', key: { id, state: 0 }, set: { state: 1, ...set } };
      const next = { table: 'changed_rows', key: { id }, set: { state } };
      return state === 1 ? [{ updates: [first] }] : [{ updates: [first] }, { updates: [next] }];
    });
    await Promise.all(commits.map((more) => books.ledger.commit(movement(ada, ben, 1, more))));
    expect(await rows()).toEqual(expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
    expect(await books.wallets.balanceOf(ben)).toBe(commits.length);
  });

  it('are left where one does not match any more, and the others are changed', async () => {
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    const now = (await rows()) as { id: string; state: number }[];
    const commits = now.map(({ id, state }, at) => {
      const update = { table: 'changed_rows', key: { id, state: at === 5 ? 9 : state }, set: { state: 3, amount: 3 } };
      return books.ledger.commit(movement(ada, ben, 1, { updates: [update] }));
    });
    const results = await Promise.all(commits);
    expect(results.flatMap((result, at) => (result === 'stale' ? [at] : []))).toEqual([5]);
    expect(((await rows()) as { state: number }[]).filter(({ state }) => state === 3)).toHaveLength(ROWS - 1);
    expect(await books.wallets.balanceOf(ben)).toBe(ROWS - 1);
  });
});
