import { join } from 'node:path';
import { SQLITE_FILE } from '../../../../platform/config/data-folder.js';
import type { ServerDialect } from '../../../../platform/database/server-dialect.js';
import { mysqlSnapshot, type SnapshotReader, sqliteSnapshot } from './snapshots.js';

/** Settings that a snapshot is opened with. */
export interface SnapshotSource {
  readonly databaseUrl: string | undefined;
  readonly databaseDialect: ServerDialect;
  readonly dataDir: string;
  /** Address of the files; undefined where they are in `dataDir`. */
  readonly s3Url: string | undefined;
}

export function openSnapshot({ databaseUrl, databaseDialect, dataDir }: Omit<SnapshotSource, 's3Url'>): Promise<SnapshotReader> {
  return databaseUrl ? mysqlSnapshot(databaseUrl, databaseDialect) : sqliteSnapshot(join(dataDir, SQLITE_FILE));
}
