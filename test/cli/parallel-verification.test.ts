import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredChainKeys } from '../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import type { LedgerVerdict } from '../../src/ledger/chain/application/verify-ledger.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { writeBooks } from '../../packages/bench/books/write-books.js';
import { type Compiled, compile } from '../faults/compiled.js';
import { BACKENDS } from '../support/backend.js';
import { chainKeysOf, type LedgerFixture, openLedger } from '../support/ledger-fixture.js';

const run = promisify(execFile);
const FROM = Date.UTC(2024, 0, 1);
/** One journal each, so that there are several ranges of 500. */
const POSTINGS = 3_500;

describe.each(BACKENDS)('ledger:verify in threads on %s', (backend) => {
  let books: LedgerFixture;
  let compiled: Compiled;
  beforeAll(async () => {
    compiled = await compile();
    books = await openLedger(backend);
    const keys = chainKeysOf(books.config);
    await new StoredChainKeys(books.database, keys, new SystemClock()).prepare();
    const plan = { postings: POSTINGS, wallets: 20, from: FROM, to: FROM + 86_400_000, mostCommands: 1 };
    await writeBooks(plan, keys.current, (sql) => books.dataSource.query(sql));
  });
  afterAll(() => books.close());

  async function verify(...options: string[]): Promise<LedgerVerdict> {
    const args = [compiled.file('src/cli.ts'), 'ledger:verify', '--json', ...options];
    const env = { ...process.env, ...books.environment };
    const { stdout } = await run(process.execPath, args, { env }).catch((error: { stdout: string }) => error);
    return JSON.parse(stdout) as LedgerVerdict;
  }

  it('comes to the same as in one, also with wrong rows in different ranges', async () => {
    const alone = await verify();
    expect(alone).toMatchObject({ ok: true });
    expect(alone.batches).toBeGreaterThan(1_000);
    expect(await verify('--workers', '2')).toEqual(alone);
    for (const event of ['update', 'delete']) await books.dataSource.query(`DROP TRIGGER posting_no_${event}`);
    await books.dataSource.query("UPDATE posting SET note = 'forged' WHERE batch_no = 700 AND line = 0");
    const wrong = { table: 'ledger_batch', key: '700', column: 'hash' };
    await books.dataSource.query("UPDATE posting SET note = 'forged' WHERE batch_no = 1300 AND line = 0");
    const inThreads = await verify('--workers', '2');
    expect(inThreads).toMatchObject({ ok: false, batches: alone.batches, wrong, faultCount: 2 });
    expect(inThreads.faults.map(({ key }) => key)).toEqual(['700', '1300']);
    expect(await verify()).toEqual(inThreads);
  });
});
