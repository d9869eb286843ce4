import { describe, expect, it } from 'vitest';
import { SANDBOX_LISTING } from './sandbox-biller-provider.js';

const { categories, billers, items } = SANDBOX_LISTING;

describe('what the sandbox sells', () => {
  it('is a realistic catalogue', () => {
    expect(categories.map(({ categoryId }) => categoryId)).toEqual([
      'airtime',
      'data',
      'cabletv',
      'electricity',
      'education',
      'betting',
      'internet',
    ]);
    expect([billers.length >= 25, items.length >= 100]).toEqual([true, true]);
    expect(items.some(({ price }) => price.fixed) && items.some(({ price }) => !price.fixed)).toBe(true);
    expect(items.some(({ feeKobo }) => feeKobo > 0) && billers.some(({ surchargeKobo }) => surchargeKobo > 0)).toBe(true);
  });

  it('has every id once, and belongs together', () => {
    for (const ids of [
      billers.map(({ billerId }) => billerId),
      items.map(({ itemId }) => itemId),
      items.map(({ paymentCode }) => paymentCode),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
    const known = new Set(billers.map(({ billerId }) => billerId));
    expect(items.filter(({ billerId }) => !known.has(billerId))).toEqual([]);
    expect(billers.filter(({ billerId }) => !items.some((item) => item.billerId === billerId))).toEqual([]);
  });

  it('leaves less commission than is paid', () => {
    for (const { commission, price } of items) {
      const least = price.fixed ? price.amountKobo : price.minimumKobo;
      expect(commission.type === 'flat' ? commission.amountKobo < least : commission.basisPoints < 1_000).toBe(true);
    }
  });
});
