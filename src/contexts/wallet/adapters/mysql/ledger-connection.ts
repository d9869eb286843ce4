import { randomBytes } from 'node:crypto';
import mysql from 'mysql2';
import { mysqlOptions } from '../../../../platform/database/mysql-options.js';
import { prepareSession, type SessionSettings } from '../../../../platform/database/mysql-session.js';
import { destroySocket } from '../../../../platform/patches/mysql2.js';
import { StoreFailure } from '../../application/ports/ledger-store.js';
import { type BatchStage, toStoreFailure } from '../store-failure.js';

/**
 * No autocommit: what is left of a packet after the server ended its transaction must not be committed by itself. A
 * process that is stopped while it holds the head of the chain holds it for two seconds at most.
 */
const SESSION: SessionSettings = { lockWaitSeconds: 5, idleSeconds: 60, idleTransactionSeconds: 2, autocommit: false };

/** What the server is, as far as the ledger cares. */
export interface ServerTraits {
  /** Galera: several nodes may commit, and a transaction may be ended between two of its statements. */
  readonly isCluster: boolean;
  /** How long the server keeps a connection without statements. */
  readonly waitTimeoutMs: number;
}

/** A connection of the ledger, with its session set. Its methods reject with a `StoreFailure`. */
export class LedgerConnection {
  private usedAt = performance.now();
  private isBroken = false;

  private constructor(
    private readonly raw: mysql.Connection,
    private readonly answerMs: number,
    /** Called once, when it cannot be used any more. */
    private readonly onBroken: (connection: LedgerConnection, hasTimedOut: boolean) => void,
  ) {
    raw.on('error', () => this.break(false));
  }

  traits: ServerTraits = { isCluster: false, waitTimeoutMs: 60_000 };

  static async open(url: string, answerMs: number, onBroken: LedgerConnection['onBroken']): Promise<LedgerConnection> {
    const raw = mysql.createConnection({ ...mysqlOptions(url), multipleStatements: true, queryFormat: asWritten });
    const connection = new LedgerConnection(raw, answerMs, onBroken);
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
      // Whatever it was (no route, too many connections, a wrong password): nothing was written.
      throw new StoreFailure('unreachable', true, error);
    }
  }

  /** The server may have closed it, or be about to. */
  get isOld(): boolean {
    return this.isBroken || performance.now() - this.usedAt > this.traits.waitTimeoutMs / 2;
  }

  /** Statements that commit nothing; their results. */
  query(sql: string): Promise<unknown[]> {
    return this.send(sql, Infinity, () => undefined);
  }

  /**
   * Statements without rows, and a COMMIT.
   * @param answered called after each statement with how many were answered
   */
  async commit(statements: readonly string[], answered: (count: number) => void): Promise<void> {
    await this.send([...statements, 'COMMIT'].join('; '), statements.length, answered);
  }

  end(): Promise<void> {
    return new Promise((resolve) => this.raw.end(() => resolve()));
  }

  destroy(): void {
    this.isBroken = true;
    // Pending statements are rejected with this error.
    destroySocket(this.raw, Object.assign(new Error('the connection was given up'), { code: 'ETIMEDOUT' }));
  }

  private break(hasTimedOut: boolean): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.onBroken(this, hasTimedOut);
  }

  /** Rejects like a lost connection when no answer comes: a server that hangs must not hold the queue for ever. */
  private send(sql: string, commitAt: number, answered: (count: number) => void): Promise<unknown[]> {
    this.usedAt = performance.now();
    const wasCommitSent = commitAt !== Infinity;
    // The last answer must be that of this packet, not of another one.
    const nonce = randomBytes(6).toString('hex');
    let count = 0;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        const stage: BatchStage = count < commitAt ? 'before commit' : count === commitAt ? 'at commit' : 'after commit';
        reject(toStoreFailure(error, stage, wasCommitSent));
      };
      const timer = setTimeout(() => {
        this.break(true);
        fail(Object.assign(new Error('the database did not answer'), { code: 'ETIMEDOUT' }));
      }, this.answerMs);
      const sent = this.raw.query(`${sql}; SELECT '${nonce}' AS nonce`, (error, results) => {
        clearTimeout(timer);
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

/** The statements hold their values already; looking for placeholders in a hundred kilobytes of them would cost more than the rest. */
function asWritten(sql: string): string {
  return sql;
}
