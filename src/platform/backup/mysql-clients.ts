import { spawnSync } from 'node:child_process';
import { StartError } from '../config/start-error.js';
import { mysqlOptions, mysqlTls, tlsArguments } from '../database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../database/mysql-session.js';
import type { Program } from './programs.js';

/** In one snapshot, without locks. @param marksPosition whether the position in the binary log is noted at its beginning */
export async function mysqlDump(url: string, marksPosition: boolean): Promise<Program> {
  const client = await clientFor(url, 'mariadb-dump', 'mysqldump');
  const args = ['--single-transaction', '--quick', '--skip-lock-tables', '--triggers', '--hex-blob', '--no-tablespaces'];
  // A copy is a part of no history of transactions.
  if (client.isMysql) args.push('--set-gtid-purged=OFF');
  if (marksPosition) args.push(client.isMysql ? '--source-data=2' : '--master-data=2');
  return programOf(url, client, args);
}

export async function mysqlClient(url: string): Promise<Program> {
  return programOf(url, await clientFor(url, 'mariadb', 'mysql'), []);
}

interface Client {
  readonly name: string;
  /** Not MariaDB's, which installs its own under the names of MySQL as well. */
  readonly isMysql: boolean;
}

/** The program that belongs to the server, else the other one. */
async function clientFor(url: string, mariadb: string, mysql: string): Promise<Client> {
  const names = (await versionOf(url)).includes('MariaDB') ? [mariadb, mysql] : [mysql, mariadb];
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { name, isMysql: !stdout.includes('MariaDB') };
  }
  throw new StartError([
    `${names.join(' or ')} is not installed: backups of MySQL need its client programs (Debian: mariadb-client).`,
  ]);
}

async function versionOf(url: string): Promise<string> {
  const { database: _, ...server } = mysqlOptions(url);
  const connection = await openConnection(server, LONG_SESSION);
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return (rows as { version: string }[])[0]!.version;
  } finally {
    await connection.end();
  }
}

function programOf(url: string, client: Client, args: readonly string[]): Program {
  const { args: where, env } = serverOf(url, client);
  return { name: client.name, args: [...where, '--default-character-set=utf8mb4', ...args, mysqlOptions(url).database!], env };
}

/** A program that asks MariaDB, and reads no settings of this machine. */
export function mariadbProgram(url: string, name: string, args: readonly string[]): Program {
  const { args: where, env } = serverOf(url, { isMysql: false });
  return { name, args: ['--no-defaults', ...where, ...args], env };
}

function serverOf(url: string, { isMysql }: Pick<Client, 'isMysql'>): Required<Pick<Program, 'args' | 'env'>> {
  const { host, port, user, password, socketPath } = mysqlOptions(url);
  const tls = mysqlTls(new URL(url).searchParams);
  const where = socketPath ? [`--socket=${socketPath}`] : [`--host=${host}`, `--port=${port}`, '--protocol=tcp'];
  return {
    args: [...where, `--user=${user}`, ...(tls ? tlsArguments(tls, isMysql) : [])],
    // Arguments are seen by every user of the machine.
    env: { MYSQL_PWD: password ?? '' },
  };
}
