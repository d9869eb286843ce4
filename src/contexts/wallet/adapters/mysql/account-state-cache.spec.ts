import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import { AccountStateCache } from './account-state-cache.js';

type Balances = Readonly<Record<string, number>>;

const head = (batchNo: number, hash = `hash ${batchNo}`) => ({ batchNo, hash, committedAt: batchNo });
const states = (balances: Balances) =>
  new Map(Object.entries(balances).map(([id, balanceKobo]) => [id, { balanceKobo, seq: 1 }]));
const locked = (at: LockedAccounts['head'], balances: Balances): LockedAccounts => ({
  head: at,
  accounts: states(balances),
  foundRecords: new Map(),
  rowStates: new Map(),
});
const plan = (to: LockedAccounts['head'] | undefined, balances: Balances) =>
  ({ head: to, accounts: states(balances) }) as Partial<BatchPlan> as BatchPlan;

describe('OwnBooks', () => {
  let books: AccountStateCache;
  /** A cache at batch 3, last written by this process. */
  beforeEach(() => {
    books = new AccountStateCache();
    books.read(locked(head(1), { ada: 100, ben: 0 }), undefined);
    write(2, { ada: 90, ben: 10 });
    books.read(locked(head(2), { eve: 5 }), []);
    write(3, { ada: 80, ben: 20 });
  });

  function write(batchNo: number, balances: Balances): void {
    const written = plan(head(batchNo), balances);
    books.follow(written);
    books.written(written);
  }

  function known(...accounts: string[]): number[] | undefined {
    return books.for(accounts) && accounts.map((id) => books.for(accounts)!.accounts.get(id)!.balanceKobo);
  }

  it('remembers what its batches left, and what they read', () => {
    expect(books.for(['ada'])?.head).toEqual(head(3));
    expect(known('ada', 'ben', 'eve')).toEqual([80, 20, 5]);
    expect(known('ada', 'zoe')).toBeUndefined();
  });

  it('says nothing where another wrote last, and keeps what that one did not touch', () => {
    books.read(locked(head(5), { zoe: 1 }), ['ada']);
    expect(known('zoe')).toBeUndefined();
    write(6, { zoe: 2 });
    books.read(locked(head(6), {}), []);
    expect(known('ada')).toBeUndefined();
    books.read(locked(head(6), { ada: 7 }), []);
    expect([known('ada', 'ben', 'eve', 'zoe'), books.knownUpTo]).toEqual([[7, 20, 5, 2], head(6)]);
  });

  it('forgets everything where the chain is another one', () => {
    const restored = head(3, 'of a backup');
    for (let reading = 0; reading < 2; reading++) books.read(locked(restored, { ada: 70 }), reading === 0 ? undefined : []);
    expect(known('ada')).toEqual([70]);
    expect(known('ben')).toBeUndefined();
  });

  it('goes on from what is under way', () => {
    books.follow(plan(head(4), { ada: 60, ben: 40 }));
    expect([books.for(['ada'])?.head, known('ada', 'ben'), books.knownUpTo]).toEqual([head(4), [60, 40], head(3)]);
  });

  it('forgets all that was under way with what failed, and nothing else', () => {
    books.follow(plan(head(4), { ada: 60 }));
    const behind = plan(head(5), { ben: 30 });
    books.follow(behind);
    books.forget();
    books.written(behind);
    expect([known('eve'), books.knownUpTo]).toEqual([undefined, head(3)]);
    books.read(locked(head(3), {}), []);
    expect([known('eve'), known('ada'), known('ben')]).toEqual([[5], undefined, undefined]);
  });

  it('trusts nothing that was under way and is not in the books', () => {
    books.follow(plan(head(4), { ada: 60 }));
    books.read(locked(head(3), { ben: 20 }), []);
    expect([known('ben'), known('ada')]).toEqual([[20], undefined]);
  });

  it('keeps what was under way and is in the books, before it hears of it', () => {
    const [first, second] = [plan(head(4), { ada: 60 }), plan(head(5), { ben: 40 })];
    for (const each of [first, second]) books.follow(each);
    books.read(locked(head(4), { eve: 5 }), ['ada']);
    expect([known('ada', 'eve'), known('ben'), books.knownUpTo]).toEqual([[60, 5], undefined, head(4)]);
    books.written(first);
    expect(books.knownUpTo).toEqual(head(4));
  });

  it('takes a batch for written with the one behind it', () => {
    const [first, second] = [plan(head(4), { ada: 60 }), plan(head(5), { ada: 50 })];
    for (const each of [first, second]) books.follow(each);
    books.written(second);
    books.written(first);
    expect([books.knownUpTo, known('ada')]).toEqual([head(5), [50]]);
  });

  it('keeps its head when a batch moves no money', () => {
    books.follow(plan(undefined, {}));
    expect(books.for(['ada'])?.head).toEqual(head(3));
  });
});
