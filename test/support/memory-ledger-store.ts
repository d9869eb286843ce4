import type { IdempotencyRecord } from '../../src/kernel/caller.js';
import type { RowUpdate } from '../../src/kernel/row-changes.js';
import { type BatchReading, type BatchSession, LedgerStore, StoreFailure } from '../../src/ledger/application/ports.js';
import {
  type AccountState,
  type BatchPlan,
  type LockedAccounts,
  idempotencyName,
  type NewIdempotencyRecord,
  type FoundRecord,
} from '../../src/ledger/domain/batch.js';
import { heldSubjects, keysOfUnmatched } from '../../src/ledger/adapters/locked-accounts.js';
import { type BatchStage, toStoreFailure } from '../../src/ledger/adapters/store-failure.js';
import type { StoredHold } from '../../src/ledger/domain/hold.js';
import type { RowState } from '../../src/ledger/domain/updated-rows.js';
import { GENESIS_HASH, type PostedJournal } from '../../src/ledger/chain/domain/hash-chain.js';

/** Points at which an error can be injected: before writes, before the commit, after the commit, in a rehearsal. */
export type FaultPoint = 'lock' | 'write' | 'commit' | 'answer' | 'rehearsal';

/**
 * The ledger's tables in memory: a batch is atomic, and idempotency keys are unique.
 * `injectFault` is called at each point of each run and may throw a database error.
 */
export class MemoryLedgerStore extends LedgerStore {
  maxConcurrentBatches = 1;
  readonly accounts = new Map<string, AccountState>();
  readonly requests = new Map<string, FoundRecord>();
  /** Accounts whose rows another session has locked. */
  readonly locked = new Set<string>();
  readonly holds = new Map<string, StoredHold>();
  readonly journals: PostedJournal[] = [];
  /** Facts of each committed batch. */
  readonly commits: number[] = [];
  journalsAtClose: number | undefined;
  /** Every run: how many requests were looked up. */
  readonly runs: number[] = [];
  injectFault: (moment: FaultPoint, plan: BatchPlan | undefined) => void | Promise<void> = () => undefined;
  /** State of the rows that commands update. */
  rowStateOf: (update: RowUpdate) => RowState = () => 'matches';
  private stage: BatchStage = 'before commit';
  private head = { batchNo: 0, hash: GENESIS_HASH, committedAt: 0 };
  /** The lock of the head: resolves when the run before has ended. */
  private before: Promise<unknown> = Promise.resolve();

  begin(reading: BatchReading): Promise<BatchSession> {
    this.runs.push(reading.lookUps.length);
    const before = this.before;
    let release = () => {};
    this.before = new Promise<void>((resolve) => (release = resolve));
    const failed = (error: unknown) => toStoreFailure(error, this.stage, true);
    return Promise.resolve({
      way: 'locked',
      read: () =>
        before
          .then(() => this.read(reading))
          .catch((error: unknown) => {
            throw failed(error);
          }),
      write: (plan) =>
        this.write(plan).then(
          () => {
            release();
            return true;
          },
          (error: unknown) => {
            throw failed(error);
          },
        ),
      abandon: () => Promise.resolve(release()),
    });
  }

  lockedAccounts(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.locked);
  }

  waitForAccount(id: string): Promise<void> {
    return this.locked.has(id) ? Promise.reject(new StoreFailure('lock_timeout', true, databaseError(1205))) : Promise.resolve();
  }

  async rehearse(_commands: Parameters<LedgerStore['rehearse']>[0]): Promise<void> {
    try {
      await this.injectFault('rehearsal', undefined);
    } catch (error) {
      throw toStoreFailure(error, 'before commit', false);
    }
  }

  close(): Promise<void> {
    this.journalsAtClose = this.journals.length;
    return Promise.resolve();
  }

  private async read({ accounts, lookUps, conditional }: BatchReading): Promise<LockedAccounts> {
    this.stage = 'before commit';
    await this.injectFault('lock', undefined);
    const known = accounts.flatMap((id) => (this.accounts.has(id) ? [[id, this.accounts.get(id)!] as const] : []));
    const rowStates = new Map(
      conditional.flatMap(({ updates = [] }) => updates.map((update) => [update, this.rowStateOf(update)] as const)),
    );
    const subjects = heldSubjects(conditional).filter((subject) => this.holds.has(subject));
    const holds = new Map(subjects.map((subject) => [subject, this.holds.get(subject)!]));
    const keys = [...lookUps, ...keysOfUnmatched(conditional, rowStates, holds)];
    const seen = keys.flatMap((request) => {
      const found = this.requests.get(idempotencyName(request));
      return found ? [[idempotencyName(request), found] as const] : [];
    });
    return { head: this.head, accounts: new Map(known), foundRecords: new Map(seen), rowStates, holds };
  }

  private async write(plan: BatchPlan): Promise<void> {
    this.stage = 'before commit';
    await this.injectFault('write', plan);
    if (plan.idempotencyRecords.some((record) => this.requests.has(nameOf(record)))) throw databaseError(1062);
    this.stage = 'at commit';
    await this.injectFault('commit', plan);
    this.apply(plan);
    this.stage = 'after commit';
    await this.injectFault('answer', plan);
  }

  private apply(plan: BatchPlan): void {
    for (const record of plan.idempotencyRecords) {
      const { idempotencyKey, attemptId, state, response, subjectId, committedAt } = record;
      const stored: IdempotencyRecord = {
        fingerprint: idempotencyKey.fingerprint,
        state,
        response,
        subjectId,
        createdAt: committedAt,
      };
      this.requests.set(nameOf(record), { record: stored, attemptId });
    }
    for (const [id, state] of plan.accounts) this.accounts.set(id, state);
    for (const { hold } of plan.holds) this.holds.set(hold.subject, hold);
    this.journals.push(...plan.journals);
    this.commits.push(plan.results.length);
    if (plan.head) this.head = plan.head;
  }
}

function nameOf({ idempotencyKey, recordKey: key }: NewIdempotencyRecord): string {
  return idempotencyName({ ...idempotencyKey, key });
}

/** An error as mysql2 throws it. */
export function databaseError(errno: number, code = `ER_${errno}`): Error {
  return Object.assign(new Error(code), { errno, code });
}

export function connectionLost(): Error {
  return databaseError(-104, 'ECONNRESET');
}
