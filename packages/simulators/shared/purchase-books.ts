import { randomInt } from 'node:crypto';
import { DELIVERED, type Scenario } from './scenarios.js';

export interface Ordered {
  readonly reference: string;
  /** The provider's code of the item. */
  readonly item: string;
  readonly customer: string;
  readonly amountKobo: number;
  /** What it takes from our balance with the provider. */
  readonly chargedKobo: number;
  readonly delivers: 'token' | 'pin' | 'nothing';
  /** Bouquets: renew or change. */
  readonly subscription?: string;
}

export type State = 'pending' | 'delivered' | 'failed' | 'reversed';

export interface Sold extends Ordered {
  state: State;
  /** To the customer. More than once is a loss. */
  deliveries: number;
  /** Electricity token or recharge PIN, the first of several. */
  readonly pin: string;
  /** All of them. */
  readonly delivered: readonly DeliveredPin[];
  readonly at: number;
  scenario: Scenario;
  questions: number;
  /** Answers that were told of the delivery. */
  told: number;
}

/** All that is delivered with a token or PIN; which parts of it are told depends on the provider. */
export interface DeliveredPin {
  readonly pin: string;
  readonly serial: string;
  readonly units: string;
  readonly bonusToken: string;
  readonly resetToken: string;
  readonly configureToken: string;
}

/** What a question is answered with. */
export interface Told {
  readonly state: State | 'hidden';
  readonly pin: string;
}

/** What a biller provider really delivered, by our reference. */
export class PurchaseBooks {
  readonly sold = new Map<string, Sold>();
  /** Our balance with the provider. */
  floatKobo = 1_000_000_000;

  open(ordered: Ordered, scenario: Scenario, at = Date.now()): Sold {
    const count = ordered.delivers === 'nothing' ? 0 : ordered.delivers === 'token' ? 1 : (scenario.pins ?? 1);
    const delivered = Array.from({ length: count }, () => deliveredPin(ordered));
    const pin = delivered[0]?.pin ?? '';
    const sold: Sold = { ...ordered, pin, delivered, at, scenario, state: 'pending', deliveries: 0, questions: 0, told: 0 };
    this.sold.set(ordered.reference, sold);
    this.floatKobo -= sold.chargedKobo;
    if (!scenario.pendingQueries) this.end(sold);
    return sold;
  }

  /** The answer to the payment. */
  first(sold: Sold): Told {
    return this.tell(sold);
  }

  /** The answer to a question, which may bring the purchase to its end. */
  ask(reference: string): Told {
    const sold = this.sold.get(reference);
    if (!sold) return { state: 'hidden', pin: '' };
    const { hiddenQueries = 0, pendingQueries = 0, reversedAfter } = sold.scenario;
    if (sold.questions++ < hiddenQueries) return { state: 'hidden', pin: '' };
    if (sold.state === 'pending' && sold.questions > pendingQueries) this.end(sold);
    if (sold.state === 'delivered' && reversedAfter !== undefined && sold.told > reversedAfter) this.reverse(reference);
    return this.tell(sold);
  }

  /** Brings a pending purchase to its end, as the provider's staff do. */
  settle(reference: string, end: 'delivered' | 'failed'): void {
    const sold = this.of(reference);
    sold.scenario = { end };
    if (sold.state === 'pending') this.end(sold);
  }

  /** Takes a delivery back and returns its price. */
  reverse(reference: string): void {
    const sold = this.of(reference);
    if (sold.state !== 'delivered') throw new Error(`${reference} is ${sold.state}`);
    sold.state = 'reversed';
    this.floatKobo += sold.chargedKobo;
  }

  of(reference: string): Sold {
    const sold = this.sold.get(reference);
    if (!sold) throw new Error(`nothing was ordered as ${reference}`);
    return sold;
  }

  /** Everything for this customer, oldest first. */
  for(customer: string): Sold[] {
    return [...this.sold.values()].filter((sold) => sold.customer === customer);
  }

  /** Ordered amounts of what was delivered and not taken back. */
  get deliveredKobo(): number {
    return [...this.sold.values()].reduce((sum, { state, amountKobo }) => sum + (state === 'delivered' ? amountKobo : 0), 0);
  }

  clear(): void {
    this.sold.clear();
  }

  private end(sold: Sold): void {
    if (sold.scenario.end === 'delivered') {
      sold.state = 'delivered';
      sold.deliveries++;
    } else {
      sold.state = 'failed';
      this.floatKobo += sold.chargedKobo;
    }
  }

  private tell(sold: Sold): Told {
    const { withoutPin = 0 } = sold.scenario ?? DELIVERED;
    const pin = sold.state === 'delivered' && sold.told >= withoutPin ? sold.pin : '';
    if (sold.state === 'delivered') sold.told++;
    return { state: sold.state, pin };
  }
}

const KOBO_PER_UNIT = 22_500;

function deliveredPin({ delivers, amountKobo }: Ordered): DeliveredPin {
  return {
    pin: digits(delivers === 'token' ? 20 : 12),
    serial: `WRN${digits(9)}`,
    units: (amountKobo / KOBO_PER_UNIT).toFixed(1),
    bonusToken: digits(20),
    resetToken: digits(20),
    configureToken: digits(20),
  };
}

export function digits(count: number): string {
  return Array.from({ length: count }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join('');
}
