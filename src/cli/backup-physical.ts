import pc from 'picocolors';
import { backupStore } from '../platform/backup/backup-store.js';
import { physicalBackups } from '../platform/backup/physical/physical-manifest.js';
import { takePhysicalBackup } from '../platform/backup/physical/take-physical-backup.js';
import { backupSecrets } from '../platform/backup/take-backup.js';
import { Database } from '../platform/database/database.js';
import { ledgerMark } from './backup.js';
import { backupUrl, ownerUrl } from './backup-place.js';
import { CommandError } from './command-error.js';
import type { CommandLine } from './command-line.js';

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
