import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KeyedBooks } from '../../../src/contexts/wallet/adapters/keys/keyed-books.js';
import { GroupCommitLedger } from '../../../src/contexts/wallet/application/group-commit-ledger.js';
import { Config } from '../../../src/platform/config/config.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { SystemClock } from '../../../src/kernel/clock.js';
import { BACKENDS } from '../../support/backend.js';
import { chainKeysOf, type LedgerFixture, movement, openLedger, storeOf, telemetryOf } from '../../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';
import { verify } from './verify.js';

describe.each(BACKENDS)('the keyed chain on %s', (backend) => {
  let books: LedgerFixture;
  let forged: ForgedBooks;
  let ada: string;
  let saved: Awaited<ReturnType<ForgedBooks['save']>>;
  beforeAll(async () => {
    books = await openLedger(backend);
    forged = new ForgedBooks(books);
    ada = await books.wallet(100_000);
    const ben = await books.wallet(50_000);
    await books.ledger.commit(movement(ada, ben, 700));
    await prepare();
    await forged.dropTriggers();
    saved = await forged.save();
  });
  afterEach(() => forged.restore(saved));
  afterAll(() => books.close());

  const prepare = (config = books.config) =>
    new KeyedBooks(books.database, chainKeysOf(config), new SystemClock(), new Log(config)).prepare();
  const withKeys = (keys: Record<string, string>) => Config.load({ ...books.environment, ...keys });
  const headNo = async () => (await books.dataSource.query<{ batch_no: number }[]>('SELECT * FROM ledger_head'))[0]!.batch_no;

  it('shows a deposit that somebody with access to the database adds, with every row consistent', async () => {
    await forged.deposit(ada, 1_000_000, undefined);
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'key_id' } });
  });

  it('takes no batch of a process from before there were keys', async () => {
    const other = await openLedger(backend);
    const old = new GroupCommitLedger(
      storeOf(other),
      new SystemClock(),
      { id: '', secret: randomBytes(32) },
      telemetryOf(other.config),
    );
    const wallet = await other.wallet(500);
    await expect(old.commit(movement(wallet, await other.wallet(0), 100))).rejects.toThrow(/ledger_batch/);
    expect(await verify(other.config)).toMatchObject({ ok: true, journals: 1 });
    await old.close();
    await other.close();
  });

  it('shows it under the id of the key as well', async () => {
    await forged.deposit(ada, 1_000_000, undefined, chainKeysOf(books.config).current.id);
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'hash' } });
  });

  it('shows it under a key that was added to the table', async () => {
    const key = { id: 'cafe', secret: randomBytes(32) };
    const sealed = chainKeysOf(withKeys({ APP_KEY: randomBytes(32).toString('base64') })).stored(key).sealed;
    await books.dataSource.query('INSERT INTO ledger_key (id, sealed, recorded) VALUES (?, ?, 1)', ['cafe', sealed]);
    await forged.deposit(ada, 1_000_000, key);
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'key_id' } });
  });

  it('shows a chain that was computed anew as a whole', async () => {
    await forged.deposit(ada, 1_000_000, undefined);
    await forged.rebuildChain();
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'key_id' } });
  });

  it('accepts the same rows under the key, so nothing else shows them', async () => {
    await forged.deposit(ada, 1_000_000, chainKeysOf(books.config).current);
    expect(await verify(books.config)).toMatchObject({ ok: true, batches: 4, journals: 4 });
  });

  describe('of books from before there were keys', () => {
    beforeEach(() => forged.rebuildChain());

    it('is closed by one keyed batch, after which money goes on', async () => {
      await Promise.all([prepare(), prepare()]);
      await prepare();
      expect(await headNo()).toBe(4);
      expect(await verify(books.config)).toMatchObject({ ok: true, batches: 4, journals: 3 });
      await books.anotherLedger().commit(movement(ada, await books.wallet(0), 300));
      expect(await verify(books.config)).toMatchObject({ ok: true, batches: 5, journals: 4 });
    });

    it('shows a change from before it was closed, with all hashes computed anew', async () => {
      await prepare();
      await books.dataSource.query("UPDATE posting SET note = 'another' WHERE batch_no = 1");
      const [closing] = await books.dataSource.query<object[]>('SELECT * FROM ledger_batch WHERE batch_no = 4');
      await forged.rebuildChain();
      const { hash, key_id } = closing as { hash: string; key_id: string };
      await books.dataSource.query('UPDATE ledger_batch SET hash = ?, key_id = ? WHERE batch_no = 4', [hash, key_id]);
      await books.dataSource.query('UPDATE ledger_head SET hash = ?', [hash]);
      expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'hash' } });
    });

    it('is reported until the service has closed it', async () => {
      expect(await verify(books.config)).toMatchObject({
        ok: false,
        wrong: { table: 'ledger_batch', key: '3', column: 'key_id' },
      });
    });
  });

  it('goes on under a changed APP_KEY, and needs the former one only until its key is stored under the new one', async () => {
    const former = books.config.appKey.toString('base64');
    const changed = { APP_KEY: randomBytes(32).toString('base64') };
    const rotating = withKeys({ ...changed, APP_KEY_PREVIOUS: former });
    await prepare(rotating);
    await forged.deposit(ada, 100, chainKeysOf(rotating).current);
    expect(await verify(rotating)).toMatchObject({ ok: true, batches: 4 });
    expect(await verify(withKeys(changed))).toMatchObject({ ok: false, wrong: { key: '1', column: 'key_id' } });
    const stored = chainKeysOf(rotating).stored(chainKeysOf(books.config).current);
    await books.dataSource.query('UPDATE ledger_key SET sealed = ? WHERE id = ?', [stored.sealed, stored.id]);
    expect(await verify(withKeys(changed))).toMatchObject({ ok: true, batches: 4 });
  });

  it('is keyed by LEDGER_KEY where there is one', async () => {
    const own = withKeys({ APP_KEY: books.config.appKey.toString('base64'), LEDGER_KEY: randomBytes(32).toString('base64') });
    await prepare(own);
    await forged.deposit(ada, 100, chainKeysOf(own).current);
    expect(await verify(own)).toMatchObject({ ok: true, batches: 4 });
    await forged.deposit(ada, 100, chainKeysOf(books.config).current, chainKeysOf(own).current.id);
    expect(await verify(own)).toMatchObject({ ok: false, wrong: { key: '5', column: 'hash' } });
  });
});
