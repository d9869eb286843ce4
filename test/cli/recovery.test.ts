import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { provideMariadbBackup } from '../../packages/harness/servers/programs.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { Ledger } from '../../src/ledger/index.js';
import { customerEnding, Shop } from '../contexts/purchases/support.js';
import { S3Server } from '../contexts/files/support/s3-server.js';
import type { TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { runCli, startCli } from './run-cli.js';

const DATABASE = 'harmattan';
const KEY = Buffer.alloc(32, 7).toString('base64');
const LOG = ['--log-bin=binlog', '--server-id=1', '--binlog-format=ROW', '--sync-binlog=1'];
const root = resolve(import.meta.dirname, '../..');

const folder = mkdtempSync(join(tmpdir(), 'harmattan-recovery-test-'));
const kept = join(folder, 'kept');
const url = pathToFileURL(kept).href;
let server: PrivateServer;
let shop: Shop;
let people: TestUser[];
let environment: Record<string, string>;
/** Before the mistake. */
let before: { readonly balances: number[]; readonly head: unknown; readonly at: string };
let whole: string;
let increment: string;
/** When the log was copied. */
let journals: number;

const cli = (...args: string[]) => runCli(environment, ...args);
const drill = (from: string, ...more: string[]) =>
  cli('recover', '--from', pathToFileURL(from).href, '--drill', ...more, '--json');
const left = () => readdirSync(tmpdir()).filter((name) => /^harmattan-(?:recovery-(?!test)|socket|physical|binlog)/.test(name));

beforeAll(async () => {
  provideMariadbBackup();
  server = await startPrivateDatabase({ durable: true, args: LOG }, 'mariadb');
  await on(server, `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  shop = await Shop.open('sqlite', { DATABASE_URL: `${server.url}/${DATABASE}`, APP_KEY: KEY, BACKUP_KEY: KEY });
  const { REDIS_URL: _, ...given } = shop.service.environment;
  environment = given;
});
afterAll(async () => {
  await shop?.service.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function on<Row>(to: PrivateServer, sql: string, database = ''): Promise<Row[]> {
  const connection = await mysql.createConnection(`${to.url}/${database}`);
  const [rows] = await connection.query(sql);
  await connection.end();
  return rows as Row[];
}

const headOf = (of: PrivateServer) => on(of, 'SELECT batch_no, hash FROM ledger_head', DATABASE);
const journalsOf = async (of: PrivateServer) =>
  Number((await on<{ n: number | string }>(of, 'SELECT COUNT(*) AS n FROM journal', DATABASE))[0]!.n);
const balancesOf = (of: Shop) => Promise.all(people.map((each) => of.balance(each)));
const backup = (...more: string[]) => cli('backup:physical', '--to', url, ...more, '--json');
const transfer = (kobo: number) => shop.service.app.get(Ledger).commit(movement(people[0]!.userid, people[1]!.userid, kobo));

async function buy(as: TestUser): Promise<void> {
  const order = (await shop.buyAirtime(as, { phone: customerEnding('1234') })).body.DATA.orderId as string;
  await shop.becomes(as, order, 'completed');
}

function partOf(backupName: string): string {
  return join(kept, 'physical', backupName, 'database-000000');
}

describe('recovery of MariaDB to a time', () => {
  it('copies the files, what changed in them, and the binary log, so that nobody can read them without the key', async () => {
    people = [await shop.customer(10_000), await shop.customer(3_000)];
    const first = await backup();
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    whole = first.json.backup as string;
    await buy(people[0]!);
    const second = await backup('--incremental');
    expect([second.exitCode, second.stderr, second.json.parent]).toEqual([0, '', whole]);
    increment = second.json.backup as string;
    expect(second.json.lsn.from).toBe(first.json.lsn.to);
    expect(statSync(partOf(increment)).size).toBeLessThan(statSync(partOf(whole)).size);

    await buy(people[1]!);
    expect((await cli('backup:binlog', '--to', url)).stdout).toMatch(/^Copied the binary log up to binlog\.000001 at \d+/);
    await transfer(1_100);
    await on(server, 'FLUSH BINARY LOGS');
    await buy(people[0]!);
    const copied = await cli('backup:binlog', '--to', url, '--json');
    expect([copied.exitCode, copied.stderr, copied.json.file]).toEqual([0, '', 'binlog.000002']);
    const pieces = readdirSync(join(kept, 'binlog')).filter((name) => name.startsWith(`${whole}.`));
    expect(pieces).toHaveLength(3);
    for (const piece of pieces)
      expect(readFileSync(join(kept, 'binlog', piece, 'binlog-000000')).includes(people[0]!.email)).toBe(false);
    journals = await journalsOf(server);
    expect(left()).toEqual([]);
  });

  it('drills: says how long it takes and what would be lost, also where a backup was killed in the middle', async () => {
    await killBackup();
    const tried = await drill(kept);
    expect([tried.exitCode, tried.stderr]).toEqual([0, '']);
    expect(tried.json).toMatchObject({ ok: true, isComplete: true, backups: [whole, increment] });
    expect(tried.json.replayed.transactions).toBeGreaterThan(5);
    expect(Object.keys(tried.json.laps as object)).toEqual(['files', 'log', 'verification']);
    expect(tried.json.lossSeconds as number).toBeLessThan((Date.now() - covered().at) / 1_000);
    expect(tried.json.head.journals).toBe(journals);
    expect(left()).toEqual([]);
  });

  it('goes back to the second before a mistake: balances and ledger are as they were', async () => {
    await transfer(700);
    before = { balances: await balancesOf(shop), head: await headOf(server), at: await nextSecond() };
    // What an operator with too many rights types.
    await on(server, "UPDATE ledger_account SET balance_kobo = 0 WHERE kind = 'wallet'", DATABASE);
    const purchases = await on<{ n: number }>(server, 'SELECT COUNT(*) AS n FROM purchase', DATABASE);
    await on(server, 'DELETE FROM purchase', DATABASE);
    await cli('backup:binlog', '--to', url);

    const to = join(folder, 'recovered');
    const recovered = await cli('recover', '--from', url, '--until', before.at, '--to', to, '--json');
    expect([recovered.exitCode, recovered.stderr]).toEqual([0, '']);
    expect(recovered.json.replayed.next.seconds * 1_000).toBeGreaterThanOrEqual(Date.parse(before.at));
    expect(left()).toEqual([]);
    const again = await startPrivateDatabase({ durable: true, args: LOG, data: to }, 'mariadb');
    try {
      expect(await headOf(again)).toEqual(before.head);
      expect(await on(again, 'SELECT COUNT(*) AS n FROM purchase', DATABASE)).toEqual(purchases);
      const settings = { ...environment, DATABASE_URL: `${again.url}/${DATABASE}`, DATA_DIR: join(folder, 'data') };
      expect((await runCli(settings, 'ledger:verify', '--json')).json).toMatchObject({ ok: true });
      const copy = await Shop.open('sqlite', settings);
      const balances = await balancesOf(copy);
      await copy.service.close();
      expect(balances).toEqual(before.balances);
      await expectNewBeginning(settings);
    } finally {
      await again.stop();
    }
  });

  /** Positions in files and log of another server mean something else. */
  async function expectNewBeginning(settings: Record<string, string>): Promise<void> {
    const own = copyOf(kept);
    const place = ['--to', pathToFileURL(own).href];
    const refused = await runCli(settings, 'backup:physical', ...place, '--incremental');
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('take a whole backup, without --incremental') });
    const log = await runCli(settings, 'backup:binlog', ...place);
    expect(log).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('begin a new one with backup:physical') });
    const store = await new S3Server().start();
    const fresh = { ...settings, BACKUP_URL: `s3:${store.url()}` };
    try {
      for (const command of ['backup:physical', 'backup:binlog']) expect((await runCli(fresh, command)).exitCode).toBe(0);
      expect((await runCli(fresh, 'recover', '--drill', '--json')).json).toMatchObject({ ok: true, isComplete: true });
    } finally {
      await store.stop();
    }
  }

  it.each<[what: string, words: () => string, harm: (own: string) => void]>([
    [
      'a whole backup that is gone',
      () => `${whole}, on which the incremental backup ${increment} is built, is missing`,
      (own) => rmSync(join(own, 'physical', whole), { recursive: true }),
    ],
    [
      'a changed part',
      () => `database-000000 of backup ${whole} is damaged`,
      (own) => {
        const path = join(own, 'physical', whole, 'database-000000');
        const bytes = readFileSync(path);
        bytes[1_000]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
    ['a piece of the log that is gone', () => 'lacks binlog.000001 from position', (own) => removePiece(own, 0)],
    ['the last piece of the log that is gone', () => 'lacks binlog.000002 from position', (own) => removePiece(own, -1)],
    [
      'a changed piece of the log',
      () => `binlog-000000 of backup ${whole}.binlog.000001`,
      (own) => writeFileSync(join(own, 'binlog', pieceOf(own, 0), 'binlog-000000'), 'x'.repeat(500)),
    ],
    [
      'a manifest that was changed',
      () => `the manifest of ${whole} is damaged`,
      (own) => {
        const path = join(own, 'physical', whole, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(DATABASE, 'harmattam'));
      },
    ],
  ])('refuses %s by its name', async (_, words, harm) => {
    const own = copyOf(kept);
    harm(own);
    const { exitCode, stderr } = await drill(own);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words())]);
    expect(left()).toEqual([]);
  });

  it('refuses a time that no backup or log reaches, and a place where something is', async () => {
    const early = await drill(kept, '--until', '2026-01-01');
    expect([early.exitCode, early.stderr]).toEqual([1, expect.stringContaining('no physical backup from before that time')]);
    const late = await drill(kept, '--until', '2099-01-01');
    expect([late.exitCode, late.stderr]).toEqual([1, expect.stringContaining('the binary log is copied up to')]);
    const full = await cli('recover', '--from', url, '--to', root);
    expect([full.exitCode, full.stderr]).toEqual([1, expect.stringContaining('is not empty: recover into a fresh folder')]);
    expect((await cli('recover', '--from', url)).exitCode).toBe(2);
  });

  it('copies the log again and again until it is interrupted, also over an outage', async () => {
    expect((await backup('--incremental')).json.parent).toBe(increment);
    const { at } = covered();
    const textfile = join(folder, 'binlog.prom');
    const running = startCli(environment, 'backup:binlog', '--to', url, '--every', '1', '--textfile', textfile, '--json');
    await until(() => covered().at > at);
    await server.restart();
    const [{ Log_name, File_size }] = (await on<LogFile>(server, 'SHOW BINARY LOGS')).slice(-1) as [LogFile];
    await until(() => covered().file === Log_name && covered().position >= File_size);
    running.interrupt();
    const { exitCode, json } = await running.ended;
    expect([exitCode, json.file]).toEqual([0, Log_name]);
    const [, seconds] = /\nharmattan_binlog_copied_timestamp_seconds (\d+)\n/.exec(readFileSync(textfile, 'utf8'))!;
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('is refused for the embedded database, and for a server without a binary log', async () => {
    const { DATABASE_URL: _, ...embedded } = environment;
    mkdirSync(join(folder, 'embedded'));
    writeFileSync(join(folder, 'embedded', 'harmattan.sqlite'), '');
    const none = await runCli({ ...embedded, DATA_DIR: join(folder, 'embedded') }, 'backup:binlog', '--to', url);
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('The embedded database has no binary log')]);
    const plain = process.env['TEST_DATABASE_URL']!;
    const without = await runCli({ ...environment, DATABASE_URL: `${plain}/mysql` }, 'backup:binlog', '--to', url);
    expect([without.exitCode, without.stderr]).toEqual([1, expect.stringMatching(/writes no binary log|is MySQL/)]);
  });
});

interface LogFile {
  readonly Log_name: string;
  readonly File_size: number;
}

/** While it copies; and leaves what one would that had written a part. */
async function killBackup(): Promise<void> {
  const temporary = join(folder, 'killed');
  mkdirSync(temporary);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment, TMPDIR: temporary };
  const command = [resolve(root, 'scripts/run.mjs'), 'dist/cli.js', 'backup:physical', '--to', url];
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
  await until(() => readdirSync(temporary).some((name) => name.startsWith('harmattan-physical')), { everyMs: 5 });
  await sleep(150);
  child.kill('SIGKILL');
  await once(child, 'exit');
  mkdirSync(join(kept, 'physical', '99990101T000000000Z-killed'));
  writeFileSync(join(kept, 'physical', '99990101T000000000Z-killed', 'database-000000'), 'half');
}

/** How far the log is copied. */
function covered(): { readonly file: string; readonly position: number; readonly at: number } {
  const { manifest } = JSON.parse(readFileSync(join(kept, 'binlog', whole, 'manifest.json'), 'utf8')) as { manifest: string };
  return JSON.parse(manifest) as { file: string; position: number; at: number };
}

/** Waits for it by the clock of the server, which is this machine's. */
async function nextSecond(): Promise<string> {
  const at = Math.ceil((Date.now() + 1) / 1_000) * 1_000;
  await sleep(at - Date.now());
  return new Date(at).toISOString();
}

function copyOf(store: string): string {
  const own = mkdtempSync(join(folder, 'store-'));
  cpSync(store, own, { recursive: true });
  return own;
}

function pieceOf(store: string, index: number): string {
  return readdirSync(join(store, 'binlog'))
    .filter((name) => name.startsWith(`${whole}.`))
    .toSorted()
    .at(index)!;
}

function removePiece(store: string, index: number): void {
  rmSync(join(store, 'binlog', pieceOf(store, index)), { recursive: true });
}
