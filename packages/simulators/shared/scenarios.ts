import type { Fault } from './fault.js';

/** What becomes of a purchase, and how the provider tells it. */
export interface Scenario {
  /** refused: by `code`, before anything was done. lost: it never arrives, and its payment gets no answer unless `answer` says so. */
  readonly end: 'delivered' | 'failed' | 'refused' | 'lost';
  /** In the answer to the payment. */
  readonly answer?: Fault;
  /** In place of the code of the answer to the payment. */
  readonly code?: string;
  /** In place of the code of the answers to questions, until the scenario is changed. */
  readonly queryCode?: string;
  /** So many questions are answered as pending. */
  readonly pendingQueries?: number;
  /** So many questions are answered as if the reference did not exist. */
  readonly hiddenQueries?: number;
  /** So many answers, the one to the payment included, lack the PIN or token. */
  readonly withoutPin?: number;
  /** So many PINs in one purchase, where it delivers PINs; one unless it says so. */
  readonly pins?: number;
  /** After so many questions that say delivered it is reversed. */
  readonly reversedAfter?: number;
  /** Less than ordered, where the provider can approve a part. */
  readonly approvedKobo?: number;
}

export const DELIVERED: Scenario = { end: 'delivered' };

/** For the next one, for a customer or reference, or for all. */
export class ScenarioQueue<Kind> {
  private readonly queued: Kind[] = [];
  private readonly named = new Map<string, Kind>();
  private usual: Kind;

  constructor(private readonly ordinary: Kind) {
    this.usual = ordinary;
  }

  next(...scenarios: Kind[]): void {
    this.queued.push(...scenarios);
  }

  /** @param who reference, customer or account */
  for(who: string, scenario: Kind): void {
    this.named.set(who, scenario);
  }

  always(scenario: Kind): void {
    this.usual = scenario;
  }

  clear(): void {
    this.queued.length = 0;
    this.named.clear();
    this.usual = this.ordinary;
  }

  take(reference: string, customer: string): Kind {
    return this.named.get(reference) ?? this.named.get(customer) ?? this.queued.shift() ?? this.usual;
  }
}

export class Scenarios extends ScenarioQueue<Scenario> {
  constructor() {
    super(DELIVERED);
  }
}
