import { type IdempotencyKey, Replayed, type IdempotencyRecord } from '../../src/kernel/caller.js';
import type { DomainEvent } from '../../src/kernel/events.js';
import { COMMITTED_AT } from '../../src/kernel/row-changes.js';
import { type Kobo, kobo } from '../../src/kernel/money.js';
import { IdempotencyRecords, type StoredRefusal } from '../../src/kernel/idempotency-records.js';
import { type CommitResult, type LedgerCommand, Ledger } from '../../src/ledger/index.js';
import { assertPostable, type Journal } from '../../src/ledger/domain/journal.js';
import { type Hold, sealed } from '../../src/ledger/domain/hold.js';
import { HoldsInBatch } from '../../src/ledger/domain/holds-in-batch.js';
import { isSystemAccount } from '../../src/ledger/domain/account.js';
import { refusalOf, SPENDING_KINDS } from '../../src/ledger/domain/spending-limit.js';
import { ledgerFailures } from '../../src/ledger/domain/ledger.failures.js';
import { Failure } from '../../src/kernel/failure.js';

type Row = Record<string, unknown>;

const KEY = { id: 'fake', secret: Buffer.alloc(32) };

/** The ledger in memory; passes `test/ledger/ledger-port.test.ts` as the real one does. */
export class FakeLedger extends Ledger {
  readonly journals: Journal[] = [];
  readonly events: DomainEvent[] = [];
  readonly requests = new FakeIdempotencyRecords();
  private readonly balances = new Map<string, number>();
  private readonly seqs = new Map<string, number>();
  private readonly debits: { account: string; seq: number; postedAt: number; amountKobo: number }[] = [];
  private readonly tables = new Map<string, Row[]>();
  private readonly holds = new Map<string, Hold>();

  /** @param now unix ms of the next commit */
  constructor(public now: () => number = Date.now) {
    super();
  }

  /** Opens a wallet with some money in it. */
  open(userId: string, balanceKobo = 0): this {
    this.balances.set(userId, balanceKobo);
    this.seqs.set(userId, balanceKobo > 0 ? 1 : 0);
    return this;
  }

  balanceOf(account: string): Kobo {
    return kobo(this.balances.get(account) ?? 0);
  }

  /** All rows that commands wrote to a table, in order; the array's rows are live. */
  rows(table: string): Row[] {
    let rows = this.tables.get(table);
    if (!rows) this.tables.set(table, (rows = []));
    return rows;
  }

  commit(command: LedgerCommand): Promise<CommitResult> {
    if (command.journal) assertPostable(command.journal);
    const stored = this.requests.get(command.idempotencyKey);
    if (stored) return Promise.resolve(new Replayed(stored));
    for (const { table, key } of command.updates ?? []) {
      if (!this.row(table, key)) return Promise.resolve('stale');
    }
    const createdAt = this.now();
    if (command.spendingLimit?.periods.some(({ untilMs }) => createdAt >= untilMs)) return Promise.resolve('stale');
    const { fingerprint } = command.idempotencyKey;
    const asRead = new Map([...this.holds].map(([subject, hold]) => [subject, sealed(hold, KEY)]));
    const holds = new HoldsInBatch(asRead, KEY, () => KEY);
    const planned = command.journal && holds.plan(command.journal);
    const submitted = command.submits && holds.submit(command.submits);
    if (submitted instanceof Failure) return Promise.reject(submitted);
    if (submitted === 'stale' || planned === 'stale') return Promise.resolve('stale');
    if (planned === 'locked' || submitted === 'locked') throw new Error('nothing is locked in memory');
    if (planned instanceof Failure) return Promise.reject(planned);
    try {
      if (planned) this.post(planned.journal, command, createdAt);
    } catch (error) {
      if (!(error instanceof Failure)) return Promise.reject(error);
      const answer: StoredRefusal = { name: error.failure, text: error.message };
      this.requests.set(command.idempotencyKey, {
        fingerprint,
        state: 'refused',
        response: answer,
        subjectId: command.subjectId,
        createdAt,
      });
      return Promise.reject(error);
    }
    if (submitted) this.holds.set(submitted.subject, submitted);
    if (planned?.hold) this.holds.set(planned.hold.subject, planned.hold);
    this.write(command, createdAt);
    const state = command.response === undefined ? 'pending' : 'answered';
    this.requests.set(command.idempotencyKey, {
      fingerprint,
      state,
      response: command.response,
      subjectId: command.subjectId,
      createdAt,
    });
    this.events.push(...(command.events ?? []));
    return Promise.resolve({ committedAt: createdAt });
  }

  private post(journal: Journal, { spendingLimit, balanceLimit }: LedgerCommand, postedAt: number): void {
    const later = this.debits.filter(({ account, seq }) => account === spendingLimit?.account && seq > spendingLimit.seq);
    const refusal = spendingLimit && refusalOf(spendingLimit, journal, later);
    if (refusal) throw new Failure(refusal, { remembered: true });
    const after = new Map<string, number>();
    for (const { account, amountKobo } of journal.postings) {
      if (!isSystemAccount(account) && !this.balances.has(account))
        throw new Failure(ledgerFailures.unknown_account, { remembered: true });
      after.set(account, (after.get(account) ?? this.balances.get(account) ?? 0) + amountKobo);
    }
    for (const [account, balance] of after) {
      if (balance < 0 && !isSystemAccount(account)) throw new Failure(ledgerFailures.insufficient_funds, { remembered: true });
    }
    if (balanceLimit?.refusal && (after.get(balanceLimit.account) ?? 0) > balanceLimit.limitKobo)
      throw new Failure(balanceLimit.refusal, { remembered: true });
    for (const [account, balance] of after) this.balances.set(account, balance);
    for (const { account, amountKobo } of journal.postings) {
      const seq = (this.seqs.get(account) ?? 0) + 1;
      this.seqs.set(account, seq);
      if (amountKobo < 0 && SPENDING_KINDS.includes(journal.kind))
        this.debits.push({ account, seq, postedAt, amountKobo: -amountKobo });
    }
    this.journals.push(journal);
  }

  private write({ inserts: records = [], updates: changes = [], increments = [] }: LedgerCommand, createdAt: number): void {
    const filled = (values: Row) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === COMMITTED_AT ? createdAt : value]));
    for (const { table, values } of records) this.rows(table).push(filled(values));
    for (const { table, key, set } of changes) Object.assign(this.row(table, key)!, filled(set));
    for (const { table, key, add } of increments) {
      let row = this.row(table, key);
      if (!row) this.rows(table).push((row = { ...key }));
      for (const [name, amount] of Object.entries(add)) row[name] = Number(row[name] ?? 0) + amount;
    }
  }

  private row(table: string, key: Row): Row | undefined {
    return this.rows(table).find((row) => Object.entries(key).every(([name, value]) => row[name] === value));
  }
}

/** The remembered requests of a FakeLedger. */
export class FakeIdempotencyRecords extends IdempotencyRecords {
  private readonly stored = new Map<string, IdempotencyRecord>();

  get(request: IdempotencyKey): IdempotencyRecord | undefined {
    return this.stored.get(nameOf(request));
  }

  set(request: IdempotencyKey, answer: IdempotencyRecord): void {
    this.stored.set(nameOf(request), answer);
  }

  find(request: IdempotencyKey): Promise<Replayed | undefined> {
    const stored = this.get(request);
    return Promise.resolve(stored && new Replayed(stored));
  }

  answer(request: IdempotencyKey, answer: unknown): Promise<void> {
    const stored = this.get(request);
    if (stored?.state === 'pending') this.set(request, { ...stored, state: 'answered', response: answer });
    return Promise.resolve();
  }

  refuse(request: IdempotencyKey, refusal: StoredRefusal): Promise<void> {
    const { fingerprint } = request;
    const stored = this.get(request) ?? {
      fingerprint,
      state: 'pending',
      response: undefined,
      subjectId: undefined,
      createdAt: Date.now(),
    };
    if (stored.state === 'pending') this.set(request, { ...stored, state: 'refused', response: refusal });
    return Promise.resolve();
  }
}

function nameOf({ scope, action, key }: IdempotencyKey): string {
  return JSON.stringify([scope, action, key]);
}
