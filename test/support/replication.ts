import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { IS_MYSQL } from './backend.js';
import { until } from './until.js';

/** What the two servers call differently. */
const {
  log,
  source,
  replica: follower,
  position,
  wait,
} = IS_MYSQL
  ? {
      log: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
      source: { is: 'CHANGE REPLICATION SOURCE TO', prefix: 'SOURCE', how: 'SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1' },
      replica: 'REPLICA',
      position: '@@gtid_executed',
      wait: 'WAIT_FOR_EXECUTED_GTID_SET',
    }
  : {
      log: ['--log-bin=log', '--binlog-format=ROW'],
      source: { is: 'CHANGE MASTER TO', prefix: 'MASTER', how: 'MASTER_USE_GTID=slave_pos' },
      replica: 'SLAVE',
      position: '@@gtid_binlog_pos',
      wait: 'MASTER_GTID_WAIT',
    };

/** A primary and its replica, which is not waited for. */
export class Replication {
  private constructor(
    readonly primary: PrivateServer,
    readonly replica: PrivateServer,
  ) {}

  static async start(): Promise<Replication> {
    const common = ['--log-bin-trust-function-creators=1', ...log];
    const primary = await startPrivateDatabase({ args: [...common, '--server-id=1'] });
    const replica = await startPrivateDatabase({ args: [...(IS_MYSQL ? common : []), '--server-id=2', '--read-only=1'] });
    const servers = new Replication(primary, replica);
    await ask(primary, "CREATE USER copier@'%' IDENTIFIED BY 'copier'");
    await ask(primary, "GRANT REPLICATION SLAVE ON *.* TO copier@'%'");
    const options = { HOST: "'127.0.0.1'", PORT: primary.port, USER: "'copier'", PASSWORD: "'copier'", CONNECT_RETRY: 1 };
    const from = Object.entries(options).map(([name, value]) => `${source.prefix}_${name}=${value}`);
    await servers.tell(`${source.is} ${from.join()}, ${source.how}`, `START ${follower}`);
    return servers;
  }

  /** From now on the replica stays this many seconds behind. */
  delay(seconds: number): Promise<void> {
    return this.tell(`STOP ${follower}`, `${source.is} ${source.prefix}_DELAY=${seconds}`, `START ${follower}`);
  }

  /** The replica gets everything and applies nothing, until `apply`. */
  hold(): Promise<void> {
    return this.tell(`STOP ${follower} SQL_THREAD`);
  }

  apply(): Promise<void> {
    return this.tell(`START ${follower} SQL_THREAD`);
  }

  /** Resolves when the replica has what the primary had committed at the call. */
  async caughtUp(): Promise<void> {
    const [at] = await ask(this.primary, `SELECT ${position} AS position`);
    const waited = async () => (await ask(this.replica, `SELECT ${wait}('${at!['position']}', 1) AS waited`))[0]!['waited'];
    await until(async () => (await waited()) === 0);
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.stop(), this.replica.stop()]);
  }

  private async tell(...statements: string[]): Promise<void> {
    for (const statement of statements) await ask(this.replica, statement);
  }
}

async function ask(server: PrivateServer, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(server.url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    connection.destroy();
  }
}
