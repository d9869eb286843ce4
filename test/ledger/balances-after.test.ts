import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, openLedger } from '../support/ledger-fixture.js';
import { QueryPlans } from '../support/query-plans.js';
import { writeMonths } from './support/archived-books.js';

/** As many as consumers read at once. */
const CHUNK = 500;

describe.each(BACKENDS)('balances after a chunk of journals on %s', (backend) => {
  let books: LedgerFixture;

  beforeAll(async () => {
    books = await openLedger(backend);
    await writeMonths(books, { postings: 12_000, wallets: 40, mostCommands: 32 });
    await books.dataSource.query(backend === 'mysql' ? 'ANALYZE TABLE journal, posting' : 'ANALYZE');
  });
  afterAll(() => books.close());

  it('are those of the postings, which are read without any of other batches', async () => {
    const journals = await books.dataSource.query<{ id: string; batch_no: number }[]>(
      'SELECT id, batch_no FROM journal ORDER BY batch_no DESC, position DESC LIMIT ?',
      [CHUNK],
    );
    const first = journals.at(-1)!.batch_no;
    const ids = journals.map(({ id }) => id);
    const plans = new QueryPlans(backend, books.database);
    const queries = await plans.queriesOf(() => books.database.transaction(() => books.wallets.balancesAfter(ids)));
    const [read] = queries.filter(({ sql }) => sql.includes('FROM posting'));
    const postings = await books.dataSource.query<{ id: string; account: string; balance: number | string }[]>(
      'SELECT journal_id AS id, account_id AS account, balance_kobo AS balance FROM posting WHERE batch_no >= ? ORDER BY batch_no, line',
      [first],
    );
    const balancesAfter = await books.wallets.balancesAfter(ids);
    // The last posting of an account in a journal counts.
    const last = new Map(
      postings.filter(({ id }) => ids.includes(id)).map(({ id, account, balance }) => [`${id}:${account}`, Number(balance)]),
    );
    expect([...last].every(([key, balance]) => balancesAfter(...(key.split(/:(.*)/) as [string, string])) === balance)).toBe(
      true,
    );
    expect(last.size).toBeGreaterThanOrEqual(2 * CHUNK);
    expect(await plans.rowsRead(read!)).toBeLessThan(postings.length + 200);
  });
});
