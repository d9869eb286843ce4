import { Failure, failures } from './failure.js';
import { kobo, type Kobo } from './money.js';

export const priceFailures = failures('price', {
  amount_differs: ['invalid', 'The amount does not match the expected amount for this service'],
  below_minimum: ['invalid', 'The amount is below the minimum for this service'],
  above_maximum: ['invalid', 'The amount is above the maximum for this service'],
});

/** One amount, or any between two. */
export type Price =
  | { readonly fixed: true; readonly amountKobo: Kobo }
  | { readonly fixed: false; readonly minimumKobo: Kobo; readonly maximumKobo: Kobo };

/** The provider's share for us, in hundredths of a percent or a fixed sum. */
export type Commission =
  | { readonly type: 'percent'; readonly basisPoints: number }
  | { readonly type: 'flat'; readonly amountKobo: Kobo };

/** @throws Failure when the price does not allow this amount */
export function checkPrice(price: Price, amountKobo: Kobo): void {
  if (price.fixed) {
    if (amountKobo !== price.amountKobo) throw new Failure(priceFailures.amount_differs);
    return;
  }
  if (amountKobo < price.minimumKobo) throw new Failure(priceFailures.below_minimum);
  if (amountKobo > price.maximumKobo) throw new Failure(priceFailures.above_maximum);
}

export function accepts(price: Price, amountKobo: Kobo): boolean {
  return price.fixed ? amountKobo === price.amountKobo : amountKobo >= price.minimumKobo && amountKobo <= price.maximumKobo;
}

const WHOLE_IN_BASIS_POINTS = 10_000n;

/** Rounded down to whole kobo. */
export function commissionOn(commission: Commission, amountKobo: Kobo): Kobo {
  if (commission.type === 'flat') return commission.amountKobo;
  return kobo(Number((BigInt(amountKobo) * BigInt(commission.basisPoints)) / WHOLE_IN_BASIS_POINTS));
}
