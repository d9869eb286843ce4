import { type MoneyRequest, Replayed, type StoredAnswer } from '../../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../../kernel/failure.js';
import type { StoredRefusal } from '../../../kernel/money-requests.js';
import { isSystemAccount } from './account.js';
import type { Committed, Fact } from './fact.js';
import { nextLink, type PostedJournal, type PostedLine } from './hash-chain.js';
import { walletFailures } from './wallet.failures.js';

const LONGEST_NOTE = 255;

/** An account as it stands under its lock. */
export interface AccountState {
  readonly balanceKobo: number;
  readonly seq: number;
}

/** The books under lock, as a batch finds them. */
export interface LockedBooks {
  readonly head: { readonly batchNo: number; readonly hash: string; readonly recorded: number };
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** Requests that were looked up and found, by `requestName`. */
  readonly seen: ReadonlyMap<string, SeenRequest>;
}

export interface SeenRequest {
  readonly stored: StoredAnswer;
  readonly writer: string;
}

/** A fact that waits for its commit. */
export interface Waiting {
  readonly fact: Fact;
  /** `requestName` of its request. */
  readonly name: string;
  /** Unix ms of arrival. */
  readonly arrived: number;
  /** Unique to this attempt; tells its own row from another's after a lost answer. */
  readonly writer: string;
}

export type Outcome = { readonly committed: Committed } | { readonly replayed: Replayed } | { readonly refused: Failure };

export interface RequestEntry {
  readonly request: MoneyRequest;
  readonly state: StoredAnswer['state'];
  readonly answer: unknown;
  readonly subject: string | undefined;
  /** The journal it moved money with, if it did. */
  readonly journalId: string | undefined;
  readonly writer: string;
  readonly recorded: number;
}

/** What a batch writes, and what its facts are told once it is committed. */
export interface BatchPlan {
  readonly outcomes: readonly Outcome[];
  readonly requests: readonly RequestEntry[];
  /** Facts whose records, changes, increments and events are written, with their moment. */
  readonly accepted: readonly { readonly fact: Fact; readonly recorded: number }[];
  readonly journals: readonly PostedJournal[];
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** The new end of the chain; undefined when no money moved. */
  readonly head: LockedBooks['head'] | undefined;
}

/** One text for a request, to find it in maps. */
export function requestName(request: MoneyRequest): string {
  return `${request.scope}\n${request.action}\n${request.key}`;
}

/** Every account that the facts touch, in the one order of locking. */
export function accountsOf(batch: readonly Waiting[]): string[] {
  const accounts = new Set<string>();
  for (const { fact } of batch) for (const posting of fact.journal?.postings ?? []) accounts.add(posting.account);
  return [...accounts].toSorted();
}

/**
 * Decides a batch in order of arrival, each fact on its own: the whole of the ledger's judgement, without any I/O.
 * Wallets never go below zero; a request seen before (in the database or earlier in this batch) changes nothing.
 */
export function planBatch(batch: readonly Waiting[], books: LockedBooks): BatchPlan {
  const plan = new Planner(books);
  const outcomes = batch.map((waiting) => plan.decide(waiting));
  return plan.finish(outcomes);
}

class Planner {
  private readonly changed = new Map<string, AccountState>();
  private readonly requests = new Map<string, RequestEntry>();
  private readonly accepted: { fact: Fact; recorded: number }[] = [];
  private readonly journals: PostedJournal[] = [];
  private recorded: number;

  constructor(private readonly books: LockedBooks) {
    this.recorded = books.head.recorded;
  }

  decide({ fact, name, arrived, writer }: Waiting): Outcome {
    const seen = this.books.seen.get(name);
    if (seen) return seen.writer === writer ? ownCommit(seen.stored) : { replayed: new Replayed(seen.stored) };
    const earlier = this.requests.get(name);
    if (earlier) return { replayed: new Replayed(storedAnswer(earlier)) };

    // The clocks of several processes differ; the books' own time never goes back.
    const recorded = Math.max(arrived, this.recorded);
    const refusal = fact.journal ? this.post(fact, recorded) : undefined;
    this.recorded = recorded;
    if (refusal) {
      const answer: StoredRefusal = { name: refusal.name, text: refusal.text };
      const { request, subject } = fact;
      this.requests.set(name, { request, state: 'refused', answer, subject, journalId: undefined, writer, recorded });
      return { refused: new Failure(refusal, { remembered: true }) };
    }
    this.requests.set(name, {
      request: fact.request,
      state: fact.answer === undefined ? 'pending' : 'answered',
      answer: fact.answer,
      subject: fact.subject,
      journalId: fact.journal?.id,
      writer,
      recorded,
    });
    this.accepted.push({ fact, recorded });
    return { committed: { recorded } };
  }

  /** Applies a journal, or leaves everything as it was and tells why not. */
  private post({ journal }: Fact, recorded: number): FailureDefinition | undefined {
    const touched = new Map<string, AccountState>();
    const lines: PostedLine[] = [];
    for (const { account, amountKobo, note } of journal!.postings) {
      const before =
        touched.get(account) ?? this.changed.get(account) ?? this.books.accounts.get(account) ?? newSystemAccount(account);
      if (!before) return walletFailures.unknown_account;
      const after = { balanceKobo: before.balanceKobo + amountKobo, seq: before.seq + 1 };
      if (!Number.isSafeInteger(after.balanceKobo)) throw new RangeError(`balance of ${account} leaves the safe integers`);
      touched.set(account, after);
      lines.push({ account, seq: after.seq, amountKobo, balanceKobo: after.balanceKobo, note: fitted(note) });
    }
    for (const [account, { balanceKobo }] of touched) {
      if (balanceKobo < 0 && !isSystemAccount(account)) return walletFailures.insufficient_funds;
    }
    for (const [account, state] of touched) this.changed.set(account, state);
    this.journals.push({ id: journal!.id, kind: journal!.kind, subject: journal!.subject, recorded, lines });
    return undefined;
  }

  finish(outcomes: Outcome[]): BatchPlan {
    return {
      outcomes,
      requests: [...this.requests.values()],
      accepted: this.accepted,
      journals: this.journals,
      accounts: this.changed,
      head: this.newHead(),
    };
  }

  /** Everything in it follows from the journals, so that an audit can work it out again. */
  private newHead(): LockedBooks['head'] | undefined {
    const last = this.journals.at(-1);
    if (!last) return undefined;
    const batchNo = this.books.head.batchNo + 1;
    return { batchNo, hash: nextLink(this.books.head.hash, batchNo, this.journals), recorded: last.recorded };
  }
}

/**
 * A note never stands in the way of money: what is longer than its column is cut, between characters, and half a
 * character, which no database keeps as it came, is replaced. What is hashed must be what is stored.
 */
function fitted(note: string): string {
  const whole = note.toWellFormed();
  return whole.length <= LONGEST_NOTE ? whole : Array.from(whole).slice(0, LONGEST_NOTE).join('');
}

/** System accounts exist as soon as they are named. */
function newSystemAccount(account: string): AccountState | undefined {
  return isSystemAccount(account) ? { balanceKobo: 0, seq: 0 } : undefined;
}

function storedAnswer(entry: RequestEntry): StoredAnswer {
  return {
    digest: entry.request.digest,
    state: entry.state,
    answer: entry.answer,
    subject: entry.subject,
    recorded: entry.recorded,
  };
}

/** The commit reached the database although its answer was lost: what was stored is our own outcome. */
function ownCommit(stored: StoredAnswer): Outcome {
  if (stored.state !== 'refused') return { committed: { recorded: stored.recorded } };
  const { name, text } = stored.answer as StoredRefusal;
  return { refused: new Failure({ name, kind: 'refused', text }, { remembered: true }) };
}
