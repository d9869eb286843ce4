import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import { BACKENDS } from '../support/backend.js';
import { chainKeysOf, type LedgerFixture, movement, openLedger, recordKeyIn } from '../support/ledger-fixture.js';
import { Replayed } from '../../src/kernel/caller.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { StoredChainKeys } from '../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import { SqlIdempotencyRecords } from '../../src/ledger/adapters/sql/sql-idempotency-records.js';
import { IdempotencyRecordRow } from '../../src/ledger/adapters/typeorm/ledger.rows.js';
import { idempotencyChecksum } from '../../src/ledger/domain/idempotency-checksum.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { Config } from '../../src/platform/config/config.js';
import { ForgedBooks } from './support/forged-books.js';
import { verify } from './verify.js';

const STOPPED = { failure: 'ledger.account_stopped', remembered: false };
const BROKEN = { failure: 'ledger.chain_broken', remembered: false };

describe.each(BACKENDS)('rows that are not proved, on %s', (backend) => {
  let books: LedgerFixture;
  /** A process that knows no account yet. */
  let other: GroupCommitLedger;
  let [ada, ben] = ['', ''];

  beforeAll(async () => {
    books = await openLedger(backend);
  });
  beforeEach(async () => {
    [ada, ben] = [await books.wallet(1_000), await books.wallet(500)];
    other = books.anotherLedger();
  });
  afterAll(() => books.close());

  const run = (sql: string, ...values: unknown[]) => books.dataSource.query<unknown[]>(sql, values);
  const balance = (id: string) => books.wallets.balanceOf(id);

  describe('accounts', () => {
    it('are not spent from where the balance is not that of the last posting, and all others are', async () => {
      await run('UPDATE ledger_account SET balance_kobo = 1000000 WHERE id = ?', ada);
      await expect(other.commit(movement(ada, ben, 900_000))).rejects.toMatchObject(STOPPED);
      const refused = await other.commit(movement(ada, ben, 1)).catch((error: { cause?: Error }) => error);
      expect(String((refused as { cause?: Error }).cause)).toContain(
        `ledger_account ${ada}, balance_kobo: 1000000 instead of 1000`,
      );
      await expect(other.commit(movement(ben, ada, 10))).rejects.toMatchObject(STOPPED);
      await other.commit(movement(ben, 'system:suspense', 100));
      expect([await balance(ada), await balance(ben)]).toEqual([1_000_000, 400]);
      await run('UPDATE ledger_account SET balance_kobo = 1000 WHERE id = ?', ada);
      await other.commit(movement(ada, ben, 900));
      expect([await balance(ada), await balance(ben)]).toEqual([100, 1_300]);
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('stop alone in a batch of many', async () => {
      await run('UPDATE ledger_account SET balance_kobo = 1000000 WHERE id = ?', ada);
      const commands = Array.from({ length: 20 }, (_, index) => movement(index % 2 ? ada : ben, 'system:suspense', 10));
      const results = await Promise.allSettled(commands.map((command) => other.commit(command)));
      expect(results.map(({ status }) => status)).toEqual(commands.map((_, index) => (index % 2 ? 'rejected' : 'fulfilled')));
      await run('UPDATE ledger_account SET balance_kobo = 1000 WHERE id = ?', ada);
    });

    it('are not spent from where the number of postings is another one, or there was none', async () => {
      const eve = await books.wallet(0);
      const zoe = await books.wallet(0);
      await run('UPDATE ledger_account SET seq = seq + 1 WHERE id = ?', ada);
      await run('UPDATE ledger_account SET balance_kobo = 1000000 WHERE id = ?', eve);
      await run('UPDATE ledger_account SET balance_kobo = 1000000, seq = 1 WHERE id = ?', zoe);
      for (const account of [ada, eve, zoe])
        await expect(other.commit(movement(account, ben, 10))).rejects.toMatchObject(STOPPED);
      await run('UPDATE ledger_account SET seq = seq - 1 WHERE id = ?', ada);
      await run('UPDATE ledger_account SET balance_kobo = 0, seq = 0 WHERE id IN (?, ?)', eve, zoe);
      await other.commit(movement(ada, ben, 10));
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('of the service do not begin anew where their row was taken away', async () => {
      await books.ledger.commit(movement(ada, 'system:fees', 10));
      const [row] = (await run("SELECT * FROM ledger_account WHERE id = 'system:fees'")) as [Record<string, unknown>];
      await run("DELETE FROM ledger_account WHERE id = 'system:fees'");
      await expect(other.commit(movement(ada, 'system:fees', 10))).rejects.toMatchObject(STOPPED);
      await run(`INSERT INTO ledger_account (${Object.keys(row).join()}) VALUES (?, ?, ?, ?, ?)`, ...Object.values(row));
      await other.commit(movement(ada, 'system:fees', 10));
    });
  });

  describe('idempotency records', () => {
    const recordOf = (command: LedgerCommand) => recordKeyIn(books, command);

    it('do not say which command they are of, and cannot be renamed while they are pending', async () => {
      const pending = movement(ada, ben, 1, { response: undefined });
      await other.commit(pending);
      const [record] = (await run('SELECT * FROM money_request WHERE request_key = ?', recordOf(pending))) as [object];
      expect(record).toMatchObject({ state: 'pending' });
      expect(JSON.stringify(record)).not.toContain(pending.idempotencyKey.key);
      for (const column of ['scope', 'action', 'request_key', 'digest', 'writer'])
        await expect(
          run(`UPDATE money_request SET ${column} = 'renamed' WHERE request_key = ?`, recordOf(pending)),
        ).rejects.toThrow('append-only');
      expect(await books.anotherLedger().commit(pending)).toBeInstanceOf(Replayed);
    });

    it('that were renamed, deleted, added or taken for one another are named by the verification', async () => {
      await new ForgedBooks(books).dropTriggers();
      const [one, two] = [movement(ada, ben, 1), movement(ada, ben, 2)];
      for (const command of [one, two]) await other.commit(command);
      const [first, second] = (await run(
        'SELECT * FROM money_request WHERE request_key IN (?, ?) ORDER BY recorded, request_key',
        recordOf(one),
        recordOf(two),
      )) as [Record<string, unknown>, Record<string, unknown>];
      const columns = Object.keys(first);
      const put = (row: Record<string, unknown>) =>
        run(`INSERT INTO money_request (${columns.join()}) VALUES (${columns.map(() => '?').join()})`, ...Object.values(row));
      const remove = ({ request_key: key }: Record<string, unknown>) =>
        run('DELETE FROM money_request WHERE request_key = ?', key);
      const found = async () => (await verify(books.config)).wrong;

      for (const column of ['scope', 'action', 'request_key']) {
        const renamed = { ...first, [column]: 'renamed' };
        await remove(first);
        await put(renamed);
        expect(await found()).toMatchObject({ table: 'money_request', column: 'seal' });
        await remove(renamed);
        await put(first);
      }
      await remove(first);
      expect(await found()).toMatchObject({ table: 'journal', column: 'id' });
      await put({ ...second, request_key: first['request_key'], journal_id: first['journal_id'] });
      expect(await found()).toMatchObject({ table: 'money_request', column: 'seal' });
      await remove(first);
      await put(first);
      await put({ ...first, request_key: 'another' });
      expect(await found()).toMatchObject({ table: 'money_request', key: expect.stringContaining('another') as string });
      await run("DELETE FROM money_request WHERE request_key = 'another'");
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('are named where somebody with the key of the records renamed one, because the chain has its name', async () => {
      const command = movement(ada, ben, 1);
      await other.commit(command);
      const key = recordOf(command);
      const records = books.database.repository(IdempotencyRecordRow);
      const row = await records.findOneByOrFail({ key });
      const renamed = { ...row, key: 'renamed' };
      const checksum = idempotencyChecksum(renamed, chainKeysOf(books.config).records);
      await run("UPDATE money_request SET request_key = 'renamed', seal = ? WHERE request_key = ?", checksum, key);
      expect((await verify(books.config)).wrong).toMatchObject({ table: 'money_request', column: 'request_key', expected: key });
      await run("UPDATE money_request SET request_key = ?, seal = ? WHERE request_key = 'renamed'", key, row.checksum);
      expect(await verify(books.config)).toMatchObject({ ok: true });
    });

    it('are found after the key of the chain was changed, and money is refused where their own key is gone', async () => {
      const command = movement(ada, ben, 1);
      await other.commit(command);
      const rotated = Config.load({ ...books.environment, LEDGER_KEY: randomBytes(32).toString('base64') });
      const keys = chainKeysOf(rotated);
      const prepared = new StoredChainKeys(books.database, keys, new SystemClock());
      await prepared.prepare();
      expect(keys.current.id).not.toBe(chainKeysOf(books.config).current.id);
      expect(await new SqlIdempotencyRecords(books.database, new SystemClock(), keys).find(command.idempotencyKey)).toBeDefined();
      const [row] = (await run("SELECT * FROM ledger_key WHERE id = 'records'")) as [{ sealed: string }];
      await run("UPDATE ledger_key SET sealed = 'changed' WHERE id = 'records'");
      await expect(prepared.prepare()).rejects.toThrow('ledger_key records');
      expect(() => keys.records).toThrow('ledger_key records');
      await run("DELETE FROM ledger_key WHERE id = 'records'");
      await expect(prepared.prepare()).rejects.toThrow('ledger_key records');
      await run("INSERT INTO ledger_key (id, sealed, recorded) VALUES ('records', ?, 1)", row.sealed);
      await prepared.prepare();
      expect(keys.records).toEqual(chainKeysOf(books.config).records);
    });
  });

  describe('batches of somebody else', () => {
    let forged: ForgedBooks;
    let saved: Awaited<ReturnType<ForgedBooks['save']>>;

    beforeEach(async () => {
      forged = new ForgedBooks(books);
      await other.commit(movement(ada, ben, 1));
      await books.ledger.commit(movement(ada, ben, 1));
      await forged.dropTriggers();
      saved = await forged.save();
    });
    afterEach(async () => {
      await forged.restore(saved);
      await books.ledger.commit(movement(ada, ben, 1));
    });

    it.each([
      ['under no key', undefined, undefined],
      ['under a wrong key', 'wrong', undefined],
      ['under a wrong key with the name of ours', 'wrong', 'ours'],
    ] as const)('%s are not built on, by no process', async (_, secret, id) => {
      const { current } = chainKeysOf(books.config);
      const key = secret && { id: id ? current.id : 'cafe', secret: randomBytes(32) };
      await forged.deposit(ada, 1_000_000, key);
      const third = books.anotherLedger();
      for (const ledger of [books.ledger, other, third]) {
        const refused = await ledger.commit(movement(ada, ben, 900_000)).catch((error: unknown) => error);
        expect(refused).toMatchObject(BROKEN);
        expect(String((refused as Error).cause)).toMatch(/ledger_batch \d+, (hash|key_id)/);
      }
      const [head] = (await run('SELECT batch_no FROM ledger_head')) as [{ batch_no: number }];
      const [last] = (await run('SELECT MAX(batch_no) AS batch_no FROM ledger_batch')) as [{ batch_no: number }];
      expect(last.batch_no).toBe(head.batch_no);
      expect(await balance(ben)).toBe(502);
    });

    it('that the head names and that are not there, or are another one, stop money too', async () => {
      const changes = [
        "UPDATE ledger_head SET hash = '%'",
        'UPDATE ledger_head SET batch_no = batch_no + 1',
        'UPDATE ledger_head SET recorded = recorded + 86400000',
      ];
      for (const change of changes) {
        await run(change.replace('%', 'f'.repeat(64)));
        // Who wrote the last batch knows its time, and writes it again with the next one.
        const ledgers = change.includes('recorded') ? [] : [books.ledger, other];
        for (const ledger of [...ledgers, books.anotherLedger()])
          await expect(ledger.commit(movement(ada, ben, 1))).rejects.toMatchObject(BROKEN);
        await forged.restore(saved);
      }
    });

    it('are built on where they are right, also more than a process follows one by one', async () => {
      for (let batch = 0; batch < 20; batch++) await books.ledger.commit(movement(ada, ben, 1));
      await other.commit(movement(ben, ada, 300));
      expect(await balance(ben)).toBe(222);
      expect(await verify(books.config)).toMatchObject({ ok: true });
      saved = await forged.save();
    });
  });
});
