import pc from 'picocolors';
import { backupPlace } from '../platform/backup/backup-place.js';
import type { LedgerMark } from '../platform/backup/manifest.js';
import { takeBackup } from '../platform/backup/take-backup.js';
import { Database } from '../platform/database/database.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';

interface Options {
  readonly to?: string;
  readonly binlogPosition?: boolean;
  readonly json?: boolean;
}

export const PLACE_HELP = 'file:///path or s3:https://key:secret@host/bucket (default: BACKUP_URL)';

export function backup(cli: CommandLine): void {
  cli
    .command('backup', 'write an encrypted backup of database and files, beside the running service')
    .option('--to <url>', PLACE_HELP)
    .option('--binlog-position', 'note where the binary log goes on from (MySQL; the user needs RELOAD and BINLOG MONITOR)')
    .action((options: Options) =>
      cli.run(options, async (context) => {
        const { config } = context;
        const url = options.to ?? config.backupUrl;
        if (!url) throw new UsageError('Say where to: --to or BACKUP_URL.');
        const startedAt = performance.now();
        const ledger = await ledgerMark(await context.get(Database));
        const taken = await takeBackup(config, backupPlace(url), ledger, options.binlogPosition === true);
        const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
        const lines = [
          `${pc.green('Backed up')} ${taken.backup}: ${taken.bytes} bytes in ${seconds} s, ledger up to batch ${ledger.batchNo}`,
          `Encrypted under the key ${taken.keyId}, which is not in a place of its own unless you keep it there.`,
          ...(taken.binlog ? [`The binary log goes on in ${taken.binlog.file} at ${taken.binlog.position}.`] : []),
          'Try it: restore --drill',
        ];
        return { data: { ...taken, seconds }, lines };
      }),
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
