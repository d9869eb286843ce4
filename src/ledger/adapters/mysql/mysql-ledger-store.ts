import type { ServerDialect } from '../../../platform/database/server-dialect.js';
import { type BatchReading, type BatchSession, LedgerStore, StoreFailure } from '../../application/ports.js';
import type { LedgerProof } from '../ledger-proof.js';
import { toStoreFailure } from '../store-failure.js';
import { rehearsal } from './batch-statements.js';
import { lockAccounts, selectIds } from './batch-sql.js';
import { AccountStateCache } from './account-state-cache.js';
import type { Connect, Connection } from './ledger-connection.js';
import { LedgerConnections } from './ledger-connections.js';
import { type BlockerSource, LockBlockers } from './lock-blockers.js';
import { type BatchContext, MysqlBatch } from './mysql-batch.js';
import { lockRows } from './row-locks.js';

/** Longer than the lock waits of one packet. */
const ANSWER_MS = 20_000;
/** Accounts in a batch from which a second connection pays off. */
const SECOND_CONNECTION_THRESHOLD = 16;

export interface MysqlLedgerOptions {
  /** How long a statement may take before the connection is closed. */
  readonly answerMs?: number;
  readonly report?: (text: string) => void;
  /** False while commands are not dated by the database's clock. */
  readonly isTimeChecked?: () => boolean;
  readonly dialect?: ServerDialect;
  readonly connect?: Connect;
  /** Looks up sessions that the ledger waits for, and tells of them. */
  readonly blockers?: BlockerSource;
}

/** The ledger on MySQL. Each batch is one packet, and the next one is planned while the one before is committed. */
export class MysqlLedgerStore extends LedgerStore {
  private readonly connections: LedgerConnections;
  private readonly context: BatchContext;
  private readonly dialect: ServerDialect;
  private turn: Promise<void> = Promise.resolve();

  constructor(url: string, proof: LedgerProof, options: MysqlLedgerOptions = {}) {
    super();
    const { answerMs = ANSWER_MS, report = () => undefined, isTimeChecked = () => true, dialect = 'mysql' } = options;
    this.dialect = dialect;
    this.context = { cache: new AccountStateCache(), proof, isContended: false, isTimeChecked };
    const blockers = options.blockers && new LockBlockers(options.blockers, dialect, () => this.connections.sessions);
    this.connections = new LedgerConnections(url, answerMs, report, (session) => void blockers?.find(session), options.connect);
  }

  get maxConcurrentBatches(): number {
    return this.connections.areTwo ? 2 : 1;
  }

  override get isStalled(): boolean {
    return this.connections.areStalled;
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

  async rehearse(commands: Parameters<LedgerStore['rehearse']>[0]): Promise<void> {
    await this.aside(rehearsal(commands));
  }

  async lockedAccounts(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const locked = this.dialect === 'tidb' ? await this.refusedAccounts(ids) : await this.skippedAccounts(ids);
    return new Set(locked);
  }

  async waitForAccount(id: string): Promise<void> {
    await this.aside(lockAccounts([id], ''));
  }

  private async skippedAccounts(ids: readonly string[]): Promise<string[]> {
    const results = await this.aside(`${lockAccounts(ids, 'SKIP LOCKED')}; ${selectIds(ids)}`);
    const [, unlocked, , all] = results as { id: string }[][];
    const found = new Set(unlocked!.map(({ id }) => id));
    return all!.map(({ id }) => id).filter((id) => !found.has(id));
  }

  /** TiDB has no SKIP LOCKED. */
  private async refusedAccounts(ids: readonly string[]): Promise<string[]> {
    const locked: string[] = [];
    for (const id of ids)
      await this.aside(lockAccounts([id], 'NOWAIT')).catch((error: unknown) => {
        if (!(error instanceof StoreFailure) || error.kind !== 'lock_timeout') throw error;
        locked.push(id);
      });
    return locked;
  }

  /** On a connection that does not hold the head. */
  private async aside(statements: string): Promise<unknown[]> {
    const connection = await this.connections.take();
    try {
      const results = await connection.query(statements);
      this.connections.giveBack(connection);
      return results;
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
  private async putAway(connection: Connection, error: unknown): Promise<void> {
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
