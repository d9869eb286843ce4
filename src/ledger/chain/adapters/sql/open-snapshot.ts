import { join } from 'node:path';
import type { Config } from '../../../../platform/config/config.js';
import { SQLITE_FILE } from '../../../../platform/config/data-folder.js';
import { DatabaseEnvironment } from '../../../../platform/database/database.settings.js';
import type { ServerDialect } from '../../../../platform/database/server-dialect.js';
import { StorageEnvironment } from '../../../../platform/storage/storage.settings.js';
import { mysqlSnapshot, type SnapshotReader, sqliteSnapshot } from './snapshots.js';

export interface SnapshotSource {
  readonly databaseUrl: string | undefined;
  readonly databaseDialect: ServerDialect;
  readonly dataDir: string;
  /** Address of the files; undefined where they are in `dataDir`. */
  readonly s3Url: string | undefined;
}

/** Without the keys of the configuration, because it is copied to threads. */
export function snapshotSource(config: Config): SnapshotSource {
  const { DATABASE_URL: databaseUrl, DATABASE_DIALECT: databaseDialect } = config.of(DatabaseEnvironment);
  return { databaseUrl, databaseDialect, dataDir: config.dataDir, s3Url: config.of(StorageEnvironment).S3_URL };
}

export function openSnapshot({ databaseUrl, databaseDialect, dataDir }: SnapshotSource): Promise<SnapshotReader> {
  return databaseUrl ? mysqlSnapshot(databaseUrl, databaseDialect) : sqliteSnapshot(join(dataDir, SQLITE_FILE));
}
