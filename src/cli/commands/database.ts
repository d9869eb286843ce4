import type { BackupOptions } from '../backup.js';
import type { CommonOptions, Declaration } from '../command-line.js';
import type { MigrateOptions } from '../migrate.js';
import type { RestoreOptions } from '../restore.js';

const PLACE_HELP = 'file:///path or s3:https://key:secret@host/bucket (default: BACKUP_URL)';

export const DATABASE_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('backup', 'write an encrypted backup of database and files, beside the running service')
      .option('--to <url>', PLACE_HELP)
      .option('--binlog-position', 'note where the binary log goes on from (MySQL; the user needs RELOAD and BINLOG MONITOR)')
      .action(async (options: BackupOptions) => (await import('../backup.js')).backup(cli, options)),

  (cli) =>
    cli
      .command(
        'restore',
        'restore a backup into a fresh place, verify its ledger and compare it with the backup; exit 1 on any difference',
      )
      .option('--from <url>', PLACE_HELP)
      .option('--backup <name>', 'which one (default: the newest)')
      .option(
        '--newest <number>',
        'the number of the newest backup that was made (default: as the database of the settings knows)',
      )
      .option('--to <folder>', 'the new DATA_DIR')
      .option('--database <url>', 'the new DATABASE_URL, for a backup of MySQL')
      .option('--drill', 'into a temporary folder and database, which are removed afterwards')
      .action(async (options: RestoreOptions) => (await import('../restore.js')).restore(cli, options)),

  (cli) =>
    cli
      .command('migrate', 'migrate the database to the current schema (the service also does so when it starts)')
      .option('--create', 'make the database where there is none')
      .option('--status', 'say how far the schema is, and change nothing; exits with 1 unless this version can serve it')
      .action(async (options: MigrateOptions) => (await import('../migrate.js')).migrateCommand(cli, options)),

  (cli) =>
    cli
      .command(
        'database:grants',
        'print the grants of the database user that serves (migrate gives them with MIGRATION_DATABASE_URL)',
      )
      .action(async (options: CommonOptions) => (await import('../database-grants.js')).databaseGrants(cli, options)),
];
