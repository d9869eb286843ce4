/** Database servers of the cluster, each with its own folder and port, killed, frozen and started again by the faults. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { asRoot, durable, initialise } from '../servers/database.js';
import { PrivateServer, type ServerSpec } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';

const ANSWER_MS = 2_000;
/** Copies between nodes are made by rsync, which gives up the rights of root. */
const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];

interface NodeSpec {
  readonly name: string;
  readonly directory: string;
  readonly port: number;
  /** For its kind of replication, at each start. */
  readonly args: () => readonly string[];
  readonly isReady: (node: DatabaseNode) => Promise<boolean>;
}

export class DatabaseNode extends PrivateServer {
  readonly data: string;
  protected readonly command: string;

  constructor(spec: ServerSpec) {
    super(spec);
    this.data = join(spec.directory, 'data');
    this.command = spec.command;
  }

  /** An empty data directory. */
  initialise(): void {
    initialise(this.command, this.data);
  }

  /** Runs one statement; rejects where the node does not answer within this time. */
  async query<Row = unknown>(sql: string, timeoutMs = ANSWER_MS): Promise<Row[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: ANSWER_MS });
    try {
      const [rows] = await connection.query({ sql, timeout: timeoutMs });
      return rows as Row[];
    } finally {
      connection.destroy();
    }
  }

  answers(): Promise<boolean> {
    return this.query('DO 0').then(
      () => true,
      () => false,
    );
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

export class MariadbNode extends DatabaseNode {
  constructor({ name, directory, port, programs, args, isReady }: NodeSpec & { readonly programs: ClusterPrograms }) {
    super({
      name,
      directory,
      port,
      url: `mysql://root@127.0.0.1:${port}`,
      command: programs.mariadb,
      args: () => [...commonArgs(user, directory, port), ...MARIADB, ...args()],
      isReady: () => isReady(this),
    });
  }

  override initialise(): void {
    super.initialise();
    if (user.length > 0) spawnSync('chown', ['-R', 'mysql:', this.directory]);
  }

  /** Runs the server for one purpose. @returns what it prints */
  runOnce(...args: string[]): string {
    const all = ['--no-defaults', ...user, `--datadir=${this.data}`, `--tmpdir=${this.directory}`, ...args];
    return spawnSync(this.command, all, { encoding: 'utf8', cwd: this.directory }).stderr;
  }
}

const MARIADB = ['--performance-schema=OFF', '--innodb-log-file-size=48M', '--binlog-format=ROW'];

export class MysqlNode extends DatabaseNode {
  constructor({ name, directory, port, command, args, isReady }: NodeSpec & { readonly command: string }) {
    super({
      name,
      directory,
      port,
      url: `mysql://root@127.0.0.1:${port}`,
      command,
      args: () => [...commonArgs(asRoot(), directory, port), ...MYSQL, ...args()],
      isReady: () => isReady(this),
    });
  }
}

const MYSQL = ['--mysqlx=OFF', '--innodb-redo-log-capacity=96M', '--log-bin-trust-function-creators=ON'];

function commonArgs(asUser: readonly string[], directory: string, port: number): string[] {
  return [
    '--no-defaults',
    ...asUser,
    `--datadir=${join(directory, 'data')}`,
    `--tmpdir=${directory}`,
    `--socket=${join(directory, 's')}`,
    `--pid-file=${join(directory, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--character-set-server=utf8mb4',
    '--max-connections=300',
    '--innodb-buffer-pool-size=96M',
    '--innodb-autoinc-lock-mode=2',
    ...durable,
  ];
}
