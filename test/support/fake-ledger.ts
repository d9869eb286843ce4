import { type MoneyRequest, Replayed, type StoredAnswer } from '../../src/kernel/caller.js';
import type { DomainEvent } from '../../src/kernel/events.js';
import { RECORDED } from '../../src/kernel/fact.js';
import { type Kobo, kobo } from '../../src/kernel/money.js';
import { MoneyRequests, type StoredRefusal } from '../../src/kernel/money-requests.js';
import { type Committed, type Fact, Ledger } from '../../src/contexts/wallet/index.js';
import { assertBalanced, type Journal } from '../../src/contexts/wallet/domain/journal.js';
import { isSystemAccount } from '../../src/contexts/wallet/domain/account.js';
import { walletFailures } from '../../src/contexts/wallet/domain/wallet.failures.js';
import { Failure } from '../../src/kernel/failure.js';

type Row = Record<string, unknown>;

/**
 * The books in memory, with the promises of the real ones: exactly once by request, no wallet below zero,
 * all of a fact or nothing. What a fact records can be looked at in `rows`.
 */
export class FakeLedger extends Ledger {
  readonly journals: Journal[] = [];
  readonly events: DomainEvent[] = [];
  readonly requests = new FakeMoneyRequests();
  private readonly balances = new Map<string, number>();
  private readonly tables = new Map<string, Row[]>();

  /** @param now unix ms of the next commit */
  constructor(public now: () => number = Date.now) {
    super();
  }

  /** Opens a wallet with some money in it. */
  open(userId: string, balanceKobo = 0): this {
    this.balances.set(userId, balanceKobo);
    return this;
  }

  balanceOf(account: string): Kobo {
    return kobo(this.balances.get(account) ?? 0);
  }

  /** All rows that facts wrote to a table, in order; the array's rows are live. */
  rows(table: string): Row[] {
    let rows = this.tables.get(table);
    if (!rows) this.tables.set(table, (rows = []));
    return rows;
  }

  commit(fact: Fact): Promise<Committed | Replayed> {
    const stored = this.requests.get(fact.request);
    if (stored) return Promise.resolve(new Replayed(stored));
    for (const { table, key } of fact.changes ?? []) {
      if (!this.row(table, key)) return Promise.reject(missing(table, key));
    }
    const recorded = this.now();
    const { digest } = fact.request;
    try {
      if (fact.journal) this.post(fact.journal);
    } catch (error) {
      if (!(error instanceof Failure)) return Promise.reject(error);
      const answer: StoredRefusal = { name: error.failure, text: error.message };
      this.requests.set(fact.request, { digest, state: 'refused', answer, subject: fact.subject, recorded });
      return Promise.reject(error);
    }
    this.write(fact, recorded);
    const state = fact.answer === undefined ? 'pending' : 'answered';
    this.requests.set(fact.request, { digest, state, answer: fact.answer, subject: fact.subject, recorded });
    this.events.push(...(fact.events ?? []));
    return Promise.resolve({ recorded });
  }

  private post(journal: Journal): void {
    assertBalanced(journal);
    const after = new Map<string, number>();
    for (const { account, amountKobo } of journal.postings) {
      if (!isSystemAccount(account) && !this.balances.has(account))
        throw new Failure(walletFailures.unknown_account, { remembered: true });
      after.set(account, (after.get(account) ?? this.balances.get(account) ?? 0) + amountKobo);
    }
    for (const [account, balance] of after) {
      if (balance < 0 && !isSystemAccount(account)) throw new Failure(walletFailures.insufficient_funds, { remembered: true });
    }
    for (const [account, balance] of after) this.balances.set(account, balance);
    this.journals.push(journal);
  }

  private write({ records = [], changes = [], increments = [] }: Fact, recorded: number): void {
    const filled = (values: Row) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === RECORDED ? recorded : value]));
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
export class FakeMoneyRequests extends MoneyRequests {
  private readonly stored = new Map<string, StoredAnswer>();

  get(request: MoneyRequest): StoredAnswer | undefined {
    return this.stored.get(nameOf(request));
  }

  set(request: MoneyRequest, answer: StoredAnswer): void {
    this.stored.set(nameOf(request), answer);
  }

  find(request: MoneyRequest): Promise<Replayed | undefined> {
    const stored = this.get(request);
    return Promise.resolve(stored && new Replayed(stored));
  }

  answer(request: MoneyRequest, answer: unknown): Promise<void> {
    const stored = this.get(request);
    if (stored?.state === 'pending') this.set(request, { ...stored, state: 'answered', answer });
    return Promise.resolve();
  }

  refuse(request: MoneyRequest, refusal: StoredRefusal): Promise<void> {
    const { digest } = request;
    const stored = this.get(request) ?? { digest, state: 'pending', answer: undefined, subject: undefined, recorded: Date.now() };
    if (stored.state === 'pending') this.set(request, { ...stored, state: 'refused', answer: refusal });
    return Promise.resolve();
  }
}

function nameOf({ scope, action, key }: MoneyRequest): string {
  return JSON.stringify([scope, action, key]);
}

function missing(table: string, key: Row): Error {
  return new Error(`a fact changes a row that does not exist: ${table} ${JSON.stringify(key)}`);
}
