import { InvalidArgumentError, Option } from 'commander';
import type { BackupOptions, BackupBinlogOptions, BackupPhysicalOptions } from '../backup.js';
import type { CommonOptions, Declaration } from '../command-line.js';
import type { MigrateOptions } from '../migrate.js';
import type { RecoverOptions } from '../recover.js';
import type { RestoreOptions } from '../restore.js';
import { parseTime, TIME_HELP } from '../options.js';

const PLACE_HELP = 'file:///path or s3:https://key:secret@host/bucket (default: BACKUP_URL)';
const MOST_SECONDS = 86_400;

export const DATABASE_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('backup', 'write an encrypted backup of database and files, beside the running service')
      .option('--to <url>', PLACE_HELP)
      .option(
        '--binlog-position',
        'note the position from which the binary log goes on (MySQL; the user needs RELOAD and BINLOG MONITOR)',
      )
      .action(async (options: BackupOptions) => (await import('../backup.js')).backup(cli, options)),

  (cli) =>
    cli
      .command(
        'restore',
        'restore a backup into a fresh place, verify its ledger and compare it with the backup; exit 1 on any difference',
      )
      .option('--from <url>', PLACE_HELP)
      .option('--backup <name>', 'name of the backup (default: the newest)')
      .option('--newest <number>', 'number of the newest backup that was made (default: from the database of the settings)')
      .option('--to <folder>', 'the new DATA_DIR')
      .option('--database <url>', 'the new DATABASE_URL, for a backup of MySQL')
      .option('--drill', 'restore into a temporary folder and database, and remove them afterwards')
      .action(async (options: RestoreOptions) => (await import('../restore.js')).restore(cli, options)),

  (cli) =>
    cli
      .command(
        'backup:physical',
        'copy the files of MariaDB beside the running server, encrypted, as the base of a recovery to any time',
      )
      .option('--to <url>', PLACE_HELP)
      .option('--incremental', 'copy only the pages that changed since the last copy')
      .action(async (options: BackupPhysicalOptions) => (await import('../backup.js')).backupPhysical(cli, options)),

  (cli) =>
    cli
      .command('backup:binlog', 'copy the new part of the binary log of MariaDB, encrypted')
      .option('--to <url>', PLACE_HELP)
      .option('--every <seconds>', 'repeat after so many seconds, until Ctrl-C', parseSeconds)
      .option('--textfile <path>', "file for the time of the copy, for the textfile collector of Prometheus' node exporter")
      .action(async (options: BackupBinlogOptions) => (await import('../backup.js')).backupBinlog(cli, options)),

  (cli) =>
    cli
      .command(
        'recover',
        'make a data directory of MariaDB as it was at a time, from physical backups and the binary log, and verify its ledger',
      )
      .option('--from <url>', PLACE_HELP)
      .option('--until <time>', `leave out commits from then on, ${TIME_HELP} (default: none)`, parseTime)
      .addOption(new Option('--to <folder>', 'the new data directory, where nothing is').conflicts('drill'))
      .option(
        '--drill',
        'recover into a temporary folder and remove it afterwards; says how long it takes and how much would be lost',
      )
      .action(async (options: RecoverOptions) => (await import('../recover.js')).recover(cli, options)),

  (cli) =>
    cli
      .command('migrate', 'migrate the database to the current schema (the service also does so when it starts)')
      .option('--create', 'make the database if there is none')
      .option('--status', 'say how far the schema is, and change nothing; exits with 1 unless this version can serve it')
      .action(async (options: MigrateOptions) => (await import('../migrate.js')).migrateCommand(cli, options)),

  (cli) =>
    cli
      .command(
        'database:grants',
        'print the grants of the serving database user (migrate gives them with MIGRATION_DATABASE_URL)',
      )
      .action(async (options: CommonOptions) => (await import('../migrate.js')).databaseGrants(cli, options)),
];

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS)
    throw new InvalidArgumentError(`Give it as a number from 1 to ${MOST_SECONDS}.`);
  return seconds;
}
