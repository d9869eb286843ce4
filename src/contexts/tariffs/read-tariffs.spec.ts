import { describe, expect, it } from 'vitest';
import { type Charge, sumOf } from '../../kernel/charges.js';
import { kobo, naira } from '../../kernel/money.js';
import { defaultTariffs } from './tariffs.store.js';
import { readTariffs } from './read-tariffs.js';
import { TariffBook, termsOf, type Verification } from './tariffs.js';

const JANUARY = Date.parse('2026-01-01T00:00:00+01:00');
const JUNE = Date.parse('2026-06-01T00:00:00+01:00');

describe('transfer fees', () => {
  const fee = { kind: 'transfer_fee', name: 'Fee' };
  const book = new TariffBook(
    readTariffs(
      JSON.stringify([
        { ...fee, id: 'none', from: '2026-06-01', bands: [] },
        {
          ...fee,
          id: 'first',
          from: '2026-01-01',
          bands: [
            { from: 10_000, fee: '50.00' },
            { amount: 50_000, fee: 0 },
            { from: 100_000, fee: 75.5 },
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
    expect(sumOf(book.transferCharges(amountKobo, nowMs), 'transfer_fee')).toBe(feeKobo);
  });

  it('name the charge, its base and its tariff', () => {
    expect(book.transferCharges(naira(10_000), JANUARY)).toEqual([
      { kind: 'transfer_fee', name: 'Fee', amountKobo: naira(50), baseKobo: naira(10_000), tariffId: 'first' },
    ]);
  });
});

describe('terms of charges', () => {
  const read = (terms: object) =>
    readTariffs(JSON.stringify([{ id: 'x', kind: 'transfer_fee', name: 'X', from: '2026-01-01', bands: [], ...terms }]));
  const LEGAL = { source: 'Act 1', dated: '2026-01-01', review: '2027-01-01' };

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'is not a list of tariffs'],
    ['[null]', '[0].from is not a date'],
  ])('refuse %s', (json, message) => expect(() => readTariffs(json)).toThrow(message));

  it.each([
    [{ from: '2026-02-30' }, '[0].from is not a date YYYY-MM-DD'],
    [{ from: '1 May 2026' }, '[0].from is not a date'],
    [{ name: ' ' }, '[0].name is not a name'],
    [{ untill: '2026-02-01' }, '[0].untill is not known; there are id,'],
    [{ bands: {} }, '[0].bands is not a list'],
    [{ bands: [null] }, '[0].bands[0] is not a band'],
    [{ bands: [[1, 2]] }, '[0].bands[0] is not a band'],
    [{ bands: [{ from: 1 }] }, '[0].bands[0].fee is not an amount in Naira'],
    [{ bands: [{ from: -1, fee: 1 }] }, '[0].bands[0].from is not an amount in Naira'],
    [{ bands: [{ from: 1, fee: 0.001 }] }, '[0].bands[0].fee is not an amount in Naira'],
    [
      { bands: [{ from: 0, amount: 0, fee: 1 }] },
      '[0].bands[0].amount is not known; there are from, fee, percent, minimum, maximum',
    ],
    [{ bands: [{ from: 0, fee: 1, cap: 2 }] }, '[0].bands[0].cap is not known'],
    [{ bands: [{ from: 0, percent: 1.00001 }] }, '[0].bands[0].percent is not a percentage'],
    [{ bands: [{ from: 0, percent: '100.0001' }] }, '[0].bands[0].percent is not a percentage'],
    [{ bands: [{ from: 0, percent: -1 }] }, '[0].bands[0].percent is not a percentage'],
    [{ bands: [{ from: 0, percent: 1, minimum: 1.005 }] }, '[0].bands[0].minimum is not an amount in Naira'],
    [{ bands: [{ from: 0, percent: 1, minimum: 2, maximum: 1 }] }, '[0].bands[0].maximum is below minimum'],
    [
      {
        bands: [
          { from: 1, fee: 1 },
          { from: '1.00', fee: 2 },
        ],
      },
      '[0].bands has an amount twice',
    ],
    [
      {
        bands: [
          { from: 2, fee: 1 },
          { from: 1, fee: 2 },
        ],
      },
      '[0].bands[1].from is out of order: the lowest comes first',
    ],
    [{ of: ['surcharge'] }, '[0].of is for VAT alone'],
    [{ kind: 'vat' }, '[0].of is not a list of transfer_fee, payout_fee, surcharge, stamp_duty'],
    [{ kind: 'vat', of: ['vat'] }, '[0].of is not a list'],
    [{ kind: 'vat', of: ['surcharge', 'surcharge'] }, '[0].of is not a list'],
    [{ payer: 'receiver' }, '[0].payer is not sender'],
    [{ legal: 'Act 1' }, '[0].legal is not an object'],
    [{ legal: { ...LEGAL, source: ' ' } }, '[0].legal.source is not a text'],
    [{ legal: { ...LEGAL, review: undefined } }, '[0].legal.review is not a date YYYY-MM-DD'],
    [{ legal: { ...LEGAL, dated: '2026-02-30' } }, '[0].legal.dated is not a date YYYY-MM-DD'],
    [{ legal: { ...LEGAL, review: '2026-01-01' } }, '[0].legal.review is not a date after dated'],
    [{ legal: { ...LEGAL, page: 1 } }, '[0].legal.page is not known; there are source, dated, review'],
  ])('refuse %j: %s', (terms, message) => expect(() => read(terms)).toThrow(message));

  it('are read and said again as they are proposed', () => {
    const terms = {
      bands: [
        { from: 0, fee: 10 },
        { from: 100, fee: 0, percent: '0.0001', minimum: 1, maximum: 2_000.5 },
      ],
      of: ['transfer_fee'],
      payer: 'sender',
      legal: LEGAL,
    };
    expect(termsOf(read({ ...terms, kind: 'vat' })[0]!)).toEqual(terms);
    expect(termsOf(read({ bands: terms.bands })[0]!)).toEqual(terms.bands);
    expect(termsOf(read({ bands: [{ from: '0.00', fee: '0' }] })[0]!)).toEqual([{ from: 0, fee: 0 }]);
  });

  it('refuse two from the same day', () => {
    const one = { kind: 'vat', of: ['surcharge'], name: 'X', from: '2026-01-01', bands: [] };
    const two = JSON.stringify([
      { ...one, id: 'a' },
      { ...one, id: 'b' },
    ]);
    expect(() => readTariffs(two)).toThrow('the same day');
  });
});

describe('charges of nigeria-2026', () => {
  const { tariffs, faults } = defaultTariffs(['nigeria-2026']);
  const book = new TariffBook(tariffs);
  const linesOf = (charges: readonly Charge[]) => charges.map(({ kind, amountKobo }) => [kind, amountKobo / 100]);
  const surcharge = (amountKobo: number): Charge => ({
    kind: 'surcharge',
    name: 'Surcharge',
    amountKobo: kobo(amountKobo),
    baseKobo: naira(1_000),
    tariffId: '',
  });

  it.each([
    [9_999.99, []],
    [10_000, [['stamp_duty', 50]]],
  ])('of a transfer of %f Naira are %j', (amount, lines) => {
    expect(faults).toEqual([]);
    expect(linesOf(book.transferCharges(kobo(amount * 100), JUNE))).toEqual(lines);
    expect(book.transferCharges(naira(10_000), JANUARY - 1)).toEqual([]);
  });

  it.each([
    [5_000, [10, 0.75]],
    [5_000.01, [25, 1.88]],
    [9_999, [25, 1.88]],
    [50_000, [25, 50, 1.88]],
    [50_000.01, [50, 50, 3.75]],
  ])('of a payout of %f Naira are %j, with the kobo of VAT rounded half up', (amount, amounts) => {
    expect(linesOf(book.payoutCharges(kobo(Math.round(amount * 100)), JUNE)).map(([, each]) => each)).toEqual(amounts);
  });

  it('have VAT on surcharges alone from 19 January on, and none on the fee of an item', () => {
    const lines = [{ ...surcharge(5_000), kind: 'item_fee' as const }, surcharge(10_000)];
    expect(linesOf(book.withVat(lines, JUNE))).toEqual([
      ['item_fee', 50],
      ['surcharge', 100],
      ['vat', 7.5],
    ]);
    expect(book.withVat(lines, Date.parse('2026-01-18T23:59:59+01:00'))).toEqual(lines);
    expect(book.withVat([surcharge(6)], JUNE)).toEqual([surcharge(6)]);
    expect(linesOf(book.withVat([surcharge(7)], JUNE)).at(-1)).toEqual(['vat', 0.01]);
  });

  it('name their sources', () => {
    const sources = tariffs.flatMap((tariff) => (tariff.kind !== 'limit' && tariff.legal ? [tariff.legal.source] : []));
    expect(sources).toEqual([
      expect.stringContaining('Nigeria Tax Act 2025'),
      expect.stringContaining('Nigeria Tax Act 2025'),
      expect.stringContaining('CBN Guide to Charges'),
    ]);
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
    const at = (time: string) => book.surcharge({ itemId: 'item', billerId: '' }, naira(100), Date.parse(time))?.[0]?.tariffId;
    expect(
      ['2025-12-31', '2026-02-01', '2026-03-01T12:00Z', '2026-03-02', '2026-06-01T10:59Z', '2026-06-01T11:00Z'].map(at),
    ).toEqual([undefined, 'first', 'sale', 'first', 'first', 'later']);
    expect(book.current(JUNE).map(({ id }) => id)).toEqual(['first']);
  });

  it('of an item count before those of its biller', () => {
    const book = read(surcharge('biller', 'b', '2026-01-01', 10), surcharge('item', 'i', '2026-01-01', 0));
    const of = (itemId: string, billerId: string) =>
      book.surcharge({ itemId, billerId }, naira(100), JUNE)?.map(({ amountKobo }) => amountKobo);
    expect([of('i', 'b'), of('other', 'b'), of('other', 'other')]).toEqual([[], [1_000], undefined]);
  });

  it('that begin at the same time: the one that was added last counts', () => {
    const [first] = readTariffs(JSON.stringify([surcharge('first', 'i', '2026-01-01', 10)]));
    const book = new TariffBook([first!, { ...first!, id: 'second' }]);
    expect(book.surcharge({ itemId: 'i', billerId: '' }, naira(100), JUNE)?.[0]?.tariffId).toBe('second');
  });

  it('give a user the highest tier whose verifications there are', () => {
    const { tariffs, faults } = defaultTariffs(['nigeria-2023']);
    const book = new TariffBook(tariffs);
    const tier = (...verified: Verification[]) => book.tier(new Set(verified), JUNE)?.subject;
    expect(faults).toEqual([]);
    expect([tier(), tier('emailVerify', 'phoneVerify'), tier('identVerify', 'bvn')]).toEqual(['0', '0', '1']);
    expect([tier('identVerify', 'bvn', 'nin'), tier('identVerify', 'bvn', 'nin', 'address')]).toEqual(['2', '3']);
    expect(new TariffBook([]).tier(new Set(), JUNE)).toBeUndefined();
    expect(tariffs.flatMap((tariff) => (tariff.kind === 'limit' ? [tariff.legal?.dated] : []))).toEqual(
      Array(4).fill('2023-12-01'),
    );
  });

  it('of the files are valid', () => {
    expect(defaultTariffs([])).toMatchObject({ faults: [], tariffs: [{}, {}] });
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
