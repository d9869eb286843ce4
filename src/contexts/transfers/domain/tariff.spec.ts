import { describe, expect, it } from 'vitest';
import { naira } from '../../../kernel/money.js';
import { Tariffs } from './tariff.js';

const JANUARY = Date.parse('2026-01-01T00:00:00+01:00');
const JUNE = Date.parse('2026-06-01T00:00:00+01:00');

describe('Tariffs', () => {
  const tariffs = Tariffs.parse(
    JSON.stringify([
      { from: '2026-06-01', name: 'Levy', bands: [] },
      {
        from: '2026-01-01',
        name: 'Stamp duty',
        bands: [
          { amount: 10_000, fee: '50.00' },
          { amount: 100_000, fee: 75.5 },
          { amount: 50_000, fee: 0 },
        ],
      },
    ]),
  );

  it.each([
    [naira(9_999), JANUARY, 0],
    [naira(10_000), JANUARY, 5_000],
    [naira(49_999), JANUARY, 5_000],
    [naira(50_000), JANUARY, 0],
    [naira(100_000), JANUARY, 7_550],
    [naira(5_000_000), JUNE - 1, 7_550],
    [naira(10_000), JANUARY - 1, 0],
    [naira(10_000), JUNE, 0],
  ])('charges a transfer of %i kobo at %i with %i kobo', (amountKobo, nowMs, feeKobo) => {
    expect(tariffs.chargeFor(amountKobo, nowMs).feeKobo).toBe(feeKobo);
  });

  it('names the charge', () => {
    expect(tariffs.chargeFor(naira(10_000), JANUARY)).toEqual({ name: 'Stamp duty', feeKobo: naira(50) });
  });

  it('charges nothing without a tariff', () => {
    expect(Tariffs.parse(undefined).chargeFor(naira(5_000_000), JUNE).feeKobo).toBe(0);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'is not a list of tariffs'],
    ['[null]', '[0].from is not a date'],
    ['[{"from":"1 May 2026"}]', '[0].from is not a date'],
    ['[{"from":"2026-13-01"}]', '[0].from is not a date'],
    ['[{"from":"2026-02-30","name":"Levy","bands":[]}]', '[0].from is not a date'],
    ['[{"from":"2026-01-01","name":" "}]', '[0].name'],
    ['[{"from":"2026-01-01","name":"Levy"}]', '[0].bands is not a list'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[{"amount":1}]}]', '[0].bands[0].fee is not an amount'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[{"amount":-1,"fee":1}]}]', '[0].bands[0].amount is not an amount'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[{"amount":1,"fee":0.001}]}]', '[0].bands[0].fee is not an amount'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[{"amount":1,"fee":1},{"amount":"1.00","fee":2}]}]', 'an amount twice'],
    ['[{"from":"2026-01-01","name":"A","bands":[]},{"from":"2026-01-01","name":"B","bands":[]}]', 'the same day'],
  ])('refuses %s', (json, message) => {
    expect(() => Tariffs.parse(json)).toThrow(message);
  });
});
