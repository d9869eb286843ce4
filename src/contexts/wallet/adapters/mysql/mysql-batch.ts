import { pooledRandomBytes } from '../../../../kernel/random.js';
import { type BatchReading, type BatchSession, StoreFailure } from '../../application/ports/ledger-store.js';
import type { BatchPlan, FoundRecord, LockedAccounts } from '../../domain/batch.js';
import type { LaterDebits } from '../../domain/spending-limit.js';
import { type DebitRecord, debitOf } from '../later-debits.js';
import type { AccountRecord, HeadRecord, RequestRecord } from '../ledger-records.js';
import { accountStates, foundRecords, readHead } from '../locked-accounts.js';
import { toStoreFailure } from '../store-failure.js';
import { writeSet } from '../write-set.js';
import type { AccountStateCache } from './account-state-cache.js';
import * as sql from './batch-sql.js';
import type { LedgerConnection } from './ledger-connection.js';
import type { LockedRows } from './row-locks.js';

/** After more batches of other processes, the accounts are read again instead. */
const FOREIGN_BATCHES = 16;
/** The head cannot move so often while it is locked. */
const MOST_READS = 8;

type Head = LockedAccounts['head'];

export interface BatchContext {
  /** Whether commands far ahead of the database's clock are refused. */
  readonly isTimeChecked: () => boolean;
  readonly cache: AccountStateCache;
  /** Other processes write so often that the head is locked before the batch is planned. */
  isContended: boolean;
}

/**
 * A batch on one connection, planned on cached accounts first; the database refuses it where the head has moved. Then it is
 * planned again, at last under the lock of the head.
 */
export class MysqlBatch implements BatchSession {
  way: BatchSession['way'] = 'ahead';
  private reads = 0;
  private head: Head | undefined;
  private laterDebits: LaterDebits = new Map();

  constructor(
    private readonly connection: LedgerConnection,
    private readonly context: BatchContext,
    private readonly reading: BatchReading,
    private readonly rows: LockedRows | undefined,
    private readonly passTurn: () => void,
    private readonly finish: (error?: unknown) => Promise<void>,
  ) {}

  async read(): Promise<LockedAccounts> {
    if (++this.reads > MOST_READS) throw new StoreFailure('retry', true, new Error('the head of the ledger is locked and moves'));
    // A rollback would release the rows that the batch has locked.
    const isLimited = this.reading.spendingLimits.length > 0;
    const mustLock = this.context.isContended || this.reading.lookUps.length > 0 || (isLimited && !this.isSpendingKnown());
    const aheadReads = mustLock ? 0 : this.rows || isLimited ? 1 : 2;
    this.way = this.reads <= aheadReads ? 'ahead' : 'locked';
    try {
      const found = this.way === 'ahead' ? await this.readAhead() : await this.readLocked();
      const { rowStates = new Map(), foundRecords: known = [] } = this.rows ?? {};
      const accounts = this.context.cache.states(this.reading.accounts);
      const foundRecords = new Map([...known, ...found]);
      return { head: this.head!, accounts, foundRecords, rowStates, laterDebits: this.laterDebits };
    } catch (error) {
      throw toStoreFailure(error, 'before commit', false);
    }
  }

  async write(plan: BatchPlan): Promise<boolean> {
    if (plan.idempotencyRecords.length === 0) {
      await this.connection.query('ROLLBACK');
      await this.finish();
      return true;
    }
    const { updates, inserts, increments, accounts, batch } = writeSet(plan);
    const nonce = pooledRandomBytes(12).toString('hex');
    const hasBegun = this.rows !== undefined || this.way === 'locked';
    const opening = [...(hasBegun ? [] : ['BEGIN']), sql.moveHead(this.head!, batch ?? this.head!, nonce, this.latestOf(plan))];
    const statements = [...opening, ...updates.flatMap(sql.update), ...inserts.map(sql.insert), ...increments.map(sql.increment)];
    if (batch) statements.push(sql.addBatch(batch));
    if (accounts.length > 0) statements.push(sql.upsertAccounts(accounts));
    statements.push(sql.assertWhole(nonce));
    this.context.cache.follow(plan);
    let isHeld = false;
    try {
      await this.connection.commit(statements, (count) => {
        if (count !== opening.length) return;
        isHeld = true;
        this.passTurn();
      });
    } catch (error) {
      const { cause } = error as StoreFailure;
      if (sql.isTimeRefused(cause)) throw new StoreFailure('clock_ahead', true, cause);
      if (!sql.isHeadRefused(cause)) throw error;
      // The server ended the transaction between two statements.
      if (isHeld) throw new StoreFailure('retry', true, cause);
      this.context.cache.forget();
      return false;
    }
    this.context.cache.written(plan);
    await this.finish();
    return true;
  }

  async abandon(error: unknown): Promise<void> {
    this.context.cache.forget();
    await this.finish(error);
  }

  /** Whether no account of a spending limit has a posting after those that are counted, as far as is known. */
  private isSpendingKnown(): boolean {
    const { cache } = this.context;
    const { spendingLimits } = this.reading;
    if (!cache.head) return false;
    const states = cache.states(spendingLimits.map(({ account }) => account));
    return spendingLimits.every(({ account, seq }) => states.get(account)?.seq === seq);
  }

  private latestOf({ idempotencyRecords }: BatchPlan): number {
    if (!this.context.isTimeChecked()) return 0;
    return idempotencyRecords.reduce((latest, { committedAt }) => Math.max(latest, committedAt), 0);
  }

  /** Reads without a lock what the cache lacks; where the head moves meanwhile, the write is refused. */
  private async readAhead(): Promise<ReadonlyMap<string, FoundRecord>> {
    const { cache } = this.context;
    if (!cache.head) {
      const isOpen = this.reads > 1;
      const known = cache.knownUpTo;
      const statements = [...(isOpen ? ['ROLLBACK'] : []), sql.selectHead(''), ...sinceKnown(known)];
      const [heads, ...news] = (await this.connection.query(statements.join('; '))).slice(isOpen ? 1 : 0) as unknown[][];
      const head = readHead(heads?.[0] as HeadRecord | undefined);
      cache.read(head, changedSince(known, head, news));
    }
    const missing = cache.missing(this.reading.accounts);
    if (missing.length > 0) {
      const [found] = (await this.connection.query(sql.selectAccounts(missing))) as AccountRecord[][];
      cache.keep(accountStates(found!));
    }
    this.head = cache.head;
    return new Map();
  }

  private async readLocked(): Promise<ReadonlyMap<string, FoundRecord>> {
    const { cache } = this.context;
    const { accounts, lookUps, spendingLimits } = this.reading;
    const known = cache.knownUpTo;
    const statements = [
      // After a refusal the transaction continues and holds the head already.
      this.rows || this.reads > 1 ? 'DO 0' : 'BEGIN',
      sql.selectHead('FOR UPDATE'),
      ...(accounts.length > 0 ? [sql.selectAccounts(accounts)] : ['DO 0']),
      ...(lookUps.length > 0 ? [sql.selectRequests(lookUps)] : ['DO 0']),
      ...spendingLimits.map(sql.selectLaterDebits),
      ...sinceKnown(known),
    ];
    const [, heads, found, requests, ...rest] = (await this.connection.query(statements.join('; '))) as unknown[][];
    const debits = rest.splice(0, spendingLimits.length) as DebitRecord[][];
    this.laterDebits = new Map(spendingLimits.map((limit, index) => [limit, debits[index]!.map(debitOf)]));
    const news = rest;
    const head = readHead(heads?.[0] as HeadRecord | undefined);
    const { othersWrote } = cache.read(head, changedSince(known, head, news));
    this.context.isContended = this.reads > 1 || (this.context.isContended && othersWrote);
    if (accounts.length > 0) cache.keep(accountStates(found as AccountRecord[]));
    this.head = head;
    return lookUps.length > 0 ? foundRecords(requests as RequestRecord[]) : new Map();
  }
}

function sinceKnown(known: Head | undefined): string[] {
  return known ? sql.since(known.batchNo, FOREIGN_BATCHES) : [];
}

/** The accounts that `since` returned; undefined where its batch is too far back or not in this chain. */
function changedSince(known: Head | undefined, head: Head, news: unknown[][]): ReturnType<typeof accountStates> | undefined {
  if (!known) return undefined;
  const [[batch] = [], postings = []] = news as [{ hash: string }[]?, AccountRecord[]?];
  const batches = head.batchNo - known.batchNo;
  if (batch?.hash !== known.hash || batches < 1 || batches > FOREIGN_BATCHES) return undefined;
  return accountStates(postings);
}
