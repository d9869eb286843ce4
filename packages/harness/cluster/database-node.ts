/** A MariaDB server of the cluster: its own folder and port, killed, frozen and started again by the faults. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { durable, initialise } from '../servers/mariadb.js';
import { PrivateServer } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';

const ANSWER_MS = 2_000;
/** Copies between nodes are made by rsync, which gives up the rights of root. */
const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];

export interface NodeSpec {
  readonly name: string;
  readonly directory: string;
  readonly port: number;
  readonly programs: ClusterPrograms;
  /** For its kind of replication, at each start. */
  readonly args: () => readonly string[];
  readonly isReady: (node: DatabaseNode) => Promise<boolean>;
}

export class DatabaseNode extends PrivateServer {
  readonly data: string;
  readonly #command: string;

  constructor({ name, directory, port, programs, args, isReady }: NodeSpec) {
    super({
      name,
      directory,
      port,
      url: `mysql://root@127.0.0.1:${port}`,
      command: programs.mariadb,
      args: () => [...commonArgs(directory, port), ...args()],
      isReady: () => isReady(this),
    });
    this.data = join(directory, 'data');
    this.#command = programs.mariadb;
  }

  /** An empty data directory. */
  initialise(): void {
    initialise(this.#command, this.data);
    if (user.length > 0) spawnSync('chown', ['-R', 'mysql:', this.directory]);
  }

  /** Runs the server for one purpose. @returns what it prints */
  runOnce(...args: string[]): string {
    const all = ['--no-defaults', ...user, `--datadir=${this.data}`, `--tmpdir=${this.directory}`, ...args];
    return spawnSync(this.#command, all, { encoding: 'utf8', cwd: this.directory }).stderr;
  }

  /** Runs one statement; rejects where the node does not answer within two seconds. */
  async query<Row = unknown>(sql: string): Promise<Row[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: ANSWER_MS });
    try {
      const [rows] = await connection.query({ sql, timeout: ANSWER_MS });
      return rows as Row[];
    } finally {
      connection.destroy();
    }
  }

  /** Status variables by name; undefined where it does not answer. */
  async status(...names: string[]): Promise<Record<string, string> | undefined> {
    const sql = `SHOW GLOBAL STATUS WHERE Variable_name IN ('${names.join("','")}')`;
    try {
      const rows = await this.query<{ Variable_name: string; Value: string }>(sql);
      return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, value]));
    } catch {
      return undefined;
    }
  }
}

function commonArgs(directory: string, port: number): string[] {
  return [
    '--no-defaults',
    ...user,
    `--datadir=${join(directory, 'data')}`,
    `--tmpdir=${directory}`,
    `--socket=${join(directory, 's')}`,
    `--pid-file=${join(directory, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--performance-schema=OFF',
    '--character-set-server=utf8mb4',
    '--max-connections=300',
    '--innodb-buffer-pool-size=96M',
    '--innodb-log-file-size=48M',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    ...durable,
  ];
}
