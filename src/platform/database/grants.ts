import mysql from 'mysql2';
import type { DataSource } from 'typeorm';
import { mysqlOptions } from './mysql-options.js';
import { LONG_SESSION, openConnection } from './mysql-session.js';

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const EVERYTHING: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const APPENDED: readonly Privilege[] = ['SELECT', 'INSERT'];
const READ: readonly Privilege[] = ['SELECT'];
const NEVER_DELETED: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE'];
/** Rows are removed when their time is over. */
const NEVER_CHANGED: readonly Privilege[] = ['SELECT', 'INSERT', 'DELETE'];

/** What the serving user may do with these tables; with all others everything but DDL. */
export const RESTRICTED: Readonly<Record<string, readonly Privilege[]>> = {
  migration: READ,
  migration_step: READ,
  schema_version: READ,
  ledger_archive: READ,
  journal: APPENDED,
  ledger_batch: APPENDED,
  ledger_exception: APPENDED,
  ledger_loss: APPENDED,
  posting: APPENDED,
  settlement: APPENDED,
  staff_audit: APPENDED,
  staff_case_note: APPENDED,
  tariff: APPENDED,
  staff_read: NEVER_CHANGED,
  webhook_attempt: NEVER_CHANGED,
  deposit_payment: NEVER_DELETED,
  ledger_account: NEVER_DELETED,
  ledger_head: NEVER_DELETED,
  ledger_hold: NEVER_DELETED,
  ledger_key: NEVER_DELETED,
  money_request: NEVER_DELETED,
  proposal: NEVER_DELETED,
};

/** The statements that let the user of `servingUrl` serve, and nothing else, for every table that exists. */
export async function servingGrants(dataSource: DataSource, servingUrl: string): Promise<string[]> {
  const database = mysql.escapeId(String(dataSource.options.database), true);
  const account = await accountOf(servingUrl);
  const tables = await dataSource.query<{ name: string }[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return tables.map(
    ({ name }) => `GRANT ${(RESTRICTED[name] ?? EVERYTHING).join(', ')} ON ${database}.${mysql.escapeId(name)} TO ${account}`,
  );
}

/** As the server knows the user, without need of any privilege. */
async function accountOf(url: string): Promise<string> {
  const { database: _, ...server } = mysqlOptions(url);
  const connection = await openConnection(server, LONG_SESSION);
  try {
    const [rows] = await connection.query('SELECT CURRENT_USER() AS account');
    const { account } = (rows as { account: string }[])[0]!;
    const at = account.lastIndexOf('@');
    return `${mysql.escape(account.slice(0, at))}@${mysql.escape(account.slice(at + 1))}`;
  } finally {
    await connection.end();
  }
}
