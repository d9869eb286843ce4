import { describe, expect, it } from 'vitest';
import type { Charge } from '../../kernel/charges.js';
import { kobo } from '../../kernel/money.js';
import { TaxMonth } from './tax.js';

const VAT: Charge = { kind: 'vat', name: 'VAT', amountKobo: kobo(75), baseKobo: kobo(1_000), tariffId: 'v' };
const post = (month: TaxMonth, kind: string, amountKobo: number, charges: readonly Charge[] = [VAT]) =>
  month.add({ kind, subject: 's', amountKobo: kobo(amountKobo) }, charges);

describe('a month of a tax', () => {
  it('sums up what was charged, refunded and remitted', () => {
    const month = new TaxMonth('vat');
    post(month, 'transfer', 75);
    post(month, 'settlement', 75);
    post(month, 'return', -75);
    post(month, 'remittance', -50, []);
    expect(month.figures).toEqual({
      kind: 'vat',
      count: 2,
      baseKobo: 2_000,
      amountKobo: 150,
      refundedKobo: 75,
      remittedKobo: 50,
    });
    expect([month.changeKobo, month.agrees]).toEqual([25, true]);
  });

  it.each([
    ['another amount than the payment says', 'transfer', 74, [VAT]],
    ['a payment without VAT', 'settlement', 75, []],
    ['a part of a refund', 'return', -74, [VAT]],
    ['an adjustment', 'adjustment', 75, [VAT]],
  ])('does not agree with %s', (_, kind, amountKobo, charges) => {
    const month = new TaxMonth('vat');
    post(month, kind, amountKobo, charges);
    expect(month.agrees).toBe(false);
  });
});
