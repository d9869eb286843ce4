import type { Config } from '../../../platform/config/config.js';
import { StartError } from '../../../platform/config/start-error.js';
import { Database } from '../../../platform/database/database.js';
import { DatabaseEnvironment } from '../../../platform/database/database.settings.js';
import type { Log } from '../../../platform/telemetry/log.js';

const TABLES = ['posting', 'journal', 'ledger_batch'];
/** "UPDATE command denied to user", which TiDB also says as "privilege check for 'Update' fail". */
const DENIED: ReadonlySet<number> = new Set([1142, 8121]);

export interface AppendOnlyGuard {
  readonly triggers: boolean;
  readonly grants: boolean;
}

/** What keeps the ledger's rows from being changed on MySQL: triggers, or the grants of the database user. */
export async function appendOnlyGuard(database: Database): Promise<AppendOnlyGuard> {
  const names = TABLES.flatMap((table) => [`'${table}_no_update'`, `'${table}_no_delete'`]);
  const triggers = await database.rowsOnce<object>(
    `SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND trigger_name IN (${names.join()})`,
  );
  const denied = await Promise.all(TABLES.map((table) => isUpdateDenied(database, table)));
  return { triggers: triggers.length === names.length, grants: denied.every(Boolean) };
}

/** @throws StartError in production on an engine without triggers, where the grants are the only guard there can be */
export function reportGuard({ triggers, grants }: AppendOnlyGuard, config: Config, log: Log): void {
  if (grants) log.info('the grants of the database user keep the rows of the ledger from being changed');
  else if (!triggers && config.production && config.of(DatabaseEnvironment).DATABASE_DIALECT === 'tidb')
    throw new StartError([
      'The user of DATABASE_URL may change rows of the ledger, and there are no triggers with DATABASE_DIALECT=tidb: migrate as MIGRATION_DATABASE_URL and serve as a user with the grants of database:grants only (docs/deployment.md).',
    ]);
  else if (!triggers)
    log.warning(
      'the rows of the ledger can be changed: there are no triggers, and the database user may change them; see docs/deployment.md for its grants',
    );
}

/** The privilege is checked although no row is changed. */
async function isUpdateDenied(database: Database, table: string): Promise<boolean> {
  try {
    await database.rowsOnce(`UPDATE ${table} SET batch_no = batch_no WHERE 1 = 0`);
    return false;
  } catch (error) {
    if (DENIED.has((error as { errno?: number }).errno ?? 0)) return true;
    throw error;
  }
}
