import { execFile } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Server } from '../contexts/files/support/s3-server.js';
import { type Compiled, compile } from '../faults/compiled.js';
import { everythingRead, writeMonths } from '../ledger/support/archived-books.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, openLedger } from '../support/ledger-fixture.js';
import { runCli } from './run-cli.js';

describe.each(BACKENDS)('ledger:archive on %s', (backend) => {
  let books: LedgerFixture;
  const backups = mkdtempSync(join(tmpdir(), 'harmattan-archived-'));
  const cli = (...args: string[]) => runCli(books.environment, ...args);
  let compiled: Compiled;

  beforeAll(async () => {
    compiled = await compile();
    books = await openLedger(backend);
    // One journal each, so that there are more batches than are always kept.
    await writeMonths(books, { postings: 4_200, wallets: 12, mostCommands: 1 });
  });
  afterAll(async () => {
    await books.close();
    rmSync(backups, { recursive: true, force: true });
  });

  it.each([['0'], ['a year'], ['1.5'], ['29d'], ['30 d'], ['d']])('refuses %s as an age', async (months) => {
    expect(await cli('ledger:archive', '--older-than', months)).toMatchObject({ exitCode: 2 });
  });

  it('moves closed months, of which a verification and a restored backup know as before', async () => {
    const verified = (await cli('ledger:verify', '--json')).json;
    expect(verified.ok).toBe(true);
    const tried = await cli('ledger:archive', '--older-than', '2', '--dry-run', '--json');
    expect(tried).toMatchObject({ exitCode: 0, stderr: '' });
    const done = await cli('ledger:archive', '--older-than', '2', '--json');
    expect(done.json).toEqual({ ...tried.json, dryRun: false });
    expect(done.json).toMatchObject({ ok: true, heldBy: 'kept batches', upToBatch: verified.batches - 1_000 });
    expect((await cli('ledger:archive', '--older-than', '2')).stdout).toMatch(/^Archived .*: 0 postings in 0 files/);
    expect((await cli('ledger:verify', '--json')).json).toEqual(verified);
    const place = pathToFileURL(join(backups, backend)).href;
    mkdirSync(join(backups, backend));
    await cli('backup', '--to', place);
    // As a process of its own, because so many batches are verified in threads.
    const restore = [compiled.file('src/cli.ts'), 'restore', '--from', place, '--drill', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, restore, { env: { ...process.env, ...books.environment } });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, verdict: { postings: verified.postings } });
    appendFileSync(join(books.config.dataDir, 'uploads', done.json.parts[0].storageKey as string), 'x');
    expect((await cli('ledger:verify', '--json')).json).toMatchObject({ wrong: { table: 'ledger_archive', key: '1' } });
  });
});

describe.each(BACKENDS)('backup of a ledger with archived months on %s', (backend) => {
  let books: LedgerFixture;
  let file: string;
  const backups = mkdtempSync(join(tmpdir(), 'harmattan-archived-'));
  const cli = (...args: string[]) => runCli(books.environment, ...args);
  const backup = () => cli('backup', '--to', pathToFileURL(backups).href);

  beforeAll(async () => {
    books = await openLedger(backend);
    await writeMonths(books, { postings: 4_200, wallets: 12, mostCommands: 1 });
    const { json } = await cli('ledger:archive', '--older-than', '2', '--json');
    file = join(books.config.dataDir, 'uploads', json.parts[0].storageKey as string);
  });
  afterAll(async () => {
    await books.close();
    rmSync(backups, { recursive: true, force: true });
  });

  it.each([
    ['is missing', () => rmSync(file)],
    ['is shorter than it was', () => truncateSync(file, statSync(file).size - 1)],
  ])('fails, names the file and writes nothing where one %s', async (_, damage) => {
    const bytes = readFileSync(file);
    damage();
    const { exitCode, stderr } = await backup();
    expect([exitCode, readdirSync(backups)]).toEqual([1, []]);
    expect(stderr).toContain(basename(file));
    writeFileSync(file, bytes);
  });

  it('succeeds where all are there', async () => {
    expect(await backup()).toMatchObject({ exitCode: 0 });
  });
});

describe('ledger:archive to an object store', () => {
  it('is read from there as before', async () => {
    const store = await new S3Server().start();
    const books = await openLedger('sqlite', { S3_URL: store.url() });
    try {
      const wallets = (await writeMonths(books, { postings: 3_000, wallets: 6, mostCommands: 1 })).slice(0, 2);
      const before = await everythingRead(books, wallets);
      const { exitCode, json } = await runCli(books.environment, 'ledger:archive', '--older-than', '2', '--json');
      expect([exitCode, json.parts.length > 0]).toEqual([0, true]);
      const keys = (json.parts as { storageKey: string }[]).map(({ storageKey }) => storageKey);
      expect([...store.objects.keys()]).toEqual(keys);
      expect(await everythingRead(books, wallets)).toEqual(before);
      expect((await runCli(books.environment, 'ledger:verify')).exitCode).toBe(0);
    } finally {
      await books.close();
      await store.stop();
    }
  });
});
