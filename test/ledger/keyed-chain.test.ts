import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StoredChainKeys } from '../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import { Config } from '../../src/platform/config/config.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { BACKENDS } from '../support/backend.js';
import { chainKeysOf, type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';
import { verify } from './verify.js';

describe.each(BACKENDS)('the keyed chain on %s', (backend) => {
  let books: LedgerFixture;
  let forged: ForgedBooks;
  let ada: string;
  let saved: Awaited<ReturnType<ForgedBooks['save']>>;
  beforeAll(async () => {
    books = await openLedger(backend);
    forged = new ForgedBooks(books, chainKeysOf(books.config).records);
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
    new StoredChainKeys(books.database, chainKeysOf(config), new SystemClock()).prepare();
  const withKeys = (keys: Record<string, string>) => Config.load({ ...books.environment, ...keys });

  it('shows a deposit that somebody with access to the database adds, with every row consistent', async () => {
    await forged.deposit(ada, 1_000_000, undefined);
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'key_id' } });
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
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '1', column: 'key_id' } });
  });

  it('shows a batch of another history under the same key, as a copy of the books makes it', async () => {
    const { current } = chainKeysOf(books.config);
    await forged.deposit(ada, 1_000_000, current, current.id, 'a'.repeat(64));
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { table: 'ledger_batch', key: '4', column: 'hash' } });
  });

  it('accepts the same rows under the key, so nothing else shows them', async () => {
    await forged.deposit(ada, 1_000_000, chainKeysOf(books.config).current);
    expect(await verify(books.config)).toMatchObject({ ok: true, batches: 4, journals: 4 });
  });

  it('goes on under a changed APP_KEY, and needs the former one only until its key is stored under the new one', async () => {
    const former = books.config.appKey.toString('base64');
    const changed = { APP_KEY: randomBytes(32).toString('base64') };
    const rotating = withKeys({ ...changed, APP_KEY_PREVIOUS: former });
    await prepare(rotating);
    await forged.deposit(ada, 100, chainKeysOf(rotating).current);
    expect(await verify(rotating)).toMatchObject({ ok: true, batches: 4 });
    expect(await verify(withKeys(changed))).toMatchObject({ ok: false, wrong: { key: '1', column: 'key_id' } });
    const { current, records } = chainKeysOf(books.config);
    for (const key of [current, records]) {
      const stored = chainKeysOf(rotating).stored(key);
      await books.dataSource.query('UPDATE ledger_key SET sealed = ? WHERE id = ?', [stored.sealed, stored.id]);
    }
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
