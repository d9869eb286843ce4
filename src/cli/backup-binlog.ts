import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';
import { backupStore } from '../platform/backup/backup-store.js';
import { BinlogCopier, type CopiedBinlog } from '../platform/backup/physical/copy-binlog.js';
import { backupSecrets } from '../platform/backup/take-backup.js';
import { backupUrl, ownerUrl } from './backup-place.js';
import type { CommandLine } from './command-line.js';
import { explained } from './restore.js';
import type { Terminal } from './terminal.js';
import { gauge, writeTextfile } from './textfile.js';

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
