/** A MariaDB server of the cluster: its own folder and port, killed, frozen and started again by the faults. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { durable, initialise } from '../lib/mariadb.mjs';
import { PrivateServer } from '../lib/private-server.mjs';

const ANSWER_MS = 2_000;
/** Copies between nodes are made by rsync, which gives up the rights of root. */
const user = process.getuid() === 0 ? ['--user=mysql'] : [];

export class DatabaseNode extends PrivateServer {
  /** @param node `{ name, directory, port, programs, args, isReady }`; `args()` are those of its kind of replication, at each start */
  constructor({ name, directory, port, programs, args, isReady }) {
    super({
      name,
      directory,
      port,
      url: `mysql://root@127.0.0.1:${port}`,
      command: programs.mariadb,
      args: () => [...commonArgs(directory, port), ...args()],
      env: () => ({ ...process.env, ...this.environment }),
      isReady: () => isReady(this),
    });
    Object.assign(this, { name, directory, port, command: programs.mariadb, data: join(directory, 'data') });
  }

  /** Added to the environment from the next start on. */
  environment = {};

  /** An empty data directory. */
  initialise() {
    initialise(this.command, this.data);
    if (user.length > 0) spawnSync('chown', ['-R', 'mysql:', this.directory]);
  }

  /** Runs the server for one purpose; resolves to what it prints. */
  runOnce(...args) {
    const all = ['--no-defaults', ...user, `--datadir=${this.data}`, `--tmpdir=${this.directory}`, ...args];
    return spawnSync(this.command, all, { encoding: 'utf8', cwd: this.directory }).stderr;
  }

  /** Runs one statement; rejects where the node does not answer within two seconds. */
  async query(sql) {
    const connection = await createConnection({ uri: this.url, connectTimeout: ANSWER_MS });
    try {
      const [rows] = await connection.query({ sql, timeout: ANSWER_MS });
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /** Status variables by name; undefined where it does not answer. */
  async status(...names) {
    try {
      const rows = await this.query(`SHOW GLOBAL STATUS WHERE Variable_name IN ('${names.join("','")}')`);
      return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, value]));
    } catch {
      return undefined;
    }
  }
}

function commonArgs(directory, port) {
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
