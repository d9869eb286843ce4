import { availableParallelism, tmpdir } from 'node:os';
import { type LedgerVerdict, VerifyLedger } from '../ledger/index.js';
import { type LedgerMark, type BinlogPosition, type Manifest, newestBackup, readManifest } from '../platform/backup/manifest.js';
import { type RestoreTarget, dropDatabase, restoreBackup } from '../platform/backup/restore-backup.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { KNOWN_SETTINGS } from '../known-settings.js';
import { ledgerMark, explained } from './backup.js';
import type { CommandLine } from './command-line.js';
import { migrateDatabase } from './migrate.js';
import { ServiceContext } from './service-context.js';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import {
  type Newest,
  newestMade,
  newestStored,
  placeName,
  setBackSentence,
  stateOf,
  type StoreState,
} from '../platform/backup/backup-numbers.js';
import { BackupEnvironment } from '../platform/backup/backup.settings.js';
import { backupStore } from '../platform/backup/backup-store.js';
import { backupSecrets } from '../platform/backup/take-backup.js';
import { SQLITE_FILE } from '../platform/config/data-folder.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { CommandError, UsageError, type Report } from './terminal.js';

/** Each thread has a connection and the rows of a range, and a container sees all processors of its machine. */
const MOST_THREADS = 4;

export interface VerifiedCopy {
  readonly verdict: LedgerVerdict;
  /** The ledger of the copy at the batch where the backup began. */
  readonly ledger: LedgerMark;
  /** The end of its ledger. */
  readonly head: LedgerMark;
}

/** Uses a context of its own: without Redis and the owner of the other database, and brought up to date if the backup is older. */
export async function verifyCopy(
  cli: CommandLine,
  copy: RestoreTarget,
  original: Config,
  begun: LedgerMark,
): Promise<VerifiedCopy> {
  const changes = {
    LOG_LEVEL: 'error',
    DATA_DIR: copy.folder,
    APP_KEY: original.appKey.toString('base64'),
    DATABASE_URL: copy.databaseUrl,
    MIGRATION_DATABASE_URL: undefined,
    DATABASE_REPLICA_URLS: undefined,
    REDIS_URL: undefined,
    LOG_DIR: undefined,
  };
  const config = original.changedForTool(changes, KNOWN_SETTINGS);
  await migrateDatabase(config, false);
  const context = new ServiceContext(config, cli.environment.stderr);
  try {
    // The copy stays as it was, for a binary log that goes on from there.
    const verdict = await (
      await context.get(VerifyLedger)
    ).execute({ keepsCheckpoint: false, workers: Math.min(availableParallelism(), MOST_THREADS) });
    const database = await context.get(Database);
    return { verdict, ledger: await ledgerMark(database, begun.batchNo), head: await ledgerMark(database) };
  } finally {
    await context.close();
  }
}

/** Whether the copy has all that was committed when the backup began. */
export function isComplete({ ledger }: VerifiedCopy, { batchNo, hash, journals }: LedgerMark): boolean {
  return batchNo === 0 || (ledger.hash === hash && ledger.journals === journals);
}

export interface RestoreOptions {
  readonly from?: string;
  readonly backup?: string;
  readonly to?: string;
  readonly database?: string;
  readonly newest?: string;
  readonly drill?: boolean;
  readonly json?: boolean;
}

export function restore(cli: CommandLine, options: RestoreOptions): Promise<void> {
  return cli.run(options, (context) => restoreAs(cli, context, options).catch(explained), true);
}

async function restoreAs(cli: CommandLine, context: ServiceContext, options: RestoreOptions): Promise<Report> {
  const { config } = context;
  const url = options.from ?? config.of(BackupEnvironment).BACKUP_URL;
  if (!url) throw new UsageError('Say from where: --from or BACKUP_URL.');
  if (options.drill !== true && !options.to) throw new UsageError('Say where to: --to a fresh folder, or --drill.');
  if (options.newest !== undefined && !/^[1-9]\d{0,8}$/.test(options.newest))
    throw new UsageError('--newest is a number, as backup printed it.');
  const place = backupStore(url);
  const backup = options.backup ?? (await newestBackup(place));
  // Read before the state of the store, which cannot tell a missing key from an earlier number.
  const found = backup === undefined ? undefined : await readManifest(place, backup, backupSecrets(config));
  const store = await stateOfStore(context, url, options);
  if (!found) throw new CommandError('There is no finished backup.');
  const { manifest, secret } = found;
  const fresh = options.drill ? drillTarget(config, manifest) : askedTarget(options, manifest);
  const startedAt = performance.now();
  try {
    await restoreBackup(place, manifest, secret, fresh);
    const checked = await verifyCopy(cli, fresh, config, manifest.ledger);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return report(manifest, fresh, checked, seconds, options.drill === true, store);
  } finally {
    if (options.drill) await remove(fresh);
  }
}

/** @throws CommandError where newer backups are gone, unless an older one is asked for by its name */
async function stateOfStore(context: ServiceContext, url: string, { backup, newest }: RestoreOptions): Promise<StoreState> {
  const stored = await newestStored(backupStore(url), backupSecrets(context.config));
  const made = newest === undefined ? await madeAsKnown(context, placeName(url)) : { number: Number(newest), backup: '' };
  if (made === undefined) return 'unknown';
  const state = stateOf(stored, made);
  if (state !== 'set back' || backup !== undefined) return state;
  throw new CommandError(`${setBackSentence(stored, made.number)} To restore an older one all the same, name it with --backup.`);
}

/** Asks the database of the settings, which may be the lost one. */
async function madeAsKnown(context: ServiceContext, place: string): Promise<Newest | undefined> {
  const { embedded, dataDir } = context.config;
  if (embedded && !existsSync(join(dataDir, SQLITE_FILE))) return undefined;
  try {
    return await newestMade(await context.get(Database), place);
  } catch {
    return undefined;
  }
}

function report(
  manifest: Manifest,
  fresh: RestoreTarget,
  checked: VerifiedCopy,
  seconds: number,
  isDrill: boolean,
  store: StoreState,
): Report {
  const { verdict } = checked;
  const { batchNo } = manifest.ledger;
  const complete = isComplete(checked, manifest.ledger);
  const ok = verdict.ok && complete;
  const { batches, postings, accounts } = verdict;
  const lines = [
    ok ? `${pc.green('Restored')} ${manifest.backup} in ${seconds} s` : pc.red(`The copy of ${manifest.backup} is wrong.`),
    `${batches} batches, ${verdict.journals} journals, ${postings} postings, ${accounts} accounts: the ledger is ${verdict.ok ? 'right' : 'wrong'}`,
    complete
      ? `It has all that was committed when the backup began (batch ${batchNo}).`
      : `Batch ${batchNo} is not as in the backup.`,
    ...(store === 'unknown' ? [unknownLine(manifest)] : []),
    ...(manifest.binlog && !isDrill ? [replayLine(manifest.binlog, fresh)] : []),
    ...(isDrill
      ? ['It was a drill: the copy is removed.']
      : [`In ${fresh.folder}. Before it serves, read docs/deployment.md on what came after the backup.`]),
  ];
  const { binlog } = manifest;
  return {
    data: {
      backup: manifest.backup,
      number: manifest.number,
      store,
      madeAt: manifest.madeAt,
      ...(binlog ? { binlog } : {}),
      ok,
      isComplete: complete,
      verdict,
      seconds,
    },
    lines,
    ok,
  };
}

function unknownLine({ number }: Manifest): string {
  const which = number === undefined ? 'it' : `number ${number}`;
  return `Whether ${which} is the newest cannot be known here: the database that counts them is not there, or made none in this store. Compare with your notes (--newest) and the anchors (ledger:verify --anchors).`;
}

function replayLine({ file, position }: BinlogPosition, { databaseUrl }: RestoreTarget): string {
  const database = new URL(databaseUrl!).pathname.slice(1);
  return `What was committed since: mariadb-binlog --start-position=${position} ${file} … | mariadb ${database}`;
}

function askedTarget({ to, database }: RestoreOptions, { dialect }: Manifest): RestoreTarget {
  if (dialect === 'mysql' && !database) throw new UsageError('It is a backup of MySQL: name a new database with --database.');
  return { folder: resolve(to!), databaseUrl: dialect === 'mysql' ? database : undefined };
}

function drillTarget(config: Config, { dialect }: Manifest): RestoreTarget {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-drill-'));
  if (dialect === 'sqlite') return { folder, databaseUrl: undefined };
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config.of(DatabaseEnvironment);
  const given = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  if (!given) throw new UsageError('It is a backup of MySQL: a drill needs DATABASE_URL, to make a database beside that one.');
  const url = new URL(given);
  url.pathname = `${url.pathname}_drill_${randomBytes(4).toString('hex')}`;
  return { folder, databaseUrl: url.href };
}

async function remove({ folder, databaseUrl }: RestoreTarget): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  if (databaseUrl) await dropDatabase(databaseUrl);
}
