import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { UrlAnchorStores } from '../../src/ledger/chain/adapters/anchors/url-anchor-stores.js';
import { SqlStoredBatches } from '../../src/ledger/chain/adapters/sql/sql-stored-batches.js';
import { AnchorLedger } from '../../src/ledger/chain/application/anchor-ledger.js';
import { Ledger } from '../../src/ledger/index.js';
import { type Anchor, signAnchor } from '../../src/ledger/chain/domain/anchor.js';
import { HOUR_MS, SystemClock } from '../../src/kernel/clock.js';
import { JobRegistry } from '../../src/platform/queue/job-registry.js';
import { runCli } from '../cli/run-cli.js';
import { startApp } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { archiveOf, chainKeysOf, type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { S3Server } from '../contexts/files/support/s3-server.js';
import { ForgedBooks } from './support/forged-books.js';
import { readerOf, verify } from './verify.js';

describe.each(BACKENDS)('anchors of the chain on %s', (backend) => {
  let books: LedgerFixture;
  let forged: ForgedBooks;
  let store: S3Server;
  let ada: string;
  let url: string;
  let ofNoMoney: Anchor | undefined;
  let lines: string[];
  let anchorLedger: AnchorLedger;
  let before: Awaited<ReturnType<ForgedBooks['save']>>;
  let after: typeof before;

  beforeAll(async () => {
    [books, store] = await Promise.all([openLedger(backend), new S3Server().start()]);
    forged = new ForgedBooks(books, chainKeysOf(books.config).records);
    url = pathToFileURL(join(books.config.dataDir, 'outside', 'anchors.jsonl')).href;
    const places = new UrlAnchorStores();
    const batches = new SqlStoredBatches(books.database, archiveOf(books.config));
    anchorLedger = new AnchorLedger(readerOf(books.config), chainKeysOf(books.config), places, batches, new SystemClock());
    ofNoMoney = await anchorLedger.execute(url);
    ada = await books.wallet(100_000);
    const ben = await books.wallet(50_000);
    await forged.dropTriggers();
    await anchorLedger.execute(url);
    before = await forged.save();
    await books.ledger.commit(movement(ada, ben, 700));
    await books.ledger.commit(movement(ada, ben, 800));
    await anchorLedger.execute(url);
    after = await forged.save();
    lines = await places.at(url).lines();
  });
  afterEach(() => forged.restore(after));
  afterAll(() => Promise.all([books.close(), store.stop()]));

  const verdict = (given = lines) => verify(books.config, undefined, given);

  it('hold where nothing was changed', async () => {
    expect(ofNoMoney).toBeUndefined();
    expect(await verdict()).toMatchObject({ ok: true, batches: 4, anchors: 2 });
  });

  it('name the first batch that is missing at the end', async () => {
    await forged.restore(before);
    expect(await verify(books.config)).toMatchObject({ ok: true });
    expect((await verdict()).wrong).toMatchObject({ table: 'ledger_batch', key: '3', column: 'batch_no', found: 'no such row' });
  });

  it('name the first anchored batch of a chain that was replaced under its own key', async () => {
    await forged.restore(before);
    for (let count = 0; count < 2; count++) await forged.deposit(ada, 1_000_000, chainKeysOf(books.config).current);
    expect(await verify(books.config)).toMatchObject({ ok: true, batches: 4 });
    expect((await verdict()).wrong).toMatchObject({ table: 'ledger_batch', key: '4', column: 'hash' });
  });

  it('are refused where they were altered, signed by somebody else, damaged or taken away', async () => {
    const anchor = JSON.parse(lines[1]!) as Anchor;
    const others: readonly [string[], string][] = [
      [[lines[0]!, JSON.stringify({ ...anchor, hash: 'f'.repeat(64) })], 'signature'],
      [[lines[0]!, JSON.stringify({ ...anchor, batchNo: 3 })], 'signature'],
      [[lines[0]!, JSON.stringify(signAnchor(anchor, { id: anchor.keyId, secret: Buffer.alloc(32) }))], 'signature'],
      [[lines[0]!, JSON.stringify(signAnchor(anchor, { id: 'another', secret: Buffer.alloc(32) }))], 'signature'],
      [[lines[0]!, lines[1]!.slice(0, -20)], 'line'],
    ];
    for (const [given, column] of others)
      expect((await verdict(given)).wrong).toMatchObject({ table: 'anchors', key: '2', column });
    expect((await verdict([])).wrong).toMatchObject({ table: 'anchors', column: 'line', found: 'none' });
  });

  it('can be verified by whoever has only the public key', () => {
    const { batchNo, hash, committedAt, anchoredAt, keyId, signature } = JSON.parse(lines[1]!) as Anchor;
    const known = anchorLedger.publicKey();
    expect(known.keyId).toBe(keyId);
    const text = `harmattan ledger anchor\n${[batchNo, hash, committedAt, anchoredAt, keyId].join('\n')}\n`;
    const isGenuine = (given: string) =>
      verifySignature(null, Buffer.from(given), createPublicKey(known.publicKey), Buffer.from(signature, 'base64url'));
    expect([isGenuine(text), isGenuine(text.replace(hash, 'f'.repeat(64)))]).toEqual([true, false]);
  });

  it('are objects of their own in an object store', async () => {
    const bucket = `s3:${store.url().replace('?', '/books?')}`;
    for (let count = 0; count < 3; count++) {
      await books.ledger.commit(movement(ada, await books.wallet(0), 10));
      await anchorLedger.execute(bucket);
    }
    expect([...store.objects.keys()]).toHaveLength(3);
    const found = await new UrlAnchorStores().at(bucket).lines();
    expect(found.map((line) => (JSON.parse(line) as Anchor).batchNo)).toEqual([5, 6, 7]);
    expect(await verdict(found)).toMatchObject({ ok: true, batches: 7, anchors: 3 });
  });

  it('are written and compared by the operator commands', async () => {
    const { APP_KEY = books.config.appKey.toString('base64') } = books.environment;
    const cli = (...args: string[]) => runCli({ ...books.environment, APP_KEY, LEDGER_ANCHOR_URL: url }, ...args);
    expect((await cli('ledger:anchor', '--json')).json).toMatchObject({ anchor: { batchNo: 4 } });
    expect((await cli('ledger:anchor', '--public-key')).stdout).toContain('BEGIN PUBLIC KEY');
    expect((await cli('ledger:verify', '--anchors')).stdout).toContain('2 anchored heads');
    await forged.restore(before);
    expect(await cli('ledger:verify', '--anchors', url, '--json')).toMatchObject({ exitCode: 1, json: { wrong: { key: '3' } } });
    const missing = pathToFileURL(join(books.config.dataDir, 'nothing')).href;
    expect(await cli('ledger:verify', '--anchors', missing)).toMatchObject({ exitCode: 1 });
    expect(await runCli({ ...books.environment, APP_KEY }, 'ledger:verify', '--anchors')).toMatchObject({ exitCode: 2 });
  });

  it('are written by the service every hour where LEDGER_ANCHOR_URL is set', async () => {
    const own = pathToFileURL(join(books.config.dataDir, 'service.jsonl')).href;
    const service = await startApp(backend, { LEDGER_ANCHOR_URL: own });
    try {
      const work = service.app
        .get(JobRegistry)
        .periodicWork()
        .find(({ name }) => name === 'ledger.anchor');
      expect(work?.intervalMs).toBe(HOUR_MS);
      await service.app.get(Ledger).commit(movement('system:suspense', 'system:fees', 100));
      await work!.run();
      expect(await verify(service.config, undefined, await new UrlAnchorStores().at(own).lines())).toMatchObject({ ok: true });
    } finally {
      await service.close();
    }
  });
});
