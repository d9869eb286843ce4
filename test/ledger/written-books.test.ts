import { describe, expect, it } from 'vitest';
import { StoredChainKeys } from '../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { writeBooks } from '../../packages/bench/books/write-books.js';
import { BACKENDS } from '../support/backend.js';
import { chainKeysOf, movement, openLedger } from '../support/ledger-fixture.js';
import { verify } from './verify.js';

const FROM = Date.UTC(2024, 0, 1);

describe.each(BACKENDS)('books of the benchmark on %s', (backend) => {
  it('are what the ledger would have written: they verify, and the ledger goes on from them', async () => {
    const books = await openLedger(backend);
    try {
      const keys = chainKeysOf(books.config);
      await new StoredChainKeys(books.database, keys, new SystemClock()).prepare();
      const plan = { postings: 1_000, wallets: 40, from: FROM, to: FROM + 86_400_000 };
      const written = await writeBooks(plan, keys.current, (sql) => books.dataSource.query(sql));
      const { postings, journals, batches, wallets } = written;
      expect(postings).toBeGreaterThanOrEqual(plan.postings);
      expect(await verify(books.config)).toMatchObject({ ok: true, postings, journals, batches, requests: journals });
      const [held] = await books.database.rows<{ posted: number }>(
        "SELECT COUNT(*) AS posted FROM ledger_hold WHERE state = 'posted'",
      );
      expect(held!.posted).toBeGreaterThan(0);
      await books.ledger.commit(movement(wallets[0]!, wallets[1]!, 100));
      expect(await verify(books.config)).toMatchObject({ ok: true, postings: postings + 2 });
    } finally {
      await books.close();
    }
  });
});
