import type { CounterIncrement } from '../../../../kernel/row-changes.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { Purchase } from '../../domain/purchase.js';

/** What completed purchases add up to for a biller. */
export interface BillerFigures {
  readonly transactions: number;
  /** What they earned us. */
  readonly revenueKobo: Kobo;
  readonly volumeKobo: Kobo;
}

/** Counters of completed purchases, by biller and by user, changed in the same commit. */
export abstract class TradeFigures {
  /** A purchase is completed. */
  abstract add(purchase: Purchase): CounterIncrement[];
  /** A completed purchase is taken back. */
  abstract takeBack(purchase: Purchase): CounterIncrement[];
  /** A referral bonus. */
  abstract addReferral(referrerId: string, bonusKobo: Kobo): CounterIncrement[];
  /** By biller id; billers that sold nothing yet are left out. */
  abstract ofBillers(): Promise<ReadonlyMap<string, BillerFigures>>;
}
