import { BackupEnvironment } from '../platform/backup/backup.settings.js';
import type { Config } from '../platform/config/config.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { UsageError } from './command-error.js';

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
