import type { ServerDialect } from '../../../../platform/database/server-dialect.js';
import { type BatchReading, type BatchSession, LedgerStore, StoreFailure } from '../../application/ports/ledger-store.js';
import { toStoreFailure } from '../store-failure.js';
import { AccountStateCache } from './account-state-cache.js';
import type { LedgerConnection } from './ledger-connection.js';
import { LedgerConnections } from './ledger-connections.js';
import { type BatchContext, MysqlBatch } from './mysql-batch.js';
import { lockRows } from './row-locks.js';

/** Longer than the lock waits of one packet. */
const ANSWER_MS = 20_000;
/** Accounts in a batch from which a second connection pays off. */
const SECOND_CONNECTION_THRESHOLD = 16;

/** The ledger on MySQL. Each batch is one packet, and the next one is planned while the one before is committed. */
export class MysqlLedgerStore extends LedgerStore {
  private readonly connections: LedgerConnections;
  private readonly context: BatchContext;
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param answerMs how long a statement may take before the connection is closed
   * @param isTimeChecked false while commands are not dated by the database's clock
   */
  constructor(
    url: string,
    answerMs = ANSWER_MS,
    report: (text: string) => void = () => undefined,
    isTimeChecked = () => true,
    private readonly dialect: ServerDialect = 'mysql',
  ) {
    super();
    this.context = { cache: new AccountStateCache(), isContended: false, isTimeChecked };
    this.connections = new LedgerConnections(url, answerMs, report);
  }

  get maxConcurrentBatches(): number {
    return this.connections.areTwo ? 2 : 1;
  }

  async begin(reading: BatchReading): Promise<BatchSession> {
    const connection = await this.connections.take();
    try {
      const query = (statements: string) => connection.query(statements);
      const rows = reading.conditional.length > 0 ? await lockRows(query, reading.conditional, this.dialect) : undefined;
      const passTurn = await this.takeTurn();
      return new MysqlBatch(connection, this.context, reading, rows, passTurn, async (error) => {
        if (error !== undefined) await this.putAway(connection, error);
        else this.connections.giveBack(connection);
        passTurn();
        if (reading.accounts.length >= SECOND_CONNECTION_THRESHOLD) void this.connections.openSecond();
      });
    } catch (error) {
      await this.putAway(connection, error);
      throw toStoreFailure(error, 'before commit', false);
    }
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  /** Resolves when this batch may read the head; the returned function lets the next one do so. */
  private async takeTurn(): Promise<() => void> {
    const before = this.turn;
    let pass = () => {};
    this.turn = new Promise((resolve) => (pass = resolve));
    await before;
    return pass;
  }

  /** Rolls back; where that fails the connection is closed, and the server rolls back. */
  private async putAway(connection: LedgerConnection, error: unknown): Promise<void> {
    // A server that takes no writes any more still answers, so the connection is closed as well.
    if (error instanceof StoreFailure && error.kind === 'unreachable') return this.connections.dropWithIdle(connection);
    try {
      await connection.query('ROLLBACK');
      this.connections.giveBack(connection);
    } catch {
      this.connections.drop(connection);
    }
  }
}
