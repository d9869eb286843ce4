import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, SystemClock } from '../../src/kernel/clock.js';
import { firstIdAt, newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import { endingJournal, providerClearing, providerHeld } from '../../src/ledger/index.js';
import { SqlCheckpoints } from '../../src/ledger/chain/adapters/sql/sql-checkpoints.js';
import type { LedgerVerdict } from '../../src/ledger/chain/application/verify-ledger.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { BACKENDS, makeBackend } from '../support/backend.js';
import { movement, openLedger, request, type LedgerFixture } from '../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';
import { verifierOf } from './verify.js';

describe.each(BACKENDS)('checkpoints of ledger:verify on %s', (backend) => {
  let books: LedgerFixture;
  let [ada, ben]: string[] = [];

  beforeAll(async () => {
    books = await openLedger(backend);
    [ada, ben] = [await books.wallet(100_000), await books.wallet(50_000)];
    await new ForgedBooks(books).dropTriggers();
    await books.dataSource.query('DROP TRIGGER ledger_hold_no_update');
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
    expect(await since()).toMatchObject({ ok: true, since: 2, batches: 2, postings: 4, accounts: 3, requests: 2 });
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

  describe('of holds', () => {
    const HELD = providerHeld('one');
    const OWED = providerClearing('one');
    /** Ids of a day ago, so that they are not new. */
    let old = 0;
    const oldId = () => firstIdAt(Date.now() - DAY_MS).slice(0, 20) + String(++old).padStart(6, '0');
    const place = async (subject: string) => {
      const [paid, held] = [
        { account: ada!, amountKobo: kobo(-1_000), note: '' },
        { account: HELD, amountKobo: kobo(1_000), note: '' },
      ];
      const journal = { id: newId(), kind: 'purchase', subject, postings: [paid, held], holds: [] } as const;
      await books.ledger.commit({ idempotencyKey: request(), journal, response: null });
      return subject;
    };
    const end = async (subject: string, as: 'post' | 'reverse' = 'post') => {
      const notes = { [HELD]: '', [OWED]: '', [ada!]: '' };
      const journal = endingJournal(subject, as === 'post' ? { as, to: OWED, notes } : { as, notes });
      await books.ledger.commit({ idempotencyKey: request(), journal, response: null });
      return subject;
    };
    const change = (subject: string): [string, string] => {
      const sql = (column: string) => `UPDATE ledger_hold SET ${column} WHERE subject = '${subject}'`;
      return [sql("payer = 'somebody'"), sql(`payer = '${ada}'`)];
    };

    it('reads those that are open, or that ended since, and none that was over before', async () => {
      const [over, open, ending, returned] = [
        await end(await place(oldId())),
        await place(oldId()),
        await place(oldId()),
        oldId(),
      ];
      await end(await place(returned));
      await whole();
      await end(ending);
      await end(returned, 'reverse');
      for (const subject of [open, ending, returned])
        expect(await whileChanged([change(subject)], since)).toMatchObject({
          ok: false,
          wrong: { table: 'ledger_hold', key: subject, column: 'seal' },
        });
      expect(await whileChanged([change(over)])).toMatchObject({ ok: true });
      expect(await whileChanged([change(over)], whole)).toMatchObject({ ok: false, wrong: { key: over } });
      // What was verified when it ended is not read again.
      expect(await whileChanged([change(ending)])).toMatchObject({ ok: true });
      expect(await whileChanged([change(open)])).toMatchObject({ ok: false });
    });

    it('finds one that is missing, and one that is written back as it was before it ended', async () => {
      const [gone, again] = [await place(oldId()), await place(oldId())];
      await whole();
      const [before] = await books.database.rows<{ state: string; seal: string; left_kobo: number; shares: string }>(
        'SELECT * FROM ledger_hold WHERE subject = ?',
        [again],
      );
      await end(again);
      await whole();
      const [after] = await books.database.rows<typeof before & object>('SELECT * FROM ledger_hold WHERE subject = ?', [again]);
      const write = (row: NonNullable<typeof before>) =>
        `UPDATE ledger_hold SET state = '${row.state}', left_kobo = ${row.left_kobo}, shares = '${row.shares}', seal = '${row.seal}' WHERE subject = '${again}'`;
      expect(await whileChanged([[write(before!), write(after!)]])).toMatchObject({
        ok: false,
        wrong: { table: 'ledger_hold', key: again },
      });
      const rename: [string, string] = [
        `UPDATE ledger_hold SET state = 'none' WHERE subject = '${gone}'`,
        `UPDATE ledger_hold SET state = 'held' WHERE subject = '${gone}'`,
      ];
      expect(await whileChanged([rename])).toMatchObject({ ok: false });
      await end(gone);
      expect(await since()).toMatchObject({ ok: true });
    });
  });

  it('looks at the stored requests since, and not at those before', async () => {
    const pair = (key: string): [string, string] => {
      const sql = (state: string) => `UPDATE money_request SET state = '${state}' WHERE request_key = '${key}'`;
      return [sql('refused'), sql('answered')];
    };
    const newest = async () => {
      const sql = 'SELECT request_key AS name FROM money_request ORDER BY recorded DESC LIMIT 1';
      return (await books.database.rows<{ name: string }>(sql))[0]!.name;
    };
    await pay(10);
    const before = await newest();
    await pay(10);
    await whole();
    await pay(10);
    const after = await newest();
    expect(await whileChanged([pair(after)], since)).toMatchObject({
      ok: false,
      faults: [{ table: 'money_request', column: 'seal' }],
    });
    expect(await since()).toMatchObject({ ok: true });
    expect(await whileChanged([pair(before)])).toMatchObject({ ok: true });
    expect(await whileChanged([pair(before)], whole)).toMatchObject({ ok: false, wrong: { table: 'money_request' } });
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
