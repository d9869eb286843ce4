import { describe, expect, it } from 'vitest';
import { naira } from '../../../kernel/money.js';
import { defaultTariffs } from '../adapters/default-tariffs.js';
import { readTariffs, readTransferFees } from './read-tariffs.js';
import { TariffBook } from './tariff-book.js';
import type { Verification } from './tariff.js';

const JANUARY = Date.parse('2026-01-01T00:00:00+01:00');
const JUNE = Date.parse('2026-06-01T00:00:00+01:00');

describe('transfer fees of the setting', () => {
  const book = new TariffBook(
    readTransferFees(
      JSON.stringify([
        { from: '2026-06-01', name: 'Levy', bands: [] },
        {
          from: '2026-01-01',
          name: 'Stamp duty',
          bands: [
            { amount: 10_000, fee: '50.00' },
            { amount: 50_000, fee: 0 },
            { amount: 100_000, fee: 75.5 },
          ],
        },
      ]),
    ),
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
    expect(book.transferCharges(amountKobo, nowMs).fee.feeKobo).toBe(feeKobo);
  });

  it('name the charge and its tariff', () => {
    expect(book.transferCharges(naira(10_000), JANUARY).fee).toEqual({
      tariffId: 'setting:2026-01-01',
      name: 'Stamp duty',
      feeKobo: naira(50),
    });
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
    ['[{"from":"2026-01-01","name":"Levy","bands":[null]}]', '[0].bands[0] is not a band'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[[1, 2]]}]', '[0].bands[0] is not a band'],
    ['[{"from":"2026-01-01","name":"Levy","bands":[{"amount":1,"fee":1,"percent":2}]}]', '[0].bands[0].percent is not known'],
    [
      '[{"from":"2026-01-01","name":"Levy","bands":[{"amount":2,"fee":1},{"amount":1,"fee":2}]}]',
      'bands[1].amount is out of order',
    ],
    ['[{"from":"2026-01-01","name":"Levy","bands":[],"untill":"2026-02-01"}]', '[0].untill is not known'],
    ['[{"from":"2026-01-01","name":"A","bands":[]},{"from":"2026-01-01","name":"B","bands":[]}]', 'the same day'],
  ])('refuses %s', (json, message) => {
    expect(() => readTransferFees(json)).toThrow(message);
  });
});

describe('tariffs', () => {
  const surcharge = (id: string, subject: string, from: string, fee: number, until?: string) => ({
    id,
    subject,
    from,
    until,
    kind: 'surcharge',
    name: 'Surcharge',
    bands: [{ amount: 0, fee }],
  });
  const read = (...entries: object[]) => new TariffBook(readTariffs(JSON.stringify(entries)));

  it('hold from their time until their end, and the one that began last counts', () => {
    const book = read(
      surcharge('first', 'item', '2026-01-01', 10),
      surcharge('sale', 'item', '2026-03-01', 1, '2026-03-02'),
      surcharge('later', 'item', '2026-06-01T12:00', 20),
    );
    const at = (time: string) => book.surcharge({ itemId: 'item', billerId: '' }, naira(100), Date.parse(time))?.tariffId;
    expect(
      ['2025-12-31', '2026-02-01', '2026-03-01T12:00Z', '2026-03-02', '2026-06-01T10:59Z', '2026-06-01T11:00Z'].map(at),
    ).toEqual([undefined, 'first', 'sale', 'first', 'first', 'later']);
    expect(book.current(JUNE).map(({ id }) => id)).toEqual(['first']);
  });

  it('of an item count before those of its biller', () => {
    const book = read(surcharge('biller', 'b', '2026-01-01', 10), surcharge('item', 'i', '2026-01-01', 0));
    const of = (itemId: string, billerId: string) => book.surcharge({ itemId, billerId }, naira(100), JUNE)?.feeKobo;
    expect([of('i', 'b'), of('other', 'b'), of('other', 'other')]).toEqual([0, 1_000, undefined]);
  });

  it('that begin at the same time: the one that was added last counts', () => {
    const [first] = readTariffs(JSON.stringify([surcharge('first', 'i', '2026-01-01', 10)]));
    const book = new TariffBook([first!, { ...first!, id: 'second' }]);
    expect(book.surcharge({ itemId: 'i', billerId: '' }, naira(100), JUNE)?.tariffId).toBe('second');
  });

  it('give a user the highest tier whose verifications there are', () => {
    const { tariffs, faults } = defaultTariffs({ transferTariffs: undefined, limits: 'nigeria-tiers' });
    const book = new TariffBook(tariffs);
    const tier = (...verified: Verification[]) => book.tier(new Set(verified), JUNE)?.subject;
    expect(faults).toEqual([]);
    expect([tier(), tier('emailVerify'), tier('phoneVerify'), tier('identVerify')]).toEqual(['1', '1', '2', '1']);
    expect([tier('phoneVerify', 'identVerify'), new TariffBook([]).tier(new Set(), JUNE)]).toEqual(['3', undefined]);
  });

  it('of the files are valid', () => {
    expect(defaultTariffs({ transferTariffs: undefined, limits: 'none' })).toMatchObject({ faults: [], tariffs: [{}, {}] });
  });

  it.each([
    [{ kind: 'other' }, '[0].kind is none of'],
    [{ kind: 'surcharge' }, '[0].subject is for the item'],
    [{ kind: 'transfer_fee', subject: 'x' }, '[0].subject is for the item'],
    [{ kind: 'transfer_fee', until: '2025-01-01' }, '[0].until is not a date after from'],
    [{ kind: 'limit' }, '[0].subject names no tier'],
    [{ kind: 'limit', subject: '1', requires: ['other'] }, '[0].requires is not a list of emailVerify'],
    [{ kind: 'limit', subject: '1', daily: -1 }, '[0].daily is not an amount in Naira'],
    [{ kind: 'limit', subject: '1', dayly: 1 }, '[0].dayly is not known; there are id, kind'],
    [{ kind: 'limit', subject: '1', bands: [] }, '[0].bands is not known'],
    [{ kind: 'transfer_fee', daily: 1 }, '[0].daily is not known'],
  ])('with %j are refused', (entry, message) => {
    const valid = {
      id: 'x',
      name: 'X',
      from: '2026-01-01',
      ...('bands' in entry || entry.kind === 'limit' ? {} : { bands: [] }),
    };
    expect(() => readTariffs(JSON.stringify([{ ...valid, ...entry }]))).toThrow(message);
  });
});
