import mysql from 'mysql2';
import type { DataSource } from 'typeorm';
import { StartError } from '../config/start-error.js';
import { isDuplicate } from './errors.js';
import { mysqlOptions } from './mysql-options.js';
import { LONG_SESSION, openConnection } from './mysql-session.js';

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const EVERYTHING: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const APPENDED: readonly Privilege[] = ['SELECT', 'INSERT'];
const READ: readonly Privilege[] = ['SELECT'];
const NEVER_DELETED: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE'];
/** Rows are removed when their time is over. */
const NEVER_CHANGED: readonly Privilege[] = ['SELECT', 'INSERT', 'DELETE'];

/** Privileges of the serving user on these tables; on all others it has everything but DDL. */
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
  staff_read: NEVER_CHANGED,
  webhook_attempt: NEVER_CHANGED,
  deposit_payment: NEVER_DELETED,
  ledger_account: NEVER_DELETED,
  ledger_block: NEVER_DELETED,
  ledger_head: NEVER_DELETED,
  ledger_hold: NEVER_DELETED,
  ledger_key: NEVER_DELETED,
  money_request: NEVER_DELETED,
  proposal: NEVER_DELETED,
  tariff: NEVER_DELETED,
};

/** The statements that let `account` serve, and nothing else, for every table that exists. */
export async function servingGrants(dataSource: DataSource, account: string): Promise<string[]> {
  const database = mysql.escapeId(String(dataSource.options.database), true);
  const tables = await dataSource.query<{ name: string }[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return tables.map(
    ({ name }) => `GRANT ${(RESTRICTED[name] ?? EVERYTHING).join(', ')} ON ${database}.${mysql.escapeId(name)} TO ${account}`,
  );
}

/** Again where another process makes the same grant: TiDB inserts a row for it, and refuses the second insert. */
export async function grant(dataSource: DataSource, statement: string): Promise<void> {
  try {
    await dataSource.query(statement);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await dataSource.query(statement);
  }
}

/** @throws StartError where the user of the data source cannot pass on what another one needs to serve; what roles allow is not looked at */
export async function requireGrantOption(dataSource: DataSource): Promise<void> {
  const rows = await dataSource.query<Record<string, string>[]>('SHOW GRANTS FOR CURRENT_USER');
  const database = String(dataSource.options.database);
  for (const grant of rows.map((row) => Object.values(row)[0]!)) {
    const [, on] = / ON (\S+)\.\* TO /.exec(grant) ?? [];
    if (!grant.includes(' ON ')) return;
    if (grant.endsWith('WITH GRANT OPTION') && (on === '*' || (on && covers(on.slice(1, -1), database)))) return;
  }
  throw new StartError([
    'The user of MIGRATION_DATABASE_URL may not grant, and the one of DATABASE_URL could not serve the new tables: grant it WITH GRANT OPTION on the database.',
  ]);
}

/** A grant's name of a database is a pattern of LIKE. */
function covers(pattern: string, database: string): boolean {
  const parts = pattern.match(/\\.|./gs) ?? [];
  const source = parts.map((part) => (part === '%' ? '.*' : part === '_' ? '.' : part.at(-1)!.replace(/\W/, '\\$&'))).join('');
  return new RegExp(`^${source}$`, 's').test(database);
}

/** The user's name at the server, without need of any privilege. */
export async function accountOf(url: string): Promise<string> {
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
