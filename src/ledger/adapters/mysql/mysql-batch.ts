import { pooledRandomBytes } from '../../../kernel/random.js';
import { type BatchReading, type BatchSession, StoreFailure } from '../../application/ports.js';
import type { AccountState, BatchPlan, FoundRecord, LockedAccounts } from '../../domain/batch.js';
import type { AccountDoubt } from '../../domain/unproved.js';
import type { DebitsSince } from '../../domain/spending-limit.js';
import { type DebitRecord, debitOf } from '../debits-since.js';
import type { AccountRecord, BatchRecord, HeadRecord, JournalRecord, PostingRecord, RequestRecord } from '../ledger-records.js';
import { type BatchRows, isSame, type LedgerProof } from '../ledger-proof.js';
import { foundRecords, readHead } from '../locked-accounts.js';
import { toStoreFailure } from '../store-failure.js';
import { writeSet } from '../write-set.js';
import type { AccountStateCache } from './account-state-cache.js';
import { batchStatements, type Statement } from './batch-statements.js';
import * as sql from './batch-sql.js';
import type { Connection } from './ledger-connection.js';
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
  readonly proof: LedgerProof;
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
  private debitsSince: DebitsSince = new Map();
  private doubts: ReadonlyMap<string, AccountDoubt> = new Map();

  constructor(
    private readonly connection: Connection,
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
      const { rowStates = new Map(), holds = new Map(), foundRecords: known = [] } = this.rows ?? {};
      const accounts = this.context.cache.states(this.reading.accounts);
      const foundRecords = new Map([...known, ...found]);
      const { doubts, debitsSince } = this;
      return { head: this.head!, accounts, doubts, foundRecords, rowStates, holds, debitsSince };
    } catch (error) {
      throw toStoreFailure(error, 'before commit', false);
    }
  }

  async write(plan: BatchPlan): Promise<boolean> {
    if (plan.idempotencyRecords.length === 0) {
      // The head refuses nothing where nothing is written, so what was halted may only be unknown here.
      if (this.way === 'ahead' && plan.results.some((result) => 'halted' in result)) return this.readAgain();
      await this.connection.query('ROLLBACK');
      await this.finish();
      return true;
    }
    if (!(await this.send(plan))) return false;
    this.context.cache.written(plan);
    await this.finish();
    return true;
  }

  /** @returns false where the head has moved */
  private async send(plan: BatchPlan): Promise<boolean> {
    const writes = writeSet(plan);
    const nonce = pooledRandomBytes(12).toString('hex');
    const hasBegun = this.rows !== undefined || this.way === 'locked';
    const { blocksNo = 0 } = this.head!;
    const unmoved = { ...this.head!, blocksNo: blocksNo + (plan.blocks.length > 0 ? 1 : 0) };
    const moveHead = sql.moveHead(this.head!, plan.head ?? unmoved, nonce, this.latestOf(plan));
    const opening: Statement[] = [...(hasBegun ? [] : [{ text: 'BEGIN' }]), { text: moveHead, table: 'ledger_head' }];
    const statements = [...opening, ...batchStatements(writes, nonce)];
    this.context.cache.follow(plan);
    let answers = 0;
    try {
      const texts = statements.map(({ text }) => text);
      await this.connection.commit(texts, (count) => {
        answers = count;
        if (count === opening.length) this.passTurn();
      });
      return true;
    } catch (error) {
      const { kind, isOutcomeKnown, cause } = error as StoreFailure;
      if (sql.isTimeRefused(cause)) throw new StoreFailure('clock_ahead', true, cause);
      if (kind === 'lock_timeout') throw new StoreFailure(kind, isOutcomeKnown, cause, statements[answers]?.table);
      if (!sql.isHeadRefused(cause)) throw error;
      // The server ended the transaction between two statements.
      if (answers >= opening.length) throw new StoreFailure('retry', true, cause);
      return this.readAgain();
    }
  }

  private readAgain(): false {
    this.context.cache.forget();
    return false;
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
      cache.read(head, await this.provedSince(known, head, news));
    }
    const missing = cache.missing(this.reading.accounts);
    this.doubts = new Map();
    if (missing.length > 0) {
      const [found] = (await this.connection.query(sql.selectAccounts(missing))) as AccountRecord[][];
      await this.keepProved(missing, found!);
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
      ...spendingLimits.map(sql.selectDebitsSince),
      ...sinceKnown(known),
    ];
    const [, heads, found, requests, ...rest] = (await this.connection.query(statements.join('; '))) as unknown[][];
    const debits = rest.splice(0, spendingLimits.length) as DebitRecord[][];
    this.debitsSince = new Map(spendingLimits.map((limit, index) => [limit, debits[index]!.map(debitOf)]));
    const news = rest;
    const head = readHead(heads?.[0] as HeadRecord | undefined);
    const { othersWrote } = cache.read(head, await this.provedSince(known, head, news));
    this.context.isContended = this.reads > 1 || (this.context.isContended && othersWrote);
    if (accounts.length > 0) await this.keepProved(accounts, found as AccountRecord[]);
    this.head = head;
    return lookUps.length > 0 ? foundRecords(requests as RequestRecord[]) : new Map();
  }

  private async keepProved(asked: readonly string[], rows: readonly AccountRecord[]): Promise<void> {
    const { cache, proof } = this.context;
    const proved = proof.accounts(rows);
    const begun = proof.begun(asked, proved);
    const [posted] =
      begun.length > 0 ? ((await this.connection.query(sql.selectPostedWithoutRow(begun))) as { id: string }[][]) : [[]];
    cache.keep(proved.accounts);
    this.doubts = proof.withoutRows(proved, posted!).doubts;
    cache.drop(this.doubts.keys());
  }

  /** The accounts that others changed after `known`; undefined where they are too many, or the chain differs. @throws StoreFailure */
  private async provedSince(
    known: Head | undefined,
    head: Head,
    news: unknown[][],
  ): Promise<ReadonlyMap<string, AccountState> | undefined> {
    if (head.batchNo === 0 || isSame(known, head)) return undefined;
    const { proof } = this.context;
    const batches = known ? head.batchNo - known.batchNo : 0;
    const rows = batchRows(news);
    if (known && batches >= 1 && batches <= FOREIGN_BATCHES && rows.batches[0]?.hash === known.hash)
      return proof.batches(known, head, rows);
    await proof.batches(
      undefined,
      head,
      batchRows((await this.connection.query(sql.since(head.batchNo - 1, 1).join('; '))) as unknown[][]),
    );
    return undefined;
  }
}

function sinceKnown(known: Head | undefined): string[] {
  return known ? sql.since(known.batchNo, FOREIGN_BATCHES) : [];
}

function batchRows([batches = [], journals = [], postings = []]: unknown[][]): BatchRows {
  return { batches: batches as BatchRecord[], journals: journals as JournalRecord[], postings: postings as PostingRecord[] };
}
