import type { CounterIncrement } from '../../../../kernel/row-changes.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { Purchase } from '../../domain/purchase.js';

/** Counters of completed purchases by biller and user, changed in the same commit. */
export abstract class PurchaseFigures {
  abstract add(purchase: Purchase): CounterIncrement[];
  abstract takeBack(purchase: Purchase): CounterIncrement[];
  abstract addReferral(referrerId: string, bonusKobo: Kobo): CounterIncrement[];
  /** @param takenKobo of its bonus */
  abstract takeBackReferral(referrerId: string, takenKobo: Kobo): CounterIncrement[];
}
