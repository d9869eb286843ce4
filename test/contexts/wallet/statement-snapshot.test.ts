import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqlHistorySnapshots } from '../../../src/ledger/adapters/sql/sql-history-snapshots.js';
import { openSnapshot, snapshotSource } from '../../../src/ledger/chain/adapters/sql/open-snapshot.js';
import type { SnapshotReader } from '../../../src/ledger/chain/adapters/sql/snapshots.js';
import { ExportStatement, type Statement, StatementFormat } from '../../../src/contexts/wallet/statements.js';
import { SystemClock } from '../../../src/kernel/clock.js';
import { ENGINES } from '../../support/backend.js';
import { archiveOf, movement, openLedger, type LedgerFixture } from '../../support/ledger-fixture.js';

class Sums extends StatementFormat {
  async *write({ openingKobo, closingKobo, entries }: Statement): AsyncIterable<Uint8Array> {
    let sum: number = openingKobo;
    for await (const { amountKobo } of entries) sum += amountKobo;
    yield Buffer.from(JSON.stringify({ openingKobo, sum, closingKobo }));
  }
}

describe.each(ENGINES)('a statement on %s', (backend) => {
  let books: LedgerFixture;
  let wallet: string;
  beforeAll(async () => {
    books = await openLedger(backend);
    wallet = await books.wallet(1_000);
  });
  afterAll(() => books.close());

  const pay = () => books.ledger.commit(movement('system:suspense', wallet, 5));

  /** A reader before each of whose statements somebody is paid. */
  async function openReader(): Promise<SnapshotReader> {
    const reader = await openSnapshot(snapshotSource(books.config));
    return {
      ...reader,
      rows: async <Row>(sql: string, values: readonly (string | number)[]) => {
        await pay();
        return reader.rows<Row>(sql, values);
      },
    };
  }

  it.each([
    ['the whole past', 0],
    ['a time to come', Date.now() + 3_600_000],
  ])('of %s adds up while money moves', async (_, from) => {
    const format = new Sums();
    const statement = new ExportStatement(new SqlHistorySnapshots(openReader, archiveOf(books.config)), new SystemClock(), {
      csv: format,
      pdf: format,
    });
    const holder = { name: 'Ada Obi', email: 'ada@example.com', referenceId: 'ABCD2345' };
    const to = Date.now() + 7_200_000;
    const chunks: Uint8Array[] = [];
    for await (const chunk of statement.execute({ account: wallet, holder, from, to, format: 'csv' })) chunks.push(chunk);
    const { sum, closingKobo } = JSON.parse(Buffer.concat(chunks).toString()) as { sum: number; closingKobo: number };
    expect(sum).toBe(closingKobo);
    expect(await books.wallets.balanceOf(wallet)).toBeGreaterThan(closingKobo);
  });
});
