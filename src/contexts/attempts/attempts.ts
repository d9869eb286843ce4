import type { BookedAmount, Period, RecordedTransaction, ListedTransaction } from '../../kernel/provider-transactions.js';
import { type ProviderFigures, ProviderRecords } from '../providers/index.js';
import type { Kobo } from '../../kernel/money.js';
import { providerClearing, providerHeld } from '../../ledger/index.js';
import { withTimeout, type AttemptProvider } from './provider-calls.js';
import type { ProviderOutcome, Raw } from '../../kernel/provider-outcome.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import type { Attempted, AttemptStatus, ProviderCall, Ordered } from './verdict.js';
import type { TimelineEntry } from '../../kernel/records.js';
import type { SystemLogs } from '../system-logs/index.js';

export type AttemptNoun = 'purchase' | 'payout';

/** Outcomes of attempts at providers, for staff and for reconciliation. */
export abstract class AttemptHistory {
  /** Figures of the last 24 hours, by provider. */
  abstract figures(noun: AttemptNoun, providers: readonly string[]): Promise<ReadonlyMap<string, ProviderFigures>>;
  abstract wasUsed(noun: AttemptNoun, provider: string, period: Period): Promise<boolean>;
  /** Ordered by time, in portions. */
  abstract within(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<RecordedTransaction[]>;
  abstract booked(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<BookedAmount[]>;
  /** Finds them by our references and the provider's. */
  abstract named(noun: AttemptNoun, provider: string, names: readonly string[]): Promise<RecordedTransaction[]>;
}

interface ListingProvider extends AttemptProvider {
  /** Undefined where the provider has no list, and gives a settlement file. */
  transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined;
}

interface Providers {
  readonly all: readonly ListingProvider[];
  find(name: string): ListingProvider | undefined;
}

/** Orders and the providers' lists of them, for reconciliation. */
export class AttemptRecords extends ProviderRecords {
  constructor(
    readonly kind: ProviderRecords['kind'],
    private readonly noun: AttemptNoun,
    private readonly providers: Providers,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  bookingAccount(provider: string): string {
    return providerHeld(provider);
  }

  clearingAccount(provider: string): string {
    return providerClearing(provider);
  }

  wasUsed(provider: string, period: Period): Promise<boolean> {
    return this.history.wasUsed(this.noun, provider, period);
  }

  within(provider: string, period: Period): AsyncIterable<RecordedTransaction[]> {
    return this.history.within(this.noun, provider, period);
  }

  booked(provider: string, period: Period): AsyncIterable<BookedAmount[]> {
    return this.history.booked(this.noun, provider, period);
  }

  named(provider: string, names: readonly string[]): Promise<RecordedTransaction[]> {
    return this.history.named(this.noun, provider, names);
  }

  list(provider: string, period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.providers.find(provider)?.transactions(period);
  }

  async balance(name: string): Promise<Kobo | undefined> {
    const provider = this.providers.find(name);
    if (!provider?.balance) return undefined;
    return withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.balance!(signal));
  }

  /** Nothing follows from an order that is not ours. */
  collect(): Promise<'nothing'> {
    return Promise.resolve('nothing');
  }
}

/** An order with its latest attempt, the only one that can be undecided. */
export interface AttemptState {
  readonly attempt: Attempted;
}

/** Fields of every order. */
export interface Order extends Ordered {
  readonly userId: string;
  readonly nextQueryAt: number | undefined;
}

export interface OrderChanges {
  readonly status?: AttemptStatus;
  readonly responseCode?: string;
  readonly responseMessage?: string;
  readonly queries?: number;
  readonly nextQueryAt?: number | undefined;
}

/** One kind of order; `S` is an order with its latest attempt. */
export interface OrderKind<S extends AttemptState> {
  readonly noun: AttemptNoun;
  orderOf(state: S): Order;
  /** The amount that its owner paid, all of which goes back if it fails. */
  paidKoboOf(state: S): Kobo;
  changed(state: S, changes: OrderChanges): S;
}

export interface AttemptAnswer {
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

export interface Postponement {
  readonly raw: Raw;
  readonly queries: number;
  /** Undefined: staff take over. */
  readonly nextQueryAt: number | undefined;
}

export interface DueOrder {
  readonly id: string;
  readonly nextQueryAt: number;
}

/** Orders and their attempts; rows of money movements are made here and written by the ledger. */
export abstract class AttemptStore<S extends AttemptState> {
  /** Stale where the order is in another state; changes nothing. */
  abstract unchanged(state: S): RowUpdate;
  /** A row to write with the effects of the answer. */
  abstract answered(attempt: S['attempt'], answer: AttemptAnswer): RowInsert[];
  abstract keepAnswer(attempt: S['attempt'], answer: AttemptAnswer): Promise<void>;
  /** Does nothing when the order is not pending any more. */
  abstract postpone(state: S, postponement: Postponement): Promise<void>;

  abstract isAnswered(attempt: S['attempt']): Promise<boolean>;
  /** When the provider said of this attempt that it does not know it. */
  abstract notFoundAt(attempt: S['attempt']): Promise<number[]>;

  abstract find(id: string): Promise<S | undefined>;
  /** Over all attempts. */
  abstract providersTried(id: string): Promise<ReadonlySet<string>>;
  abstract findByReference(provider: string, reference: string): Promise<S | undefined>;
  /** At most `limit` pending orders with a due query, longest due first, after the one given. */
  abstract listDue(now: number, limit: number, after?: DueOrder): Promise<DueOrder[]>;
}

/** A provider's answer about an attempt; `submitted` if nothing is recorded. */
export interface AttemptRecord {
  readonly provider: string;
  readonly reference: string;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly createdAt: number;
}

/** An order's attempts, as staff see them. */
export interface OrderAttempts {
  /** The last one tried. */
  readonly provider: string;
  /** The provider's own; empty where it named none. */
  readonly providerReference: string;
  /** Oldest first. */
  readonly answers: readonly AttemptRecord[];
}

export interface AttemptLine {
  readonly id: string;
  readonly number: number;
  readonly provider: string;
  readonly reference: string;
  readonly createdAt: number;
}

export interface AnswerLine {
  readonly attemptId: string;
  readonly call: ProviderCall;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly providerReference: string;
  readonly createdAt: number;
}

export interface AttemptedOrder {
  readonly id: string;
  readonly userId: string;
  /** The ordered thing, in words of staff. */
  readonly what: string;
  /** The provider's work, such as `deliver`. */
  readonly verb: string;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly attempts: readonly AttemptLine[];
  readonly answers: readonly AnswerLine[];
}

/** Everything that happened to an order at providers: attempts and answers, journals, and messages. */
export abstract class AttemptTimeline {
  abstract entriesOf(order: AttemptedOrder): Promise<TimelineEntry[]>;
}

export abstract class BackgroundWork {
  /** Shutdown waits for the work, and its failure is logged. */
  abstract keep<T>(what: string, work: Promise<T>): Promise<T>;
}

/** System logs of orders that a machine cannot end. Their keys begin with the kind of order, as `purchase.undecided:`. */
export class StaffAlerts {
  /** @param noun also the beginning of the names of its tables */
  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly noun: AttemptNoun,
  ) {}

  /** The first log of an order stands. Questions go on if the schedule has more of them. */
  undecided({ id }: Ordered, { provider, reference }: Attempted, what: string): Promise<void> {
    return this.record(
      `undecided:${id}`,
      `${this.subject} ${id} ${what} ${provider}, reference ${reference}. Its money is held; ask the provider.`,
    );
  }

  contradiction({ id, status }: Ordered, { provider, reference }: Attempted, outcome: ProviderOutcome): Promise<void> {
    return this.record(
      `contradiction:${id}:${outcome.status}`,
      `${provider} says ${outcome.status} of ${this.noun} ${id}, reference ${reference}, which is ${status}. No money was moved.`,
    );
  }

  mismatch({ id }: Ordered): Promise<void> {
    return this.record(
      `hold:${id}`,
      `${this.subject} ${id} cannot go on: what the ledger holds for it does not agree with its rows in ledger_hold, ${this.noun} or ${this.noun}_attempt. Its money stays held. Run ledger:verify; see LedgerHalted in docs/runbook.md.`,
    );
  }

  private get subject(): string {
    return this.noun === 'purchase' ? 'Purchase' : 'Payout';
  }

  private record(key: string, description: string): Promise<void> {
    return this.systemLogs.record({ kind: 'error', key: `${this.noun}.${key}`, description });
  }
}
