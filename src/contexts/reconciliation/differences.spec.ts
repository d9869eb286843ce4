import { describe, expect, it } from 'vitest';
import { kobo } from '../../kernel/money.js';
import type { ListedTransaction, RecordedTransaction } from '../../kernel/provider-transactions.js';
import { differencesOf, excessKobo, missingHere, missingThere, type ReconciledKind } from './differences.js';

const END_OF_DAY = 1_000;
const ours: RecordedTransaction = {
  reference: 'r1',
  otherNames: [],
  amountKobo: kobo(500),
  status: 'completed',
  at: 10,
  reversedAt: undefined,
};
const theirs: ListedTransaction = {
  reference: 'r1',
  transactionId: 't1',
  amountKobo: kobo(500),
  status: 'success',
  statusText: 'paid',
  at: 11,
};
const kinds = (mine: Partial<RecordedTransaction>, lines: readonly Partial<ListedTransaction>[], of: ReconciledKind) =>
  differencesOf(
    { ...ours, ...mine },
    lines.map((line) => ({ ...theirs, ...line })),
    of,
    END_OF_DAY,
  ).map((difference) => [difference.kind, excessKobo(difference)]);

describe('differencesOf', () => {
  it.each<[RecordedTransaction['status'], ListedTransaction['status'], number | undefined]>([
    ['completed', 'success', undefined],
    ['completed', 'reversed', -500],
    ['completed', 'failed', -500],
    ['completed', 'unknown', -500],
    ['pending', 'pending', undefined],
    ['pending', 'success', 0],
    ['pending', 'failed', -500],
    ['failed', 'failed', undefined],
    ['failed', 'reversed', undefined],
    ['failed', 'success', 500],
    ['reversed', 'reversed', undefined],
    ['reversed', 'success', 500],
  ])('compares %s with %s', (status, listed, excess) =>
    expect(kinds({ status }, [{ status: listed }], 'biller')).toEqual(excess === undefined ? [] : [['status', excess]]),
  );

  it('compares what the provider kept, where both tell it and agree on the rest', () => {
    const kept = (feeKobo: number) => ({ feeKobo: kobo(feeKobo) });
    expect(kinds(kept(20), [kept(20)], 'deposit')).toEqual([]);
    expect(kinds(kept(20), [kept(25)], 'deposit')).toEqual([['fee', -5]]);
    expect(kinds(kept(20), [{}], 'deposit')).toEqual([]);
    expect(kinds({}, [kept(25)], 'biller')).toEqual([]);
    expect(kinds({ ...kept(20), amountKobo: kobo(400) }, [kept(25)], 'deposit')).toEqual([['amount', 100]]);
    expect(kinds({ ...kept(20), status: 'pending' }, [{ ...kept(0), status: 'pending' }], 'deposit')).toEqual([]);
    const parts = [kept(20), { ...kept(5), transactionId: 't2', amountKobo: kobo(300) }];
    expect(kinds({ ...kept(24), amountKobo: kobo(800) }, parts, 'deposit')).toEqual([['fee', -1]]);
  });

  it('compares where a payout went, where both tell it', () => {
    const to = (destination: string) => ({ destination });
    expect(kinds(to('1 at 058'), [to('1 at 058')], 'payout')).toEqual([]);
    expect(kinds(to('1 at 058'), [to('9 at 058')], 'payout')).toEqual([['destination', 0]]);
    expect(kinds({ ...to('1 at 058'), status: 'pending' }, [to('9 at 058')], 'payout')).toEqual([
      ['status', 0],
      ['destination', 0],
    ]);
    expect(kinds({ ...to('1 at 058'), status: 'failed' }, [{ ...to('9 at 058'), status: 'failed' }], 'payout')).toEqual([]);
    expect(kinds(to('1 at 058'), [{}], 'payout')).toEqual([]);
    expect(kinds({}, [to('9 at 058')], 'biller')).toEqual([]);
  });

  it('takes a purchase that was reversed after the day for delivered on it', () => {
    const later = { status: 'reversed', reversedAt: END_OF_DAY } as const;
    expect(kinds(later, [{}], 'biller')).toEqual([]);
    expect(kinds({ ...later, reversedAt: END_OF_DAY - 1 }, [{}], 'biller')).toEqual([['status', 500]]);
  });

  it('takes a delivery that is listed twice for two charges, and payments with ids of their own for parts', () => {
    const second = { transactionId: 't2', amountKobo: kobo(300) };
    expect(kinds({}, [{}, second], 'biller')).toEqual([['duplicate', 300]]);
    expect(kinds({ amountKobo: kobo(800) }, [{}, second], 'deposit')).toEqual([]);
    expect(kinds({}, [{}, {}], 'deposit')).toEqual([['duplicate', 500]]);
  });

  it('takes a line that takes another one back for a reversal', () =>
    expect(kinds({}, [{}, { status: 'reversed' }], 'biller')).toEqual([['status', -500]]));
});

describe('one side only', () => {
  it.each([
    ['success', 'biller', 500],
    ['pending', 'biller', 500],
    ['unknown', 'deposit', 500],
    ['pending', 'deposit', undefined],
    ['failed', 'biller', undefined],
    ['reversed', 'biller', undefined],
  ] as const)('of what is listed as %s by a %s provider %s kobo are missing here', (status, of, excess) => {
    const difference = missingHere({ ...theirs, status }, of);
    expect(difference && excessKobo(difference)).toBe(excess);
  });

  it.each([
    ['completed', -500],
    ['pending', -500],
    ['failed', undefined],
    ['reversed', undefined],
  ] as const)('of what is %s here %s kobo are missing there', (status, excess) => {
    const difference = missingThere({ ...ours, status });
    expect(difference && excessKobo(difference)).toBe(excess);
  });
});
