import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChargeKind, itemised, paidKobo, sumOf } from '../../kernel/charges.js';
import { type Kobo, kobo } from '../../kernel/money.js';
import { parsePercent, partOf, percentText, TariffBook, type Band, type ChargeTariff } from './tariffs.js';

const anAmount = (max = 10 ** 14) => fc.integer({ min: 0, max }).map(kobo);
const aPercent = fc.integer({ min: 0, max: 1_000_000 });
const aBand = fc
  .record({
    fromKobo: anAmount(10 ** 9),
    feeKobo: anAmount(10 ** 7),
    millionths: fc.option(aPercent, { nil: undefined }),
    bounds: fc.option(fc.tuple(anAmount(10 ** 6), anAmount(10 ** 8)), { nil: undefined }),
  })
  .map(({ bounds, ...band }): Band => {
    if (!bounds) return band;
    const [minimumKobo, maximumKobo] = bounds.toSorted((a, b) => a - b) as [Kobo, Kobo];
    return { ...band, minimumKobo, maximumKobo };
  });
const someBands = fc
  .uniqueArray(aBand, { selector: ({ fromKobo }) => fromKobo, maxLength: 4 })
  .map((bands) => bands.toSorted((a, b) => b.fromKobo - a.fromKobo));

function tariff(kind: ChargeKind, bands: readonly Band[], of?: readonly ChargeKind[]): ChargeTariff {
  return { id: kind, kind, subject: '', name: kind, fromMs: 0, untilMs: undefined, bands, of };
}

const aBook = fc
  .tuple(someBands, someBands, someBands)
  .map(
    ([fee, duty, vat]) =>
      new TariffBook([tariff('transfer_fee', fee), tariff('stamp_duty', duty), tariff('vat', vat, ['transfer_fee'])]),
  );

describe('charges', () => {
  it('are whole kobo, never below zero and never a line of nothing', () => {
    fc.assert(
      fc.property(aBook, anAmount(), (book, amountKobo) => {
        for (const { amountKobo: charged, baseKobo } of book.transferCharges(amountKobo, 1)) {
          expect(Number.isSafeInteger(charged) && charged > 0).toBe(true);
          expect(baseKobo).toBeGreaterThanOrEqual(0);
        }
      }),
    );
    expect.hasAssertions();
  });

  it('make the total with the amount, line by line and in sums', () => {
    fc.assert(
      fc.property(aBook, anAmount(10 ** 12), (book, amountKobo) => {
        const charges = book.transferCharges(amountKobo, 1);
        const { fee, duty, vat, surcharge, total, charges: lines } = itemised({ amountKobo, charges });
        const inKobo = (naira: number) => Math.round(naira * 100);
        expect(paidKobo({ amountKobo, charges }) - amountKobo).toBe(charges.reduce((sum, line) => sum + line.amountKobo, 0));
        expect(inKobo(fee) + inKobo(duty) + inKobo(vat) + inKobo(surcharge) + amountKobo).toBe(inKobo(total));
        expect(lines.reduce((sum, { amount }) => sum + inKobo(amount), Number(amountKobo))).toBe(inKobo(total));
      }),
    );
    expect.hasAssertions();
  });

  it('do not fall where the bands do not', () => {
    const aRisingBand = fc.record({ fromKobo: anAmount(10 ** 9), feeKobo: anAmount(10 ** 7), millionths: aPercent });
    const rising = fc
      .uniqueArray(aRisingBand, { selector: ({ fromKobo }) => fromKobo, minLength: 1, maxLength: 4 })
      .map((bands) => {
        const [fees, parts] = [bands.map(({ feeKobo }) => feeKobo), bands.map(({ millionths }) => millionths)];
        const [risingFees, risingParts] = [fees.toSorted((a, b) => Number(a) - Number(b)), parts.toSorted((a, b) => a - b)];
        return bands
          .toSorted((a, b) => a.fromKobo - b.fromKobo)
          .map(({ fromKobo }, index) => ({ fromKobo, feeKobo: kobo(risingFees[index]!), millionths: risingParts[index]! }))
          .toReversed();
      });
    fc.assert(
      fc.property(rising, anAmount(10 ** 10), anAmount(10 ** 10), (bands, one, other) => {
        const book = new TariffBook([tariff('transfer_fee', bands)]);
        const [low, high] = [one, other].toSorted((a, b) => a - b) as [Kobo, Kobo];
        expect(sumOf(book.transferCharges(low, 1))).toBeLessThanOrEqual(sumOf(book.transferCharges(high, 1)));
      }),
    );
    expect.hasAssertions();
  });

  it('take a part exactly, rounded half up', () => {
    fc.assert(
      fc.property(anAmount(), aPercent, (amountKobo, millionths) => {
        const twice = BigInt(partOf(amountKobo, millionths)) * 2_000_000n - BigInt(amountKobo) * BigInt(millionths) * 2n;
        expect(twice > -1_000_000n && twice <= 1_000_000n).toBe(true);
        expect(parsePercent(percentText(millionths))).toBe(millionths);
      }),
    );
    expect([partOf(kobo(1_000), 75_000), partOf(kobo(2_500), 75_000), partOf(kobo(5_000), 75_000)]).toEqual([75, 188, 375]);
  });
});
