import { describe, expect, it } from 'vitest';
import type { Failure } from './failure.js';
import { kobo, naira } from './money.js';
import { accepts, checkPrice, commissionOn, type Price } from './price.js';

const FIXED: Price = { fixed: true, amountKobo: naira(500) };
const FREE: Price = { fixed: false, minimumKobo: naira(50), maximumKobo: naira(1_000) };

function refusalOf(check: () => void): string | undefined {
  try {
    check();
  } catch (error) {
    return (error as Failure).failure;
  }
  return undefined;
}

describe('a price', () => {
  it.each([
    ['fixed', FIXED, 50_000, undefined],
    ['fixed', FIXED, 50_001, 'price.amount_differs'],
    ['free', FREE, 5_000, undefined],
    ['free', FREE, 100_000, undefined],
    ['free', FREE, 4_999, 'price.below_minimum'],
    ['free', FREE, 100_001, 'price.above_maximum'],
  ])('that is %s takes or refuses an amount', (_, price, amount, failure) => {
    expect(refusalOf(() => checkPrice(price, kobo(amount)))).toBe(failure);
    expect(accepts(price, kobo(amount))).toBe(failure === undefined);
  });
});

describe('a commission', () => {
  it('is a share rounded down, or a fixed sum', () => {
    expect(commissionOn({ type: 'percent', basisPoints: 340 }, kobo(9_999))).toBe(339);
    expect(commissionOn({ type: 'flat', amountKobo: naira(50) }, kobo(1))).toBe(5_000);
  });

  it('is exact for the largest amounts', () => {
    expect(commissionOn({ type: 'percent', basisPoints: 9_999 }, kobo(100_000_000_000_001))).toBe(99_990_000_000_000);
  });
});
