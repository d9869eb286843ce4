import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../src/kernel/clock.js';
import { SqlCheckpoints } from '../../src/ledger/chain/adapters/sql/sql-checkpoints.js';
import type { LedgerVerdict } from '../../src/ledger/chain/application/verify-ledger.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { BACKENDS, makeBackend } from '../support/backend.js';
import { movement, openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';
import { verifierOf } from './verify.js';

describe.each(BACKENDS)('checkpoints of ledger:verify on %s', (backend) => {
  let books: LedgerFixture;
  let [ada, ben]: string[] = [];

  beforeAll(async () => {
    books = await openLedger(backend);
    [ada, ben] = [await books.wallet(100_000), await books.wallet(50_000)];
    await new ForgedBooks(books).dropTriggers();
  });
  afterAll(() => books.close());

  const checkpoints = (config = books.config) =>
    new SqlCheckpoints(books.database, new SecretBox(new KeyRing(config)), new SystemClock());
  const whole = () => verifierOf(books.config, checkpoints()).execute();
  const since = () => verifierOf(books.config, checkpoints()).execute({ sinceCheckpoint: true });
  const pay = (kobo: number) => books.ledger.commit(movement(ada!, ben!, kobo));
  const headNo = async () => (await books.dataSource.query<{ no: number }[]>('SELECT batch_no AS no FROM ledger_head'))[0]!.no;

  /** What `verifyNow` says while rows are changed. */
  async function whileChanged(changes: readonly [change: string, undo: string][], verifyNow = since): Promise<LedgerVerdict> {
    for (const [change] of changes) await books.dataSource.query(change);
    try {
      return await verifyNow();
    } finally {
      for (const [, undo] of changes) await books.dataSource.query(undo);
    }
  }
  const add = (account: string, kobo: number): [string, string] => {
    const sql = (sign: string) => `UPDATE ledger_account SET balance_kobo = balance_kobo ${sign} ${kobo} WHERE id = '${account}'`;
    return [sql('+'), sql('-')];
  };
  const note = (batchNo: number): [string, string] => {
    const sql = (column: string) => `UPDATE posting SET note = ${column} WHERE batch_no = ${batchNo} AND line = 0`;
    return [sql("'forged'"), sql(`'to ${ben}'`)];
  };

  it('verifies only what came after the last one, and everything where there is none', async () => {
    const first = await since();
    expect(first).toMatchObject({ ok: true, batches: 2, postings: 4 });
    expect(first.since).toBeUndefined();
    await pay(100);
    await pay(200);
    expect(await since()).toMatchObject({ ok: true, since: 2, batches: 2, postings: 4, accounts: 3, requests: 0 });
    expect(await since()).toMatchObject({ ok: true, since: 4, batches: 0, accounts: 3 });
  });

  it('finds a changed balance of an account that did not move since', async () => {
    await whole();
    await pay(100);
    const verdict = await whileChanged([add('system:suspense', 1)]);
    expect(verdict).toMatchObject({ ok: false, wrong: { table: 'ledger_account', key: 'system:suspense' } });
  });

  it('finds two balances that were changed by the same amount', async () => {
    await whole();
    const { ok, wrong } = await whileChanged([add(ada!, 100), add(ben!, -100)]);
    expect(ok).toBe(false);
    expect(wrong).toMatchObject({ table: 'ledger_account', column: 'balance_kobo' });
  });

  it('finds a wrong batch since, and keeps the checkpoint before it', async () => {
    await whole();
    const before = await headNo();
    await pay(100);
    const verdict = await whileChanged([note(before + 1)]);
    expect(verdict).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: String(before + 1), column: 'hash' } });
    expect(await checkpoints().last()).toMatchObject({ end: { batchNo: before } });
  });

  it('does not look at what is older, which a whole verification finds', async () => {
    await whole();
    const before = await headNo();
    await pay(200);
    expect(await whileChanged([note(3)])).toMatchObject({ ok: true, since: before });
    expect(await whileChanged([note(3)], whole)).toMatchObject({ ok: false, wrong: { key: '3', column: 'hash' } });
  });

  it('trusts no checkpoint that was made under another key', async () => {
    const stranger = makeBackend('sqlite', { APP_KEY: Buffer.alloc(32, 7).toString('base64') });
    await whole();
    const own = (await checkpoints().last())!;
    await checkpoints(stranger.config).record(own);
    await stranger.remove();
    const verdict = await since();
    expect(verdict).toMatchObject({ ok: true, batches: await headNo() });
    expect(verdict.since).toBeUndefined();
  });

  it('finds a chain that no longer passes through the checkpoint, and one that passes without what was checked', async () => {
    await whole();
    const { end, accounts, ...rest } = (await checkpoints().last())!;
    await checkpoints().record({ ...rest, accounts, end: { ...end, hash: 'f'.repeat(64) } });
    expect(await since()).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', column: 'hash' } });
    await checkpoints().record({ ...rest, end, accounts: accounts.map(() => 0) });
    expect(await since()).toMatchObject({ ok: false, wrong: { table: 'ledger_checkpoint' } });
    expect(await since()).toMatchObject({ ok: true });
  });
});
