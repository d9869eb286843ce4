import { availableParallelism } from 'node:os';
import { type LedgerVerdict, VerifyLedger } from '../ledger/index.js';
import type { LedgerMark } from '../platform/backup/manifest.js';
import type { RestoreTarget } from '../platform/backup/restore-backup.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { KNOWN_SETTINGS } from '../known-settings.js';
import { ledgerMark } from './backup.js';
import type { CommandLine } from './command-line.js';
import { migrateDatabase } from './migrate.js';
import { ServiceContext } from './service-context.js';

/** Each thread has a connection and the rows of a range, and a container sees all processors of its machine. */
const MOST_THREADS = 4;

export interface VerifiedCopy {
  readonly verdict: LedgerVerdict;
  /** The ledger of the copy at the batch where the backup began. */
  readonly ledger: LedgerMark;
  /** The end of its ledger. */
  readonly head: LedgerMark;
}

/** Uses a context of its own: without Redis and the owner of the other database, and brought up to date if the backup is older. */
export async function verifyCopy(
  cli: CommandLine,
  copy: RestoreTarget,
  original: Config,
  begun: LedgerMark,
): Promise<VerifiedCopy> {
  const changes = {
    LOG_LEVEL: 'error',
    DATA_DIR: copy.folder,
    APP_KEY: original.appKey.toString('base64'),
    DATABASE_URL: copy.databaseUrl,
    MIGRATION_DATABASE_URL: undefined,
    DATABASE_REPLICA_URLS: undefined,
    REDIS_URL: undefined,
    LOG_DIR: undefined,
  };
  const config = original.changedForTool(changes, KNOWN_SETTINGS);
  await migrateDatabase(config, false);
  const context = new ServiceContext(config, cli.environment.stderr);
  try {
    // The copy stays as it was, for a binary log that goes on from there.
    const verdict = await (
      await context.get(VerifyLedger)
    ).execute({ keepsCheckpoint: false, workers: Math.min(availableParallelism(), MOST_THREADS) });
    const database = await context.get(Database);
    return { verdict, ledger: await ledgerMark(database, begun.batchNo), head: await ledgerMark(database) };
  } finally {
    await context.close();
  }
}

/** Whether the copy has all that was committed when the backup began. */
export function isComplete({ ledger }: VerifiedCopy, { batchNo, hash, journals }: LedgerMark): boolean {
  return batchNo === 0 || (ledger.hash === hash && ledger.journals === journals);
}
