import { type BatchReading, type BatchSession, LedgerStore, StoreFailure } from '../../application/ports/ledger-store.js';
import { toStoreFailure } from '../store-failure.js';
import { AccountStateCache } from './account-state-cache.js';
import type { LedgerConnection } from './ledger-connection.js';
import { LedgerConnections } from './ledger-connections.js';
import { type BatchContext, MysqlBatch } from './mysql-batch.js';
import { lockRows } from './row-locks.js';

/** Longer than the few waits for a lock that a packet may need. */
const ANSWER_MS = 20_000;
/** Accounts in a batch that make a second connection worth having. */
const SECOND_CONNECTION_THRESHOLD = 16;

/**
 * The ledger on MySQL: connections of its own, and one packet for a batch, however many commands it has. The next batch is
 * written into its packet while the one before is worked on, so that the database never waits for the service.
 */
export class MysqlLedgerStore extends LedgerStore {
  private readonly connections: LedgerConnections;
  private readonly context: BatchContext = { cache: new AccountStateCache(), isContended: false };
  private turn: Promise<void> = Promise.resolve();

  /** @param answerMs how long a statement may take before the server counts as gone */
  constructor(url: string, answerMs = ANSWER_MS, report: (text: string) => void = () => undefined) {
    super();
    this.connections = new LedgerConnections(url, answerMs, report);
  }

  /** Two only while there are two connections: a batch must not wait for one that the server does not give. */
  get maxConcurrentBatches(): number {
    return this.connections.areTwo ? 2 : 1;
  }

  async begin(reading: BatchReading): Promise<BatchSession> {
    const connection = await this.connections.take();
    try {
      const query = (statements: string) => connection.query(statements);
      const rows = reading.conditional.length > 0 ? await lockRows(query, reading.conditional) : undefined;
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

  /** Batches reach the head one after the other. Resolves when it is this one's turn; the function ends the turn. */
  private async takeTurn(): Promise<() => void> {
    const before = this.turn;
    let pass = () => {};
    this.turn = new Promise((resolve) => (pass = resolve));
    await before;
    return pass;
  }

  /** Rolls back; a connection that cannot do that is given up, and the server rolls back for it. */
  private async putAway(connection: LedgerConnection, error: unknown): Promise<void> {
    // Also where it still answers, from a server that takes no writes any more.
    if (error instanceof StoreFailure && error.kind === 'unreachable') return this.connections.dropWithIdle(connection);
    try {
      await connection.query('ROLLBACK');
      this.connections.giveBack(connection);
    } catch {
      this.connections.drop(connection);
    }
  }
}
