import pc from 'picocolors';
import { BackupEnvironment } from '../platform/backup/backup.settings.js';
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
import { CommandError, UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';

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
