import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { findBinary } from './binaries.js';
import { freePort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';

/** No durability: the data is deleted after the test run. */
const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-flush-method=nosync', '--sync-binlog=0'];
/** Of MySQL, so that a copy of an empty database is small. */
const REDO_BYTES = 32 * 2 ** 20;
export const durable = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

/** Beside the programs of a server: the data directory that its servers begin with a copy of, which takes less time than making one. */
export const INITIAL_DATA = 'initial-data';

/** The installed server, which some systems call by its former name. */
export function findMariadb(): string | undefined {
  return findBinary('mariadbd') ?? findBinary('mysqld');
}

/** Whether `url` answers to a login with the right to create databases; the reason when not. */
export async function whyNotMysql(url: string): Promise<string | undefined> {
  let connection: Connection | undefined;
  try {
    connection = await createConnection({ uri: url, connectTimeout: 5_000 });
    const name = `harmattan_probe_${process.pid}_${Date.now()}`;
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.query(`DROP DATABASE ${name}`);
    return undefined;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return message || code || 'it refuses';
  } finally {
    connection?.destroy();
  }
}

export interface DatabaseOptions {
  /** Flushed at every commit, for tests that kill it. */
  readonly durable?: boolean;
  /** More arguments. */
  readonly args?: readonly string[];
  /** A data directory that is there, in the place of a new one; it stays. */
  readonly data?: string;
}

/** A private server on a free port, root without password. */
export async function launchDatabase(command: string, options: DatabaseOptions = {}): Promise<PrivateServer> {
  const directory = makeServerDirectory('database');
  const data = options.data ?? join(directory, 'data');
  if (!options.data) initialise(command, data);
  const isMysql = !isMariadb(command);
  const port = await freePort();
  const url = `mysql://root@127.0.0.1:${port}`;
  const args = [
    '--no-defaults',
    ...asRoot(),
    `--datadir=${data}`,
    `--tmpdir=${directory}`,
    `--socket=${join(directory, 's')}`,
    `--pid-file=${join(directory, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    ...(options.args ?? (isMysql ? ['--log-bin-trust-function-creators=1'] : ['--skip-log-bin'])),
    '--character-set-server=utf8mb4',
    '--max-connections=500',
    '--innodb-buffer-pool-size=256M',
    ...(options.durable ? durable : fast),
    // MySQL says there who waits for whom.
    ...(isMysql ? ['--mysqlx=OFF', `--innodb-redo-log-capacity=${REDO_BYTES}`] : ['--performance-schema=OFF']),
  ];
  const isReady = async () => (await whyNotMysql(url)) === undefined;
  return new PrivateServer({ name: isMysql ? 'MySQL' : 'MariaDB', command, args, directory, port, url, isReady }).start();
}

/** Makes an empty data directory, with root without a password. */
export function initialise(command: string, data: string): void {
  const initial = join(dirname(dirname(command)), INITIAL_DATA);
  if (existsSync(initial)) return cpSync(initial, data, { recursive: true });
  mkdirSync(data);
  const install = findBinary('mariadb-install-db') ?? findBinary('mysql_install_db');
  const [file, ...args]: [string, ...string[]] =
    isMariadb(command) && install
      ? [install, '--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db']
      : [command, '--no-defaults', '--initialize-insecure', `--innodb-redo-log-capacity=${REDO_BYTES}`];
  // At its start a server removes the temporary tables that it finds, which are another's in the folder of all.
  const env = { ...process.env, TMPDIR: dirname(data) };
  const result = spawnSync(file, [...args, `--datadir=${data}`, ...asRoot()], { encoding: 'utf8', env });
  if (result.status !== 0) throw new Error(`${file} failed: ${result.error?.message ?? result.stderr + result.stdout}`);
}

/** The server refuses to run as root by default. */
export function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

function isMariadb(command: string): boolean {
  return spawnSync(command, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout.includes('MariaDB');
}
