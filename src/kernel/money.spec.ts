import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatNaira, kobo, naira, parseNaira, toDecimal, toNaira } from './money.js';

const amounts = fc.integer({ min: 1, max: 100_000_000_000_000 }).map((value) => kobo(value));
const signed = fc.maxSafeInteger().map((value) => kobo(value));

describe('parseNaira', () => {
  it('round-trips as a number and as a string', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseNaira(toNaira(amount))).toBe(amount);
        expect(parseNaira(toDecimal(amount))).toBe(amount);
        expect(parseNaira(JSON.parse(JSON.stringify(toNaira(amount))))).toBe(amount);
      }),
    );
  });

  it('returns a whole, positive number of kobo or undefined for any input', () => {
    const decimals = fc
      .tuple(fc.constantFrom('', '-', '+'), fc.nat(), fc.constantFrom('', '.', ','), fc.nat())
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.string(), decimals, fc.bigInt()), (value) => {
        const amount = parseNaira(value);
        if (amount === undefined) return;
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
        expect(Number(value) * 100).toBeCloseTo(amount, 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses more than two decimals', () => {
    const three = fc.tuple(
      fc.nat({ max: 1_000_000 }),
      fc.integer({ min: 1, max: 999 }).filter((thousandths) => thousandths % 10 !== 0),
    );
    fc.assert(
      fc.property(three, ([whole, thousandths]) => {
        const text = `${whole}.${String(thousandths).padStart(3, '0')}`;
        expect(parseNaira(text)).toBeUndefined();
        expect(parseNaira(Number(text))).toBeUndefined();
      }),
    );
  });

  it.each([
    [0.1 + 0.2, undefined],
    [0.07, 7],
    [1.1, 110],
    [4.35, 435],
    [1.005, undefined],
    [8.29, 829],
    [1e12, 100_000_000_000_000],
    [1e12 + 0.01, undefined],
    ['1000000000000.00', 100_000_000_000_000],
    ['1000000000000.01', undefined],
    ['00.5', undefined],
    ['0.5', 50],
    ['0.05', 5],
    ['0.00', undefined],
    ['5.', undefined],
    ['\u0661', undefined],
    [-0, undefined],
    [null, undefined],
    [true, undefined],
    [[5], undefined],
    [new Number(5), undefined],
  ])('reads %j as %j kobo', (value, expected) => expect(parseNaira(value)).toBe(expected));
});

describe('kobo', () => {
  it('refuses fractions and unsafe integers', () => {
    for (const wrong of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => kobo(wrong)).toThrow(RangeError);
    expect(naira(50)).toBe(5000);
    expect(() => naira(0.001)).toThrow(RangeError);
  });

  it('toDecimal has two decimals and does not round', () => {
    fc.assert(
      fc.property(signed, (amount) => {
        const text = toDecimal(amount);
        expect(text).toMatch(/^-?(0|[1-9][0-9]*)\.[0-9]{2}$/);
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(amount));
      }),
    );
    expect([-1, 0, 5, 99, 100, -12_345].map((value) => toDecimal(kobo(value)))).toEqual([
      '-0.01',
      '0.00',
      '0.05',
      '0.99',
      '1.00',
      '-123.45',
    ]);
  });

  it('formatAmount is for people, with the sign of the currency', () => {
    expect([0, 5, 123_450, 123_456_789_012].map((value) => formatAmount(kobo(value)))).toEqual([
      '₦0.00',
      '₦0.05',
      '₦1,234.50',
      '₦1,234,567,890.12',
    ]);
    expect(formatAmount(kobo(-500_000))).toBe('-₦5,000.00');
  });

  it('formatNaira groups thousands', () => {
    expect([5, 99_900, 500_000, 123_456_789_012].map((value) => formatNaira(kobo(value)))).toEqual([
      '0.05 Naira',
      '999.00 Naira',
      '5,000.00 Naira',
      '1,234,567,890.12 Naira',
    ]);
    expect(formatNaira(kobo(-500_000))).toBe('-5,000.00 Naira');
  });
});
