import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import { AccountStateCache } from './account-state-cache.js';

type Balances = Readonly<Record<string, number>>;

const head = (batchNo: number, hash = `hash ${batchNo}`) => ({ batchNo, hash, committedAt: batchNo });
const states = (balances: Balances) =>
  new Map(Object.entries(balances).map(([id, balanceKobo]) => [id, { balanceKobo, seq: 1 }]));
const plan = (to: LockedAccounts['head'] | undefined, balances: Balances) =>
  ({ head: to, accounts: states(balances) }) as Partial<BatchPlan> as BatchPlan;

describe('AccountStateCache', () => {
  let cache: AccountStateCache;
  /** Everything at head 3, written by this process. */
  beforeEach(() => {
    cache = new AccountStateCache();
    cache.read(head(1), undefined);
    cache.keep(states({ ada: 100, ben: 0, eve: 5 }));
    write(2, { ada: 90, ben: 10 });
    write(3, { ada: 80, ben: 20 });
  });

  function write(batchNo: number, balances: Balances): void {
    const written = plan(head(batchNo), balances);
    cache.follow(written);
    cache.written(written);
  }

  const known = (...accounts: string[]) => accounts.map((id) => cache.states([id]).get(id)?.balanceKobo);

  it('keeps what batches left, and what was read', () => {
    expect(cache.head).toEqual(head(3));
    expect(known('ada', 'ben', 'eve')).toEqual([80, 20, 5]);
    expect(cache.missing(['ada', 'zoe'])).toEqual(['zoe']);
  });

  it('takes over what others changed, and keeps the rest', () => {
    expect(cache.read(head(5), states({ ada: 7 }))).toEqual({ othersWrote: true });
    expect([known('ada', 'ben', 'eve'), cache.head]).toEqual([[7, 20, 5], head(5)]);
    expect(cache.read(head(5), new Map())).toEqual({ othersWrote: false });
  });

  it('forgets everything where the chain is another one', () => {
    cache.read(head(3, 'of a backup'), undefined);
    expect(cache.missing(['ada', 'ben', 'eve'])).toEqual(['ada', 'ben', 'eve']);
  });

  it('goes on from what is under way', () => {
    cache.follow(plan(head(4), { ada: 60, ben: 40 }));
    expect([cache.head, known('ada', 'ben'), cache.knownUpTo]).toEqual([head(4), [60, 40], head(3)]);
  });

  it('forgets all that was under way with what failed, and nothing else', () => {
    cache.follow(plan(head(4), { ada: 60 }));
    const behind = plan(head(5), { ben: 30 });
    cache.follow(behind);
    cache.forget();
    cache.written(behind);
    expect([cache.head, cache.knownUpTo]).toEqual([undefined, head(3)]);
    cache.read(head(3), new Map());
    expect(known('eve', 'ada', 'ben')).toEqual([5, undefined, undefined]);
  });

  it('keeps what was under way and is written, before it hears of it', () => {
    const [first, second] = [plan(head(4), { ada: 60 }), plan(head(5), { ben: 40 })];
    for (const each of [first, second]) cache.follow(each);
    expect(cache.read(head(4), states({ ada: 60 }))).toEqual({ othersWrote: false });
    expect([known('ada', 'eve', 'ben'), cache.knownUpTo]).toEqual([[60, 5, undefined], head(4)]);
    cache.written(first);
    expect(cache.knownUpTo).toEqual(head(4));
  });

  it('takes a batch for written with the one behind it', () => {
    const [first, second] = [plan(head(4), { ada: 60 }), plan(head(5), { ada: 50 })];
    for (const each of [first, second]) cache.follow(each);
    cache.written(second);
    cache.written(first);
    expect([cache.knownUpTo, known('ada')]).toEqual([head(5), [50]]);
  });

  it('keeps its head when a batch moves no money', () => {
    cache.follow(plan(undefined, {}));
    expect(cache.head).toEqual(head(3));
  });
});
