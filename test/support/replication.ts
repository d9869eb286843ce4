import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateMariadb } from '../../packages/harness/servers/services.js';
import { until } from './until.js';

/** A MariaDB primary and its replica, which is not waited for. */
export class Replication {
  private constructor(
    readonly primary: PrivateServer,
    readonly replica: PrivateServer,
  ) {}

  static async start(): Promise<Replication> {
    const log = ['--log-bin=log', '--binlog-format=ROW', '--log-bin-trust-function-creators=1'];
    const primary = await startPrivateMariadb({ args: [...log, '--server-id=1'] });
    const replica = await startPrivateMariadb({ args: ['--server-id=2', '--read-only=1'] });
    const servers = new Replication(primary, replica);
    await ask(primary, "CREATE USER copier@'%' IDENTIFIED BY 'copier'");
    await ask(primary, "GRANT REPLICATION SLAVE ON *.* TO copier@'%'");
    const from = `MASTER_HOST='127.0.0.1', MASTER_PORT=${new URL(primary.url).port}, MASTER_USER='copier', MASTER_PASSWORD='copier'`;
    await servers.tell(`CHANGE MASTER TO ${from}, MASTER_USE_GTID=slave_pos, MASTER_CONNECT_RETRY=1`, 'START SLAVE');
    return servers;
  }

  /** From now on the replica stays this many seconds behind. */
  delay(seconds: number): Promise<void> {
    return this.tell('STOP SLAVE', `CHANGE MASTER TO MASTER_DELAY=${seconds}`, 'START SLAVE');
  }

  /** The replica gets everything and applies nothing, until `apply`. */
  hold(): Promise<void> {
    return this.tell('STOP SLAVE SQL_THREAD');
  }

  apply(): Promise<void> {
    return this.tell('START SLAVE SQL_THREAD');
  }

  /** Resolves when the replica has what the primary had committed at the call. */
  async caughtUp(): Promise<void> {
    const [at] = await ask(this.primary, 'SELECT @@gtid_binlog_pos AS position');
    const waited = async () =>
      (await ask(this.replica, `SELECT MASTER_GTID_WAIT('${at!['position']}', 0) AS waited`))[0]!['waited'];
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
