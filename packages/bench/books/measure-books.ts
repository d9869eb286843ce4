import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { ServiceContext } from '../../../src/cli/service-context.js';
import { Activity, ExportStatement } from '../../../src/contexts/wallet/index.js';
import { History, Ledger } from '../../../src/ledger/index.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { Config } from '../../../src/platform/config/config.js';
import { movement } from '../../../test/support/ledger-fixture.js';

interface Books {
  readonly environment: Readonly<Record<string, string>>;
  /** The first one has the longest history. */
  readonly wallets: readonly string[];
}

type IsWanted = (name: string) => boolean;

const PAGE = 15;
const REPEATS = 200;
/** Between two verifications of an hour. */
const NEW_COMMANDS = 10_000;
/** That a recovery repeats from the binary log. */
const LOGGED_COMMANDS = 100_000;
const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));

/** Prints how long reading, verifying and keeping the books takes: reads as the operations do them, the rest by its command. */
export async function measureBooks(books: Books, isWanted: IsWanted): Promise<void> {
  const context = new ServiceContext(Config.loadForTool({ ...books.environment }), process.stderr);
  try {
    await measureReads(context, books, isWanted);
    await measureVerification(context, books, isWanted);
  } finally {
    await context.close();
  }
  const backups = join(books.environment['DATA_DIR']!, 'backups');
  mkdirSync(backups);
  const place = pathToFileURL(backups).href;
  if (isWanted('backup')) await command('backup', books, 'backup', '--to', place);
  if (isWanted('restore drill')) await command('restore drill', books, 'restore', '--from', place, '--drill');
  rmSync(backups, { recursive: true, force: true });
}

/** Archives what is older than so many months, and measures reading and verifying again. */
export async function measureArchive(books: Books, months: string, isWanted: IsWanted): Promise<void> {
  await printSizes(books, 'before');
  await command('archive', books, 'ledger:archive', '--older-than', months);
  await printSizes(books, 'after');
  const context = new ServiceContext(Config.loadForTool({ ...books.environment }), process.stderr);
  try {
    await measureReads(context, books, isWanted);
  } finally {
    await context.close();
  }
  if (isWanted('verify, whole')) await command('verify, whole', books, 'ledger:verify');
  if (isWanted('verify, whole, 2 threads')) await command('verify, whole, 2 threads', books, 'ledger:verify', '--workers', '2');
}

/** Where the server has a binary log and its files are here: copies of them, and a recovery from these with all of its verification. */
export async function measureRecovery(books: Books): Promise<void> {
  const store = join(books.environment['DATA_DIR']!, 'copies');
  const place = pathToFileURL(store).href;
  const context = new ServiceContext(Config.loadForTool({ ...books.environment }), process.stderr);
  try {
    await command('physical backup, whole', books, 'backup:physical', '--to', place);
    await moveMoney(context, books);
    await command(`incremental backup, ${NEW_COMMANDS} journals later`, books, 'backup:physical', '--to', place, '--incremental');
    await moveMoney(context, books, LOGGED_COMMANDS);
    await command(`binary log of ${LOGGED_COMMANDS} journals`, books, 'backup:binlog', '--to', place);
    await command('recovery drill', books, 'recover', '--from', place, '--drill');
  } finally {
    await context.close();
    rmSync(store, { recursive: true, force: true });
  }
}

/** As the database gives them back to the disk, which takes a rebuild of the tables. */
async function printSizes({ environment }: Books, when: string): Promise<void> {
  const connection = await mysql.createConnection(environment['DATABASE_URL']!);
  try {
    await connection.query('OPTIMIZE TABLE posting, journal, ledger_batch, money_request, ledger_archive');
    const [rows] = await connection.query(
      `SELECT table_name AS name, data_length + index_length AS bytes FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_name IN ('posting', 'journal', 'ledger_batch', 'money_request', 'ledger_archive')`,
    );
    const sizes = (rows as { name: string; bytes: number }[]).map(
      ({ name, bytes }) => `${name} ${Math.round(bytes / 2 ** 20)} MB`,
    );
    print(`sizes ${when} archiving`, sizes.join(', '));
  } finally {
    await connection.end();
  }
}

async function measureReads(context: ServiceContext, { wallets }: Books, isWanted: IsWanted): Promise<void> {
  const [activity, history, statements] = [
    await context.get(Activity),
    await context.get(History),
    await context.get(ExportStatement),
  ];
  const [longest] = wallets as [string];
  const any = (index: number) => wallets[1 + (index % (wallets.length - 1))]!;
  const now = Date.now();
  const ago = (days: number) => now - days * DAY_MS;
  const page = (account: string, before?: number) => activity.list(account, { before, size: PAGE });
  const steps: Record<string, (index: number) => Promise<unknown>> = {
    'history page, newest': (index) => page(any(index)),
    'history page, newest, longest history': () => page(longest),
    'history page, a year back': (index) => page(any(index), ago(365 + index)),
    'history page, a year back, longest history': (index) => page(longest, ago(365 + index)),
    'balance a year ago': (index) => history.balanceAt(any(index), ago(365 + index)),
    'balance a year ago, longest history': (index) => history.balanceAt(longest, ago(365 + index)),
  };
  for (const [name, step] of Object.entries(steps)) if (isWanted(name)) await repeated(name, REPEATS, step);
  const holder = { name: 'A', email: 'a@example.com', referenceId: 'AAAAAAAA' };
  const statement = (account: string) =>
    drained(statements.execute({ account, holder, from: ago(400), to: ago(35), format: 'csv' }));
  if (isWanted('statement of a year')) await repeated('statement of a year', 20, (index) => statement(any(index)));
  if (isWanted('statement of a year, longest history'))
    await repeated('statement of a year, longest history', 1, () => statement(longest));
}

async function measureVerification(context: ServiceContext, books: Books, isWanted: IsWanted): Promise<void> {
  if (isWanted('verify, whole')) await command('verify, whole', books, 'ledger:verify');
  if (isWanted('verify, whole, 2 threads')) await command('verify, whole, 2 threads', books, 'ledger:verify', '--workers', '2');
  if (!isWanted('verify since the checkpoint')) return;
  await moveMoney(context, books);
  await command(`verify since the checkpoint, ${NEW_COMMANDS} journals later`, books, 'ledger:verify', '--since-checkpoint');
}

async function moveMoney(context: ServiceContext, books: Books, count = NEW_COMMANDS): Promise<void> {
  const ledger = await context.get(Ledger);
  const [one, other] = [books.wallets[1]!, books.wallets[2]!];
  const commands = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? movement(one, other, 100) : movement(other, one, 100),
  );
  for (let from = 0; from < commands.length; from += 1_000)
    await Promise.all(commands.slice(from, from + 1_000).map((each) => ledger.commit(each)));
}

async function repeated(name: string, repeats: number, step: (index: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < repeats; index++) {
    const began = performance.now();
    await step(index);
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((one, another) => one - another);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1);
  print(name, repeats === 1 ? `${at(0)} ms` : `median ${at(0.5)} ms, 95 % below ${at(0.95)} ms, slowest ${at(1)} ms`);
}

/** In a process of its own, whose memory is read until it ends. */
async function command(name: string, { environment }: Books, ...args: string[]): Promise<void> {
  const began = performance.now();
  const running = promisify(execFile)(process.execPath, [CLI, ...args, '--json'], {
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 24,
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(running.child.pid));
  }, 100);
  try {
    const { stdout } = await running;
    const seconds = (performance.now() - began) / 1_000;
    print(name, `${seconds.toFixed(1)} s, at most ${megabytes} MB, ${stdout.replace(/\s+/g, ' ').slice(0, 300)}`);
  } finally {
    clearInterval(timer);
  }
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

async function drained(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

function print(name: string, text: string): void {
  process.stdout.write(`${name}: ${text}\n`);
}
