import { digits } from './purchase-books.js';
import type { Fault } from './fault.js';

/** What becomes of a payout, and how the provider tells it. */
export interface PayoutScenario {
  /** refused: before anything was done. lost: it never arrives, and gets no answer unless `answer` says so. */
  readonly end: 'paid' | 'failed' | 'refused' | 'lost';
  /** In the answer to the submit. */
  readonly answer?: Fault;
  /** In place of the state in all answers, until the scenario is changed. */
  readonly status?: string;
  /** Why it failed, in the provider's words. */
  readonly description?: string;
  /** Why the order is refused, in the provider's words. */
  readonly refusal?: string;
  /** So many questions are answered as pending. */
  readonly pendingQueries?: number;
  /** So many questions are answered as if the reference did not exist. */
  readonly hiddenQueries?: number;
  /** A person must give a code first; `undeliverable` where it could not be sent. */
  readonly code?: 'sent' | 'undeliverable';
  /** What comes of the question to our server, where one is asked. */
  readonly approval?: 'lost';
  /** Paid, and given back after so long. */
  readonly reversedAfterMs?: number;
  /** How its end is announced; once where it says nothing. */
  readonly webhook?: 'never' | 'twice' | 'early' | 'wrongly signed' | 'of another amount';
}

export const PAID: PayoutScenario = { end: 'paid' };

export type PayoutState = 'asked' | 'waiting' | 'pending' | 'paid' | 'failed' | 'reversed' | 'rejected' | 'blocked' | 'abandoned';

export interface PayoutOrder {
  /** Ours. */
  readonly reference: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly amountKobo: number;
  /** What it takes from our balance beside the amount. */
  readonly feeKobo: number;
  readonly narration: string;
}

export interface Payout extends PayoutOrder {
  state: PayoutState;
  /** To the account. More than once is a loss. */
  payments: number;
  /** Of the provider, as the number of the payout. */
  readonly id: number;
  /** Of the rail. */
  readonly sessionId: string;
  /** For a person to give. */
  readonly code: string;
  readonly at: number;
  endedAt: number | undefined;
  scenario: PayoutScenario;
  questions: number;
}

const LEFT_OPEN: ReadonlySet<PayoutState> = new Set(['asked', 'waiting', 'pending']);

/** What a provider really paid, by our reference. */
export class PayoutBooks {
  readonly payouts = new Map<string, Payout>();
  /** Our balance with the provider. */
  floatKobo = 10_000_000_000;

  open(order: PayoutOrder, scenario: PayoutScenario, at = Date.now()): Payout {
    const [id, sessionId] = [this.payouts.size + 1, `110006${digits(24)}`];
    const ends = { payments: 0, endedAt: undefined, questions: 0 };
    const payout: Payout = { ...order, ...ends, id, sessionId, code: digits(6), at, scenario, state: 'asked' };
    this.payouts.set(order.reference, payout);
    this.floatKobo -= order.amountKobo + order.feeKobo;
    return payout;
  }

  /** Nothing more is asked before. @returns whether it has ended with that */
  begin(payout: Payout): boolean {
    if (payout.state !== 'asked') return false;
    payout.state = payout.scenario.code === undefined ? 'pending' : 'waiting';
    if (payout.state === 'waiting' || payout.scenario.pendingQueries) return false;
    this.end(payout);
    return true;
  }

  /** A question, which may bring it to its end. Undefined for what is hidden or was never sent. */
  ask(reference: string): { readonly payout: Payout; readonly hasEnded: boolean } | undefined {
    const payout = this.payouts.get(reference);
    if (!payout) return undefined;
    const { hiddenQueries = 0, pendingQueries = 0 } = payout.scenario;
    if (payout.questions++ < hiddenQueries) return undefined;
    const hasEnded = payout.state === 'pending' && payout.questions > pendingQueries;
    if (hasEnded) this.end(payout);
    return { payout, hasEnded };
  }

  /** Brings it to this end where it is open. */
  close(reference: string, state: Exclude<PayoutState, 'asked' | 'waiting' | 'pending' | 'reversed'>): Payout {
    const payout = this.of(reference);
    if (!LEFT_OPEN.has(payout.state)) throw new Error(`${reference} is ${payout.state}`);
    if (state === 'paid') payout.payments++;
    else this.giveBack(payout);
    payout.state = state;
    payout.endedAt = Date.now();
    return payout;
  }

  /** The rail gives the money back. */
  reverse(reference: string): Payout {
    const payout = this.of(reference);
    if (payout.state !== 'paid') throw new Error(`${reference} is ${payout.state}`);
    payout.state = 'reversed';
    payout.endedAt = Date.now();
    // Its own fee it keeps.
    this.floatKobo += payout.amountKobo;
    return payout;
  }

  of(reference: string): Payout {
    const payout = this.payouts.get(reference);
    if (!payout) throw new Error(`nothing was ordered as ${reference}`);
    return payout;
  }

  get newestFirst(): readonly Payout[] {
    return [...this.payouts.values()].toReversed();
  }

  /** What was paid and not given back. */
  get paidKobo(): number {
    return [...this.payouts.values()].reduce((sum, { state, amountKobo }) => sum + (state === 'paid' ? amountKobo : 0), 0);
  }

  private end(payout: Payout): void {
    this.close(payout.reference, payout.scenario.end === 'paid' ? 'paid' : 'failed');
  }

  private giveBack({ amountKobo, feeKobo }: Payout): void {
    this.floatKobo += amountKobo + feeKobo;
  }
}
