import { pooledRandomBytes } from '../../../kernel/random.js';
import { after, steadyMs } from '../../../kernel/timers.js';
import mysql from 'mysql2';
import { mysqlOptions } from '../../../platform/database/mysql-options.js';
import { prepareSession, type SessionSettings } from '../../../platform/database/mysql-session.js';
import { watchStatement } from '../../../platform/database/silent-sessions.js';
import { destroySocket } from '../../../platform/patches/mysql2.js';
import { StoreFailure } from '../../application/ports.js';
import { type BatchStage, toStoreFailure } from '../store-failure.js';

/** Without autocommit, so that the rest of a packet is not committed after the server ended its transaction. */
const SESSION: SessionSettings = {
  lockWaitSeconds: 1,
  tableLockWaitSeconds: 1,
  idleSeconds: 60,
  idleTransactionSeconds: 2,
  autocommit: false,
};

/** A statement that takes longer may wait for a lock of somebody. */
const SLOW_MS = 500;

export interface ServerTraits {
  /** Galera: several nodes may commit, and a transaction may be ended between two of its statements. */
  readonly isCluster: boolean;
  /** How long the server keeps an idle connection. */
  readonly waitTimeoutMs: number;
}

/** What a store needs of a connection; a simulation has another one. */
export type Connection = Pick<LedgerConnection, keyof LedgerConnection>;

/**
 * @param answerMs how long a statement may take before the connection is closed
 * @throws StoreFailure `unreachable`
 */
export type Connect = (
  url: string,
  answerMs: number,
  onBroken: (connection: Connection, hasTimedOut: boolean) => void,
  onSlow: (session: number) => void,
) => Promise<Connection>;

export class LedgerConnection {
  private usedAt = steadyMs();
  private isBroken = false;

  private constructor(
    private readonly raw: mysql.Connection,
    private readonly url: string,
    private readonly answerMs: number,
    private readonly onBroken: Parameters<Connect>[2],
    private readonly onSlow: Parameters<Connect>[3],
  ) {
    raw.on('error', () => this.break(false));
  }

  /** A statement has no answer, and no other connection could find out how its session is. */
  isStalled = false;
  traits: ServerTraits = { isCluster: false, waitTimeoutMs: 60_000 };

  static async open(
    url: string,
    answerMs: number,
    onBroken: Parameters<Connect>[2],
    onSlow: Parameters<Connect>[3],
  ): Promise<LedgerConnection> {
    const raw = mysql.createConnection({ ...mysqlOptions(url), multipleStatements: true, queryFormat: asWritten });
    const connection = new LedgerConnection(raw, url, answerMs, onBroken, onSlow);
    try {
      await new Promise<void>((resolve, reject) => {
        prepareSession(raw, SESSION, (error) => (error ? reject(error) : resolve()));
      });
      const sql = "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'wait_timeout')";
      const [rows] = (await connection.query(sql)) as [{ Variable_name: string; Value: string }[]];
      const variables = new Map(rows.map((row) => [row.Variable_name, row.Value]));
      const waitTimeoutMs = Number(variables.get('wait_timeout')) * 1_000;
      connection.traits = { isCluster: variables.get('wsrep_on') === 'ON', waitTimeoutMs };
      return connection;
    } catch (error) {
      connection.destroy();
      // Every error of connecting means that nothing was written.
      throw new StoreFailure('unreachable', true, error);
    }
  }

  /** Its number at the server. */
  get session(): number {
    return this.raw.threadId;
  }

  /** The server may have closed it for being idle. */
  get isOld(): boolean {
    return this.isBroken || steadyMs() - this.usedAt > this.traits.waitTimeoutMs / 2;
  }

  query(sql: string): Promise<unknown[]> {
    return this.send(sql, Infinity, () => undefined);
  }

  /** @param answered called after each statement with the number of answers so far */
  async commit(statements: readonly string[], answered: (count: number) => void): Promise<void> {
    await this.send([...statements, 'COMMIT'].join('; '), statements.length, answered);
  }

  end(): Promise<void> {
    return new Promise((resolve) => this.raw.end(() => resolve()));
  }

  destroy(): void {
    this.isBroken = true;
    destroySocket(this.raw, Object.assign(new Error('the connection was given up'), { code: 'ETIMEDOUT' }));
  }

  private break(hasTimedOut: boolean): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.onBroken(this, hasTimedOut);
  }

  /** Rejects like a lost connection when no answer comes in time. */
  private send(sql: string, commitAt: number, answered: (count: number) => void): Promise<unknown[]> {
    this.usedAt = steadyMs();
    const wasCommitSent = commitAt !== Infinity;
    // Proves that the last answer belongs to this packet.
    const nonce = pooledRandomBytes(6).toString('hex');
    let count = 0;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        const stage: BatchStage = count < commitAt ? 'before commit' : count === commitAt ? 'at commit' : 'after commit';
        reject(toStoreFailure(error, stage, wasCommitSent));
      };
      const giveUp = () => {
        end();
        this.break(true);
        fail(Object.assign(new Error('the database did not answer'), { code: 'ETIMEDOUT' }));
      };
      const timer = after(this.answerMs, giveUp);
      const slow = after(SLOW_MS, () => this.onSlow(this.session));
      const unwatch = watchStatement(this.raw, this.url, giveUp, (isServerSilent) => (this.isStalled = isServerSilent));
      const end = () => {
        timer.stop();
        slow.stop();
        unwatch();
        this.isStalled = false;
      };
      const sent = this.raw.query(`${sql}; SELECT '${nonce}' AS nonce`, (error, results) => {
        end();
        if (error) return fail(error);
        const echo = (results as { nonce: string }[][]).pop();
        if (echo?.[0]?.nonce === nonce) return resolve(results as unknown[]);
        this.break(false);
        count = 0;
        fail(Object.assign(new Error('the answer is not that of this packet'), { code: 'PROTOCOL_CONNECTION_LOST' }));
      });
      sent.on('result', () => answered(++count));
    });
  }
}

/** Values are inlined already; searching a large packet for placeholders would be slow. */
function asWritten(sql: string): string {
  return sql;
}
