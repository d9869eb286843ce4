import { describe, expect, it } from 'vitest';
import { CHECKS, checkBooks, isDisordered } from '../../packages/harness/faults/books.js';
import type { BookedPurchase, Evidence } from '../../packages/harness/faults/evidence.js';

const ADA = { userId: 'ada', email: 'ada@example.com', openingKobo: 100_000 };
const BAYO = { userId: 'bayo', email: 'bayo@example.com', openingKobo: 100_000 };
const airtime: BookedPurchase = { id: 'p1', userId: 'ada', status: 'completed', kobo: 10_000, customerId: '08030001234' };
const failed: BookedPurchase = { ...airtime, id: 'p2', userId: 'bayo', status: 'failed', customerId: '08030000002' };
const reversed: BookedPurchase = { ...airtime, id: 'p3', userId: 'bayo', status: 'reversed', customerId: '08030000005' };

const webhook = (type: string, subject: string) => {
  const field = type.startsWith('transfer') ? 'transferId' : 'purchaseId';
  return { type, data: { [field]: subject } };
};

/** Ada sent 5,000 kobo to Bayo and bought airtime; two purchases of Bayo came to nothing. */
const RIGHT: Evidence = {
  users: [ADA, BAYO],
  acknowledged: {
    transfers: new Map([['t1', { from: 'ada', to: 'bayo', kobo: 5_000 }]]),
    purchases: new Set(['p1', 'p2', 'p3']),
    refusals: new Map(),
  },
  transfers: ['t1'],
  purchases: [airtime, failed, reversed],
  balances: new Map([
    ['ada', 85_000],
    ['bayo', 105_000],
    ['clearing', -190_000],
  ]),
  histories: [{ email: ADA.email, booked: { count: 3, kobo: 85_000 }, shown: { count: 3, kobo: 85_000 } }],
  webhooks: [
    webhook('transfer.completed', 't1'),
    webhook('purchase.completed', 'p1'),
    webhook('purchase.failed', 'p2'),
    webhook('purchase.completed', 'p3'),
    webhook('purchase.reversed', 'p3'),
  ],
  orderedFrom: 0,
  verification: { exitCode: 0, output: '{}' },
};

const withPurchase = (change: Partial<BookedPurchase>) => ({ purchases: [{ ...airtime, ...change }, failed, reversed] });
const withBalances = (changes: Readonly<Record<string, number>>) => ({
  balances: new Map([...RIGHT.balances].map(([id, kobo]) => [id, kobo + (changes[id] ?? 0)])),
});

/** What is altered, by the check that must find it. */
const ALTERED: readonly (readonly [check: string, what: string, Partial<Evidence>, sentence: string])[] = [
  [
    'refusals',
    'a call is refused',
    { acknowledged: { ...RIGHT.acknowledged, refusals: new Map([['user_transfer_create: insufficient_funds', 2]]) } },
    '2 calls refused: user_transfer_create: insufficient_funds',
  ],
  ['endings', 'a purchase stays pending', withPurchase({ status: 'pending' }), '1 purchases did not end'],
  ['endings', 'a delivery that is taken back stays', withPurchase({ customerId: '08030000005' }), '1 purchases did not end'],
  ['transfers', 'an acknowledged transfer is lost', { transfers: [] }, '1 acknowledged transfers are not in the books, as t1'],
  ['transfers', 'a transfer is booked twice', { transfers: ['t1', 't1'] }, '1 transfers are booked twice'],
  [
    'transfers',
    'a transfer is booked that nobody was told of',
    { transfers: ['t1', 't9'] },
    '1 transfers are booked that nobody was told of, as t9',
  ],
  [
    'purchases',
    'an acknowledged purchase is lost',
    { purchases: [failed, reversed] },
    '1 acknowledged purchases are not in the books, as p1',
  ],
  [
    'purchases',
    'a purchase is booked that nobody was told of',
    { purchases: [airtime, failed, reversed, { ...failed, id: 'p9' }] },
    '1 purchases are booked that nobody was told of, as p9',
  ],
  [
    'balances',
    'a wallet has less than its acknowledged calls make it',
    withBalances({ bayo: -1, clearing: 1 }),
    'the balance of bayo@example.com is 104999 kobo instead of 105000',
  ],
  [
    'balances',
    'the wallet of a purchase was not debited',
    withBalances({ ada: 10_000, clearing: -10_000 }),
    'the balance of ada@example.com is 95000 kobo instead of 85000',
  ],
  ['total', 'money was made', withBalances({ clearing: 1 }), 'all accounts together have 1 kobo instead of 0'],
  [
    'histories',
    'an entry is missing in a history',
    { histories: [{ ...RIGHT.histories[0]!, shown: { count: 2, kobo: 85_000 } }] },
    'the history of ada@example.com has 2 entries over 85000 kobo instead of 3 over 85000',
  ],
  [
    'histories',
    'an entry has another amount',
    { histories: [{ ...RIGHT.histories[0]!, shown: { count: 3, kobo: 84_999 } }] },
    'the history of ada@example.com has 3 entries over 84999 kobo instead of 3 over 85000',
  ],
  [
    'webhooks',
    'one did not arrive',
    { webhooks: RIGHT.webhooks.slice(1) },
    '1 webhooks did not arrive, as transfer.completed t1',
  ],
  [
    'order',
    'a reversal arrives before what it reverses',
    { webhooks: [...RIGHT.webhooks.slice(0, 3), RIGHT.webhooks[4]!, RIGHT.webhooks[3]!] },
    'webhooks of 1 subjects came out of order, as those of p3',
  ],
  [
    'verification',
    'the ledger does not verify',
    { verification: { exitCode: 1, output: 'batch 7 was changed\n' } },
    'ledger:verify: batch 7 was changed',
  ],
];

describe('checkBooks', () => {
  it('finds nothing wrong where all is right', () => {
    expect(checkBooks(RIGHT)).toEqual([]);
  });

  it.each(ALTERED)('%s finds that %s', (check, _, altered, sentence) => {
    const evidence = { ...RIGHT, ...altered };
    expect(CHECKS[check]!(evidence)).toEqual([sentence]);
    expect(checkBooks(evidence)).toContain(sentence);
  });

  it('has altered data for each of its checks', () => {
    expect(new Set(ALTERED.map(([check]) => check))).toEqual(new Set(Object.keys(CHECKS)));
  });
});

describe('isDisordered', () => {
  it('is so where a webhook was received before an earlier one of its subject', () => {
    expect(isDisordered([7, 3], 0)).toBe(true);
    expect(isDisordered([3, 7], 0)).toBe(false);
    expect(isDisordered([3], 0)).toBe(false);
  });

  it('is so where the earlier one did not come', () => {
    expect(isDisordered([undefined, 3], 0)).toBe(true);
    expect(isDisordered([3, undefined], 0)).toBe(false);
  });

  it('leaves out what came before the fault', () => {
    expect(isDisordered([7, 3], 4)).toBe(false);
    expect(isDisordered([7, 3], 3)).toBe(true);
  });
});
