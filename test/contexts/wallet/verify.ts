import { join } from 'node:path';
import { SqlLedgerReader } from '../../../src/contexts/wallet/adapters/sql/sql-ledger-reader.js';
import { mysqlSnapshot, sqliteSnapshot } from '../../../src/contexts/wallet/adapters/sql/snapshots.js';
import { type LedgerVerdict, VerifyLedger, type VerifyProgress } from '../../../src/contexts/wallet/application/verify-ledger.js';
import { chainKeysOf } from '../../support/ledger-fixture.js';
import type { Config } from '../../../src/platform/config/config.js';
import { SQLITE_FILE } from '../../../src/platform/config/data-folder.js';

/** The result of `ledger:verify` for this database. */
export function verify(
  config: Config,
  onProgress?: (progress: VerifyProgress) => void,
  anchorLines?: readonly string[],
): Promise<LedgerVerdict> {
  return new VerifyLedger(readerOf(config), chainKeysOf(config)).execute(onProgress, anchorLines);
}

export function readerOf({ databaseUrl, dataDir }: Config): SqlLedgerReader {
  return new SqlLedgerReader(() => (databaseUrl ? mysqlSnapshot(databaseUrl) : sqliteSnapshot(join(dataDir, SQLITE_FILE))));
}
