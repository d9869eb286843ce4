import { describe, expect, it } from 'vitest';
import { anItem, BILLER, CATEGORY } from '../purchases/fakes.js';
import { naira } from '../../../src/kernel/money.js';
import type { ItemKind } from '../../../src/kernel/listing.js';
import { matchKey, type Offer, assignOffers } from '../../../src/contexts/catalogue/matching.js';

interface Listed {
  readonly in: string;
  readonly by: string;
  readonly name: string;
  readonly kind?: ItemKind;
  readonly price?: number;
  readonly pin?: boolean;
}

function offer({ in: category, by, name, kind = 'bill', price, pin = false }: Listed): Offer {
  const fixed = price === undefined ? {} : { price: { fixed: true as const, amountKobo: naira(price) } };
  return {
    provider: 'any',
    category: { ...CATEGORY, categoryId: '1', name: category },
    biller: { ...BILLER, billerId: '1', shortName: '', name: by },
    item: anItem({ name, code: '', kind, deliversPin: pin, ...fixed }),
  };
}

describe('matchKey', () => {
  const same: [string, Listed, Listed][] = [
    [
      'airtime of a network',
      { in: 'Airtime Recharge', by: 'MTN Airtime VTU', name: 'MTN Airtime VTU', kind: 'vtu' },
      { in: 'Mobile Recharge', by: 'MTN VTU', name: 'Top up', kind: 'vtu' },
    ],
    [
      'airtime of a network with two names',
      { in: 'Airtime', by: '9mobile Airtime', name: '9mobile', kind: 'vtu' },
      { in: 'Mobile Recharge', by: 'Etisalat Recharge Top-Up', name: 'Etisalat', kind: 'vtu' },
    ],
    [
      'a bundle',
      { in: 'Data Services', by: 'MTN Data', name: 'MTN N1000 1.5GB - 30 days', kind: 'data', price: 1000 },
      { in: 'Mobile Recharge', by: 'MTN Data Bundles', name: '30 Days 1.5 GB Data Plan', kind: 'data', price: 1000 },
    ],
    [
      'a bouquet',
      { in: 'TV Subscription', by: 'DSTV Subscription', name: 'DStv Compact N19,000', price: 19_000 },
      { in: 'Cable TV Bills', by: 'DSTV', name: 'DStv Compact', price: 19_000 },
    ],
    [
      'a bouquet for a month',
      { in: 'TV Subscription', by: 'Startimes', name: 'Nova - 900 Naira - 1 Week', price: 900 },
      { in: 'Cable TV', by: 'Star Times', name: 'Nova Weekly', price: 900 },
    ],
    [
      'prepaid power',
      { in: 'Electricity Bill', by: 'Ikeja Electric Payment - IKEDC', name: 'Prepaid', pin: true },
      { in: 'Utilities', by: 'Ikeja Disco Prepaid', name: 'Meter token', pin: true },
    ],
    [
      'a recharge PIN',
      { in: 'Airtime', by: 'Airtel', name: 'Airtel N100 Voucher', kind: 'epin', price: 100, pin: true },
      { in: 'Mobile Recharge', by: 'Airtel Recharge Pins', name: 'Recharge PIN 100', kind: 'epin', price: 100, pin: true },
    ],
    [
      'a PIN of an examination body',
      { in: 'Education', by: 'WAEC Result Checker PIN', name: 'WASSCE', price: 3900, pin: true },
      { in: 'School Fees and Exams', by: 'WAEC', name: 'WAEC WASSCE', price: 3900, pin: true },
    ],
  ];
  it.each(same)('is the same for %s at two providers', (_, one, other) => {
    expect(matchKey(offer(one))).toBe(matchKey(offer(other)));
    expect(matchKey(offer(one))).toBeDefined();
  });

  const daily = (name: string, more: Partial<Listed> = {}): Listed => ({
    in: 'Data',
    by: 'MTN Data',
    name,
    kind: 'data',
    price: 100,
    ...more,
  });
  it.each([
    'N100 100MB - 24 hrs',
    '100MB - Daily',
    'Daily 100 MB',
    'MTN 100MB Daily',
    'MTN Data 100MB (1 Day) N100',
    '100.0MB daily plan',
    '100MB for 24 hours',
  ])('is the same for "100MB Daily" and %j', (name) => {
    const elsewhere = daily(name, { in: 'Mobile Recharge', by: 'MTN Data Bundles' });
    expect(matchKey(offer(elsewhere))).toBe(matchKey(offer(daily('100MB Daily'))));
  });
  it.each([
    ['100MB Daily', '100MB Weekly'],
    ['100MB Daily', '100MB'],
    ['100MB Daily', '100MB 2 days'],
    ['100MB Daily', '100MB 12 hrs'],
    ['100MB Daily', '100GB Daily'],
    ['100MB Daily', '100MB Daily night'],
    ['1GB Weekly', '1.5GB Weekly'],
    ['1GB 7 days', '1GB 14 days'],
    ['1GB Monthly', '1GB 30 days'],
    ['1GB Monthly', '1GB Yearly'],
  ])('differs for %j and %j', (one, other) => {
    expect(matchKey(offer(daily(one)))).toBeDefined();
    expect(matchKey(offer(daily(one)))).not.toBe(matchKey(offer(daily(other))));
  });
  it.each([
    ['1GB Weekly', '1 GB 7 days'],
    ['1GB 2 days', '1GB - 48hrs'],
    ['1GB 2 weeks', '1GB 14 days'],
    ['1GB Monthly', '1.0GB 1 month'],
  ])('is the same for %j and %j', (one, other) => {
    expect(matchKey(offer(daily(one)))).toBe(matchKey(offer(daily(other))));
  });

  const bundle: Listed = { in: 'Data', by: 'MTN Data', name: '1 GB weekly', kind: 'data', price: 500 };
  const power: Listed = { in: 'Electricity', by: 'Eko Electric', name: 'Prepaid', pin: true };
  it.each<[string, Listed, Listed]>([
    ['another network', bundle, { ...bundle, by: 'Glo Data' }],
    ['another price', bundle, { ...bundle, price: 501 }],
    ['another size', bundle, { ...bundle, name: '2 GB weekly' }],
    ['another time', bundle, { ...bundle, name: '1 GB daily' }],
    ['a PIN in place of credit', { ...bundle, kind: 'vtu' }, { ...bundle, kind: 'epin' }],
    ['postpaid', power, { ...power, name: 'Postpaid' }],
    ['no token', power, { ...power, pin: false }],
    ['another company', power, { ...power, by: 'Abuja Electric' }],
    ['another field', power, { ...power, in: 'Cable TV' }],
  ])('differs with %s', (_, one, other) => {
    expect(matchKey(offer(one))).toBeDefined();
    expect(matchKey(offer(one))).not.toBe(matchKey(offer(other)));
  });

  it.each<[string, Listed]>([
    ['an unknown biller', { ...bundle, by: 'Nameless Telecom' }],
    ['two billers at once', { ...bundle, by: 'MTN and Glo Data' }],
    ['an unknown category', { ...bundle, in: 'Gifts' }],
    ['power that is neither prepaid nor postpaid', { ...power, name: 'Bill' }],
    ['power that is both prepaid and postpaid', { ...power, name: 'Prepaid or postpaid' }],
    ['a name that tells nothing', { ...bundle, name: 'MTN data bundle N500' }],
  ])('is missing for %s', (_, listed) => {
    expect(matchKey(offer(listed))).toBeUndefined();
  });
});

function airtime(provider: string, itemId: string, biller = 'MTN'): Offer {
  return {
    provider,
    category: { ...CATEGORY, name: 'Airtime' },
    biller: { ...BILLER, name: biller },
    item: anItem({ itemId, paymentCode: itemId, kind: 'vtu' }),
  };
}

describe('assignOffers', () => {
  const assign = (offers: Offer[], links: Record<string, string> = {}) =>
    assignOffers(offers, ({ item }) => links[item.itemId]).map(({ offer, itemId }) => [offer.item.itemId, itemId]);

  it('gives what another provider sells too to the item of the first one', () => {
    expect(assign([airtime('a', 'a1'), airtime('a', 'a2', 'Glo'), airtime('b', 'b1')])).toEqual([
      ['a1', 'a1'],
      ['a2', 'a2'],
      ['b1', 'a1'],
    ]);
  });

  it('leaves what one provider sells twice as two items', () => {
    expect(assign([airtime('a', 'a1'), airtime('a', 'a2'), airtime('b', 'b1'), airtime('b', 'b2')])).toEqual([
      ['a1', 'a1'],
      ['a2', 'a2'],
      ['b1', 'a1'],
      ['b2', 'b2'],
    ]);
  });

  it('takes the word of staff first', () => {
    const offers = [airtime('a', 'a1'), airtime('b', 'b1'), airtime('c', 'c1', 'Unknown')];
    expect(Object.fromEntries(assign(offers, { b1: 'b1', c1: 'a1' }))).toEqual({ a1: 'a1', b1: 'b1', c1: 'a1' });
  });

  it('takes one item id at two providers for one item, known or not', () => {
    expect(assign([airtime('a', 'x', 'Unknown'), airtime('b', 'x', 'Unknown')])).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ]);
  });
});
