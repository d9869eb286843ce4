import { BackupEnvironment } from '../platform/backup/backup.settings.js';
import type { Config } from '../platform/config/config.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { UsageError, CommandError, type Terminal } from './terminal.js';
import pc from 'picocolors';
import { backupStore } from '../platform/backup/backup-store.js';
import {
  drawNumber,
  failNumber,
  finishNumber,
  newestMade,
  newestStored,
  placeName,
  setBackSentence,
  stateOf,
} from '../platform/backup/backup-numbers.js';
import type { LedgerMark } from '../platform/backup/manifest.js';
import { backupSecrets, takeBackup } from '../platform/backup/take-backup.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../kernel/ids.js';
import { LedgerArchive } from '../ledger/index.js';
import type { CommandLine } from './command-line.js';
import { physicalBackups } from '../platform/backup/physical/physical-manifest.js';
import { takePhysicalBackup } from '../platform/backup/physical/take-physical-backup.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { BinlogCopier, type CopiedBinlog } from '../platform/backup/physical/copy-binlog.js';
import { gauge, writeTextfile } from './textfile.js';
import { DamagedBackup } from '../platform/backup/sealed-parts.js';

export function explained(error: unknown): never {
  throw error instanceof DamagedBackup ? new CommandError(error.message) : error;
}

/** @param option its name @throws UsageError */
export function backupUrl(config: Config, given: string | undefined, option: '--to' | '--from'): string {
  const url = given ?? config.of(BackupEnvironment).BACKUP_URL;
  if (!url) throw new UsageError(`Say where ${option === '--to' ? 'to' : 'from'}: ${option} or BACKUP_URL.`);
  return url;
}

/** URL of the database whose files are copied, with its owner's credentials. @throws UsageError */
export function ownerUrl(config: Config): string {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config.of(DatabaseEnvironment);
  const url = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  if (!url) throw new UsageError('The embedded database has no binary log: this is for MariaDB (DATABASE_URL). Use backup.');
  return url;
}

export interface BackupOptions {
  readonly to?: string;
  readonly binlogPosition?: boolean;
  readonly json?: boolean;
}

const MOST_NAMED = 20;

export function backup(cli: CommandLine, options: BackupOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const { config } = context;
    const url = options.to ?? config.of(BackupEnvironment).BACKUP_URL;
    if (!url) throw new UsageError('Say where to: --to or BACKUP_URL.');
    const startedAt = performance.now();
    const [archive, database] = [await context.get(LedgerArchive), await context.get(Database)];
    const [store, place] = [backupStore(url), placeName(url)];
    const { taken, stored, made, ledger } = await recordingFailure(database, place, async (draw) => {
      await requireArchive(archive);
      const [stored, made] = [await newestStored(store, backupSecrets(config)), await newestMade(database, place)];
      const ledger = await ledgerMark(database);
      const numbered = (backup: string) => draw(backup, stored?.number ?? 0);
      const taken = await takeBackup(config, store, ledger, options.binlogPosition === true, numbered);
      await finishNumber(database, taken.number, Date.now());
      return { taken, stored, made, ledger };
    });
    const state = stateOf(stored, made);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const lines = [
      `${pc.green('Backed up')} ${taken.backup}, number ${taken.number}: ${taken.bytes} bytes in ${seconds} s, ledger up to batch ${ledger.batchNo}`,
      ...(state === 'set back' ? [pc.red(setBackSentence(stored, made!.number))] : []),
      `Encrypted under the key ${taken.keyId}, which is not in a place of its own unless you keep it there.`,
      ...(taken.binlog ? [`The binary log goes on in ${taken.binlog.file} at ${taken.binlog.position}.`] : []),
      `Write the number down outside of store and database. Try the backup: restore --drill --newest ${taken.number}`,
    ];
    return { data: { ...taken, seconds, store: state }, lines, ok: state !== 'set back' };
  });
}

type Draw = (backup: string, above: number) => Promise<number>;

/** Records a failed backup for the metrics. If it fails before it drew a number, it draws one. */
async function recordingFailure<Result>(
  database: Database,
  place: string,
  attempt: (draw: Draw) => Promise<Result>,
): Promise<Result> {
  let number: number | undefined;
  const draw: Draw = async (backup, above) => (number = await drawNumber(database, { backup, place, at: Date.now(), above }));
  try {
    return await attempt(draw);
  } catch (error) {
    const recorded = async () => failNumber(database, number ?? (await draw(`failed-${newId()}`, 0)), Date.now());
    // The first error says more than a database that is away.
    await recorded().catch(() => undefined);
    throw error;
  }
}

/** A backup without them could not be restored, and would push one out that has them. */
async function requireArchive(archive: LedgerArchive): Promise<void> {
  const missing = await archive.listMissing();
  if (missing.length === 0) return;
  const files = missing.slice(0, MOST_NAMED).map(({ storageKey }) => `  ${storageKey}`);
  throw new CommandError(
    [
      `Nothing is backed up: ${missing.length} files of archived postings are missing or cut off.`,
      ...files,
      'Put them back from an older backup or version of the object (docs/runbook.md, LedgerWrong), and back up again.',
    ].join('\n'),
  );
}

export async function ledgerMark(database: Database, upTo?: number): Promise<LedgerMark> {
  const [head] = await database.rows<LedgerMark>(
    upTo === undefined
      ? 'SELECT batch_no AS batchNo, hash FROM ledger_head WHERE id = 1'
      : 'SELECT batch_no AS batchNo, hash FROM ledger_batch WHERE batch_no = ?',
    upTo === undefined ? [] : [upTo],
  );
  const batchNo = head?.batchNo ?? 0;
  const [sum] = await database.rows<{ journals: number | string | null }>(
    'SELECT SUM(journals) AS journals FROM ledger_batch WHERE batch_no <= ?',
    [batchNo],
  );
  return { batchNo, hash: head?.hash ?? '', journals: Number(sum?.journals ?? 0) };
}

export interface BackupPhysicalOptions {
  readonly to?: string;
  readonly incremental?: boolean;
  readonly json?: boolean;
}

const MB = 2 ** 20;

export function backupPhysical(cli: CommandLine, options: BackupPhysicalOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    const { config } = context;
    const [place, url] = [backupStore(backupUrl(config, options.to, '--to'), 'physical'), ownerUrl(config)];
    const [secret] = backupSecrets(config);
    const startedAt = performance.now();
    const damaged: string[] = [];
    const parent = options.incremental
      ? (await physicalBackups(place, backupSecrets(config), damaged)).at(-1)?.manifest
      : undefined;
    if (options.incremental && !parent)
      throw new CommandError(['There is no physical backup to go on from: take a whole one first.', ...damaged].join('\n'));
    const ledger = await ledgerMark(await context.get(Database));
    const progress = terminal.progress('Megabytes');
    const onProgress = (bytes: number) => progress.show(Math.floor(bytes / MB), Math.ceil(bytes / MB));
    const taken = await takePhysicalBackup({ url, place, secret: secret!, ledger, parent, onProgress }).finally(() =>
      progress.stop(),
    );
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const { bytes, ...manifest } = taken;
    const { backup, lsn, binlog, keyId } = manifest;
    const lines = [
      `${pc.green('Backed up')} the database files ${parent ? `that changed since ${parent.backup}` : 'whole'} as ${backup}: ${bytes} bytes in ${seconds} s, LSN ${lsn.from} to ${lsn.to}`,
      `Encrypted under the key ${keyId}, which is not in a place of its own unless you keep it there.`,
      `The binary log goes on in ${binlog.file} at ${binlog.position}: copy it with backup:binlog.`,
      ...damaged,
    ];
    return { data: { bytes, seconds, ...manifest }, lines };
  });
}

export interface BackupBinlogOptions {
  readonly to?: string;
  /** Seconds. */
  readonly every?: number;
  readonly textfile?: string;
  readonly json?: boolean;
}

export function backupBinlog(cli: CommandLine, options: BackupBinlogOptions): Promise<void> {
  return cli.run(options, async ({ config }, terminal) => {
    const place = backupUrl(config, options.to, '--to');
    const [backups, logs] = [backupStore(place, 'physical'), backupStore(place, 'binlog')];
    const copier = new BinlogCopier(ownerUrl(config), backups, logs, backupSecrets(config));
    const copy = async () => {
      const copied = await copier.copy();
      if (options.textfile !== undefined) writeCopiedUpTo(options.textfile, copied.at);
      return copied;
    };
    const first = await copy().catch(explained);
    const last = options.every === undefined ? first : await goOn(copy, first, options.every, cli.interrupted(), terminal);
    const { file, position, at, bytes } = last;
    const copied = `${pc.green('Copied')} the binary log up to ${file} at ${position}, as of ${new Date(at).toISOString()}: ${bytes} bytes`;
    return { data: last, lines: [copied] };
  });
}

/** Waits for a server or store that is away, and reports it each time. */
async function goOn(
  copy: () => Promise<CopiedBinlog>,
  first: CopiedBinlog,
  seconds: number,
  interrupted: AbortSignal,
  terminal: Terminal,
): Promise<CopiedBinlog> {
  let last = first;
  for (;;) {
    await sleep(seconds * 1_000, undefined, { signal: interrupted }).catch(() => undefined);
    try {
      const copied = await copy();
      last = { ...copied, bytes: last.bytes + copied.bytes };
    } catch (error) {
      terminal.note(`${new Date().toISOString()} ${(error as Error).message}`);
    }
    if (interrupted.aborted) return last;
  }
}

/** @param at unix ms */
export function writeCopiedUpTo(path: string, at: number): void {
  const help = 'What was committed before is in the copy of the binary log';
  writeTextfile(path, gauge('harmattan_binlog_copied_timestamp_seconds', help, [` ${Math.floor(at / 1_000)}`]));
}
