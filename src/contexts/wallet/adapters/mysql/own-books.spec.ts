import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchPlan, LockedBooks } from '../../domain/batch.js';
import { OwnBooks } from './own-books.js';

const head = (batchNo: number, hash = `hash ${batchNo}`) => ({ batchNo, hash, recorded: batchNo });
const states = (balances: Readonly<Record<string, number>>) =>
  new Map(Object.entries(balances).map(([id, balanceKobo]) => [id, { balanceKobo, seq: 1 }]));
const read = (at: LockedBooks['head'], balances: Readonly<Record<string, number>>): LockedBooks => ({
  head: at,
  accounts: states(balances),
  seen: new Map(),
});
const plan = (to: LockedBooks['head'] | undefined, balances: Readonly<Record<string, number>>) =>
  ({ head: to, accounts: states(balances) }) as Partial<BatchPlan> as BatchPlan;

describe('OwnBooks', () => {
  let books: OwnBooks;
  /** Twice in a row the head is where it was left, so nobody else writes. */
  beforeEach(() => {
    books = new OwnBooks();
    books.read(read(head(1), { ada: 100, ben: 0 }));
    books.follow(plan(head(2), { ada: 90, ben: 10 }));
    books.read(read(head(2), { ada: 90, ben: 10, eve: 5 }));
    books.follow(plan(head(3), { ada: 80, ben: 20 }));
  });

  it('remembers what its batches left, and what they read', () => {
    const known = books.for(['ada', 'ben', 'eve']);
    expect(known?.head).toEqual(head(3));
    expect([...known!.accounts].map(([id, { balanceKobo }]) => [id, balanceKobo])).toEqual([
      ['ada', 80],
      ['ben', 20],
      ['eve', 5],
    ]);
  });

  it('does not know an account that no batch has read', () => {
    expect(books.for(['ada', 'zoe'])).toBeUndefined();
  });

  it('remembers nothing where it has not been alone for two batches', () => {
    const fresh = new OwnBooks();
    fresh.read(read(head(1), { ada: 100 }));
    fresh.follow(plan(head(2), { ada: 90 }));
    expect(fresh.for(['ada'])).toBeUndefined();
  });

  it.each([
    ['further', head(4)],
    ['another chain', head(3, 'of a backup that was restored')],
  ])('forgets everything when the head is elsewhere: %s', (_, elsewhere) => {
    books.read(read(elsewhere, { ada: 70 }));
    expect(books.for(['ada'])).toBeUndefined();
    books.read(read(elsewhere, { ada: 70 }));
    expect(books.for(['ada'])?.accounts.get('ada')?.balanceKobo).toBe(70);
    expect(books.for(['ben'])).toBeUndefined();
  });

  it('keeps its head when a batch moves no money', () => {
    books.follow(plan(undefined, {}));
    expect(books.for(['ada'])?.head).toEqual(head(3));
  });

  it('forgets everything when told to', () => {
    books.forget();
    expect(books.for([])).toBeUndefined();
    books.read(read(head(3), { ada: 80 }));
    expect(books.for(['ada'])).toBeUndefined();
  });
});
