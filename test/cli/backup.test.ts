import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxOutcomes } from '../../src/sandbox/sandbox-outcomes.js';
import { dropDatabase } from '../../src/platform/backup/restore-backup.js';
import { customerEnding, Shop } from '../contexts/purchases/support.js';
import { S3Server } from '../contexts/files/support/s3-server.js';
import { BACKENDS, ENGINES } from '../support/backend.js';
import type { TestUser } from '../support/app.js';
import { type Ended, runCli } from './run-cli.js';

/** The secrets of the test's own settings that a restored service needs again. */
const KEY = Buffer.alloc(32, 7).toString('base64');

describe.each(ENGINES)('backup and restore on %s', (backend) => {
  let shop: Shop;
  let ada: TestUser;
  let undecided: string;
  let later: string;
  let taken: Ended;
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-backups-'));
  const url = pathToFileURL(join(folder, 'kept')).href;
  const cli = (...args: string[]) => runCli(shop.service.environment, ...args);
  const fresh = (name: string) => {
    const given = shop.service.config.databaseUrl;
    const database = given && Object.assign(new URL(given), { pathname: `${new URL(given).pathname}_${name}` }).href;
    return {
      to: join(folder, name),
      database,
      args: ['--to', join(folder, name), ...(database ? ['--database', database] : [])],
    };
  };

  beforeAll(async () => {
    mkdirSync(join(folder, 'kept'));
    shop = await Shop.open(backend, { BACKUP_KEY: KEY });
    ada = await shop.customer(10_000);
    undecided = (await shop.buyAirtime(ada, { phone: customerEnding('0007') })).body.DATA.orderId as string;
    mkdirSync(join(shop.service.config.dataDir, 'uploads', 'aa'), { recursive: true });
    writeFileSync(join(shop.service.config.dataDir, 'uploads', 'aa', 'picture.png'), Buffer.alloc(3_000_000, 'pixel'));
    taken = await cli('backup', '--to', url, '--json');
    later = (await shop.buyAirtime(ada, { phone: customerEnding('1234') })).body.DATA.orderId as string;
    await shop.becomes(ada, later, 'completed');
  });
  afterAll(async () => {
    await shop.service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes what nobody can read without the key', () => {
    expect(taken).toMatchObject({ exitCode: 0, stderr: '' });
    const kept = join(folder, 'kept', taken.json.backup as string);
    expect(readdirSync(kept).toSorted()).toEqual(['database-000000', 'files-000000', 'manifest.json']);
    for (const name of readdirSync(kept)) expect(readFileSync(join(kept, name)).includes(ada.email)).toBe(false);
    expect(readdirSync(shop.service.config.dataDir).filter((name) => name.startsWith('backup'))).toEqual([]);
  });

  it('drills: the copy is verified, compared and removed', async () => {
    const { exitCode, json, stderr } = await cli('restore', '--from', url, '--drill', '--json');
    expect(stderr).toBe('');
    expect([exitCode, json]).toEqual([0, expect.objectContaining({ ok: true, isComplete: true, backup: taken.json.backup })]);
    expect(json.verdict.journals).toBe(taken.json.ledger.journals);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('harmattan-drill-'))).toEqual([]);
  });

  it('gives back files, balances and undecided purchases, which are settled by asking the provider', async () => {
    const { to, database, args } = fresh('copy');
    const restored = await cli('restore', '--from', url, ...args, '--json');
    expect([restored.exitCode, restored.stderr]).toEqual([0, '']);
    expect(readFileSync(join(to, 'uploads', 'aa', 'picture.png')).length).toBe(3_000_000);
    const { REDIS_URL: _, ...kept } = shop.service.environment;
    const copy = await Shop.open('sqlite', { ...kept, DATA_DIR: to, ...(database ? { DATABASE_URL: database } : {}) });
    try {
      // The copy knows nothing of what came after the backup: the money of that purchase is in the wallet again.
      expect(await copy.balance(ada)).toBe((await shop.balance(ada)) + 500);
      expect((await copy.fetch(ada, 'mk', later)).body.REQUEST.STATUS).not.toBe('OK');
      // What was on its way is asked for by its reference, and never submitted again.
      const [row] = await copy.rows<{ customer_id: string }>('SELECT customer_id FROM purchase WHERE id = ?', undecided);
      await copy.service.app.get(SandboxOutcomes).decide(undecided, 'delivered');
      await copy.becomes(ada, undecided, 'completed');
      expect(await copy.sandboxOrders(row!.customer_id)).toMatchObject([{ deliveries: 1 }]);
    } finally {
      await copy.service.close();
      if (database) await dropDatabase(database);
    }
  });

  it('tells by a metric that the newest one failed, until one is finished', async () => {
    const failed = async () =>
      /^harmattan_backup_failed_timestamp_seconds\{.*\} (\d+)/m.exec(
        await (await fetch(`${shop.service.client.baseUrl}/metrics`)).text(),
      )?.[1];
    expect(await failed()).toBeUndefined();
    writeFileSync(join(folder, 'file'), '');
    expect((await cli('backup', '--to', pathToFileURL(join(folder, 'file', 'kept')).href)).exitCode).toBe(1);
    await expect.poll(failed).toMatch(/^1\d{9}$/);
    expect((await cli('backup', '--to', pathToFileURL(mkdtempSync(join(folder, 'mended-'))).href)).exitCode).toBe(0);
    await expect.poll(failed).toBeUndefined();
  });

  it('restores into no place where something is', async () => {
    const { args } = fresh('full');
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'note'), '');
    const { exitCode, stderr } = await cli('restore', '--from', url, ...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not empty: restore into a fresh folder')]);
  });

  it.each([
    [
      'a changed part',
      'is damaged',
      (path: string) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')])),
    ],
    ['a missing part', 'is missing', (path: string) => rmSync(path)],
    ['another part in its place', 'is damaged', (path: string) => renameSync(path.replace('database', 'files'), path)],
  ])('refuses %s', async (_, words, harm) => {
    const own = pathToFileURL(mkdtempSync(join(folder, 'harmed-')));
    const { json } = await cli('backup', '--to', own.href, '--json');
    harm(join(own.pathname, json.backup as string, 'database-000000'));
    const { exitCode, stderr } = await cli('restore', '--from', own.href, '--drill');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  it.each([
    ['empty', ''],
    ['no JSON', 'rubbish'],
    ['cut off', '{"manifest": "{'],
    ['of another form', '{"manifest": 1}'],
    ['null', 'null'],
  ])('says in a sentence that a manifest is %s', async (_, text) => {
    const own = pathToFileURL(mkdtempSync(join(folder, 'manifest-')));
    mkdirSync(join(own.pathname, '20260101T000000Z'));
    writeFileSync(join(own.pathname, '20260101T000000Z', 'manifest.json'), text);
    const { exitCode, stderr } = await cli('restore', '--from', own.href, '--drill');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be read: it was cut off or changed; choose another backup'),
    ]);
    expect(stderr).not.toMatch(/SyntaxError|ZodError|\n +at /);
  });

  it.each([
    ['backup', (href: string) => ['backup', '--to', href]],
    ['restore', (href: string) => ['restore', '--from', href, '--drill']],
  ])('says in a sentence that the folder is not there: %s', async (_, args) => {
    const unmounted = join(folder, 'unmounted');
    const { exitCode, stderr } = await cli(...args(pathToFileURL(unmounted).href));
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`The folder ${unmounted} for backups is not there: mount its disk, or make it with mkdir -p.`),
    ]);
    expect(stderr).not.toMatch(/ENOENT|\n +at /);
  });

  it('names the key that is missing', async () => {
    const { BACKUP_KEY: _, ...without } = shop.service.environment;
    const { exitCode, stderr } = await runCli(without, 'restore', '--from', url, '--drill');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`under the key ${taken.json.keyId}`)]);
  });
});

describe.each(BACKENDS)('a store of backups on %s that was set back', (backend) => {
  let shop: Shop;
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-numbers-'));
  const url = pathToFileURL(folder).href;
  const cli = (...args: string[]) => runCli(shop.service.environment, ...args);
  const backup = () => cli('backup', '--to', url, '--json');
  const drill = (...args: string[]) => cli('restore', '--from', url, '--drill', ...args);
  const copies: string[] = [];
  beforeAll(async () => {
    shop = await Shop.open(backend, { BACKUP_KEY: KEY });
  });
  afterAll(async () => {
    await shop.service.close();
    for (const copy of copies) await dropDatabase(copy);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is told by backup, drill and restore, which count the backups they know of', async () => {
    const made = [await backup(), await backup(), await backup()];
    expect(made.map(({ exitCode, json }) => [exitCode, json.number, json.store])).toEqual([
      [0, 1, 'empty'],
      [0, 2, 'complete'],
      [0, 3, 'complete'],
    ]);
    expect((await drill()).exitCode).toBe(0);
    for (const { json } of made.slice(1)) rmSync(join(folder, json.backup as string), { recursive: true });

    const refused = 'The newest backup in the store is number 1, and number 3 was made';
    expect(await drill()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(refused) });
    const real = await cli(
      'restore',
      '--from',
      url,
      '--to',
      join(folder, '..', `${basename(folder)}-copy`),
      '--database',
      'mysql://x/y',
    );
    expect(real).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(refused) });
    expect((await drill('--backup', made[0]!.json.backup as string)).exitCode).toBe(0);

    const next = await backup();
    expect([next.exitCode, next.json.number, next.json.store]).toEqual([1, 4, 'set back']);
    expect((await drill()).exitCode).toBe(0);
    expect((await backup()).json).toMatchObject({ number: 5, store: 'complete' });
  });

  it('is told by the number that the operator wrote down, where the database is gone as well', async () => {
    const gone = {
      ...shop.service.environment,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'harmattan-gone-')),
      APP_KEY: shop.service.config.appKey.toString('base64'),
      ...(backend === 'mysql' ? { DATABASE_URL: 'mysql://root@127.0.0.1:1/gone' } : {}),
    };
    const to = (name: string) => {
      const given = shop.service.config.databaseUrl;
      const database = given && Object.assign(new URL(given), { pathname: `${new URL(given).pathname}_${name}` }).href;
      if (database) copies.push(database);
      return ['restore', '--from', url, '--to', join(gone.DATA_DIR, name), ...(database ? ['--database', database] : [])];
    };
    const late = await runCli(gone, ...to('late'), '--newest', '9');
    expect(late).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('number 5, and number 9 was made') });
    const known = await runCli(gone, ...to('known'), '--newest', '5', '--json');
    expect([known.exitCode, known.json.store]).toEqual([0, 'complete']);
    const unknown = await runCli(gone, ...to('unknown'));
    expect([unknown.exitCode, unknown.stdout]).toEqual([
      0,
      expect.stringContaining('Whether number 5 is the newest cannot be known here'),
    ]);
    expect((await runCli(gone, ...to('wrong'), '--newest', 'five')).exitCode).toBe(2);
  });
});

describe('backup to an object store', () => {
  it('is restored from there', async () => {
    const store = await new S3Server().start();
    const shop = await Shop.open('sqlite');
    try {
      await shop.customer(700);
      const environment = { ...shop.service.environment, BACKUP_URL: `s3:${store.url()}` };
      expect((await runCli(environment, 'backup')).exitCode).toBe(0);
      const { exitCode, json } = await runCli(environment, 'restore', '--drill', '--json');
      expect([exitCode, json.ok, json.verdict.journals]).toEqual([0, true, 1]);
    } finally {
      await shop.service.close();
      await store.stop();
    }
  });
});
