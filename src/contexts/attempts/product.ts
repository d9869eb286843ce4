import type { RawRequest } from '../../kernel/caller.js';
import type { ProviderOutcome, Raw } from '../../kernel/provider-outcome.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import type { Share } from '../../ledger/index.js';
import { WebhookHandler, type WebhookIdentity } from '../webhooks/index.js';
import type { AttemptState, OrderKind } from './attempts.js';
import type { AttemptProvider } from './provider-calls.js';
import type { Advanced, Ending } from './settlements.js';
import type { Attempted, Delivery } from './verdict.js';

/** The attempt that comes after one that was refused. */
export interface NextAttempt {
  readonly attempt: Attempted;
  /** Raw answer of the refusal. */
  readonly raw: Raw;
  readonly nextQueryAt: number;
}

export interface Rerouted<S> {
  readonly after: S;
  readonly inserts: readonly RowInsert[];
  readonly updates: readonly RowUpdate[];
}

/**
 * The particulars of one kind of order. `S` is the order with its latest attempt, `P` its provider, `C` a provider that was
 * chosen for the next attempt, which is submitted or released.
 */
export interface Product<
  S extends AttemptState,
  P extends AttemptProvider,
  C extends { readonly provider: P },
> extends OrderKind<S> {
  /** Names of the command that moves the held money to another provider. */
  readonly reroutes: { readonly action: string; readonly note: string };
  provider(name: string): P | undefined;
  /** The terms that the provider may get, as the hold says. */
  termsOf(state: S): string;
  /** Splits the held money between its receivers at the posting. */
  sharesOf(state: S): readonly Share[];

  submit(provider: P, state: S, signal: AbortSignal): Promise<ProviderOutcome>;
  query(provider: P, state: S, signal: AbortSignal): Promise<ProviderOutcome>;

  complete(state: S, delivery: Delivery): Ending<S>;
  refund(state: S, outcome: ProviderOutcome): Ending<S>;
  reverse(state: S, outcome: ProviderOutcome): Ending<S>;
  settle(ending: Ending<S>, answers: readonly RowInsert[]): Promise<Advanced<S>>;

  /** A provider that was not tried yet; undefined where there is none. */
  choose(state: S): Promise<C | undefined>;
  reroute(state: S, chosen: C, next: NextAttempt): Rerouted<S>;

  /** Only a delivery with a PIN completes it. */
  deliversPin?(state: S): boolean;
  /** Nothing happens until a person acts at the provider. */
  waitsForPerson?(outcome: ProviderOutcome): boolean;
  /** Takes an attempt whose `submitAt` has come; undefined where another process has it. */
  claim?(state: S, nextQueryAt: number): Promise<S | undefined>;
  /** Records what a provider adds after the end, when the order itself moves nothing any more. @returns whether the answer is recorded with that */
  recordLateFee?(state: S, outcome: ProviderOutcome, answers: readonly RowInsert[]): Promise<boolean>;
  /** Whether a completed order has to be asked about, because nothing else tells that it was given back. */
  isCheckedLater?(provider: P | undefined): boolean;
}

/** The provider is asked about each order that its webhook names. The webhook's own claims are not believed. */
export class AttemptWebhooks extends WebhookHandler {
  override readonly answer: object;
  override readonly identify: (request: RawRequest) => WebhookIdentity | undefined;

  /** @param process asks about what the payload names */
  constructor(
    readonly provider: string,
    webhooks: { readonly answer: object; identify(request: RawRequest): WebhookIdentity | undefined },
    override readonly process: (payload: string) => Promise<void>,
  ) {
    super();
    this.answer = webhooks.answer;
    this.identify = (request) => webhooks.identify(request);
  }
}
