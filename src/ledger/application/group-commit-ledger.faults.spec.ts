import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { movement, request } from '../../../test/support/ledger-fixture.js';
import { MemoryLedgerFixture, pay, turns } from '../../../test/support/memory-ledger-fixture.js';
import {
  connectionLost,
  databaseError,
  type FaultPoint,
  type MemoryLedgerStore,
} from '../../../test/support/memory-ledger-store.js';
import { Replayed } from '../../kernel/caller.js';
import { domainEvent } from '../../kernel/events.js';
import { tablesBeside } from '../domain/ledger-command.js';
import { StoreFailure } from './ports.js';
import type { GroupCommitLedger } from './group-commit-ledger.js';

let fixture: MemoryLedgerFixture;
let store: MemoryLedgerStore;
let ledger: GroupCommitLedger;

beforeEach(() => {
  fixture = new MemoryLedgerFixture();
  ({ store, ledger } = fixture);
});

describe('a connection lost', () => {
  it.each<FaultPoint>(['lock', 'write', 'commit'])('before the commit (%s) costs nothing but time', async (moment) => {
    fixture.strikeOnce(moment, connectionLost());
    await expect(ledger.commit(pay())).resolves.toEqual({ committedAt: 1_000 });
    expect([fixture.balance('ben'), store.commits]).toEqual([10, [1]]);
  });

  it('after the commit: the rerun knows its own commits and refusals, and takes none for a repeat', async () => {
    fixture.strikeOnce('answer', connectionLost());
    const poor = movement('ben', 'ada', 900);
    const command = pay();
    const [first, again, refused] = await Promise.allSettled([
      ledger.commit(command),
      ledger.commit(command),
      ledger.commit(poor),
    ]);
    expect(first).toEqual({ status: 'fulfilled', value: { committedAt: 1_000 } });
    expect(again).toMatchObject({ value: { record: { response: command.response } } });
    expect(refused).toMatchObject({ reason: { failure: 'ledger.insufficient_funds', kind: 'refused', remembered: true } });
    expect([fixture.balance('ben'), store.journals.length]).toEqual([10, 1]);
  });

  it("after the commit: another's request stays another's", async () => {
    const command = pay();
    await fixture.newLedger().commit(command);
    fixture.strikeOnce('lock', connectionLost());
    await expect(ledger.commit(command)).resolves.toBeInstanceOf(Replayed);
  });

  it('with an error nobody knows, at the commit of a lone fact: its own commit is found', async () => {
    fixture.strikeOnce('answer', databaseError(1927, 'ER_CONNECTION_KILLED'));
    await expect(ledger.commit(pay())).resolves.toEqual({ committedAt: 1_000 });
    expect(fixture.balance('ben')).toBe(10);
  });
});

describe('a process that is too slow for the transaction of a large batch', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('commits smaller ones, and large ones again once they succeed', async () => {
    let most = 40;
    store.injectFault = (moment, plan) => {
      if (moment === 'commit' && plan!.results.length > most) throw connectionLost();
    };
    const commands = Array.from({ length: 500 }, () => pay());
    const slow = commands.map((command) => ledger.commit(command));
    await vi.advanceTimersByTimeAsync(30_000);
    for (const result of await Promise.all(slow)) expect(result).toHaveProperty('committedAt');
    expect(Math.max(...store.commits)).toBeLessThanOrEqual(40);
    expect(store.journals.map(({ id }) => id)).toEqual(commands.map(({ journal }) => journal!.id));
    most = Infinity;
    await Promise.all(Array.from({ length: 6_000 }, () => ledger.commit(pay())));
    expect(Math.max(...store.commits)).toBe(256);
  });
});

describe('a balance that can count no more', () => {
  it('refuses the command that would make it larger, alone and under no key, and costs its batch nothing', async () => {
    store.accounts.set('system:suspense', { balanceKobo: 9 - Number.MAX_SAFE_INTEGER, seq: 1 });
    const command = movement('system:suspense', 'ben', 10);
    const [full, other] = await Promise.allSettled([ledger.commit(command), ledger.commit(pay())]);
    expect(full).toMatchObject({ reason: { failure: 'ledger.balance_full', kind: 'unavailable', remembered: false } });
    expect(other).toMatchObject({ status: 'fulfilled' });
    expect([fixture.balance('ben'), store.runs.length, store.requests.size]).toEqual([10, 1, 1]);
    // Somebody made room.
    await ledger.commit(movement('ben', 'system:suspense', 5));
    await expect(ledger.commit(command)).resolves.toEqual({ committedAt: 1_000 });
    expect(fixture.balance('ben')).toBe(15);
  });
});

describe('a lock that stays taken', () => {
  it('after a connection was lost leaves the outcome open: what was sent before may still be committed', async () => {
    let strikes = 0;
    store.injectFault = (moment) => {
      if (moment !== 'lock') return;
      throw strikes++ === 0 ? connectionLost() : databaseError(1205);
    };
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'ledger.outcome_unknown' });
  });

  it('is refused as not done after five seconds where nothing was sent before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      store.injectFault = (moment) => {
        if (moment === 'lock') throw databaseError(1205);
      };
      const result = ledger.commit(pay()).catch((error: unknown) => error);
      await turns();
      await vi.advanceTimersByTimeAsync(5_100);
      expect(await result).toMatchObject({ failure: 'ledger.overloaded', cause: { cause: { errno: 1205 } } });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a table beside the ledger in which another session has locks', () => {
  const counting = () => pay({ increments: [{ table: 'tally', key: { id: 't' }, add: { count: 1 } }] });
  const telling = () => pay({ events: [domainEvent('user.created', { userId: 'u' })] });
  let locked: Set<string>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    locked = new Set(['tally']);
    store.injectFault = (moment, plan) => {
      const tables = (plan?.accepted ?? []).flatMap(({ command }) => [...tablesBeside(command)]);
      const table = moment === 'rehearsal' ? [...locked][0] : tables.find((name) => locked.has(name));
      if (table !== undefined && moment !== 'lock') throw new StoreFailure('lock_timeout', true, databaseError(1205), table);
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['tally', counting],
    ['outbox', telling],
  ])('%s keeps back the commands that write to it, and no other', async (table, blocked) => {
    locked = new Set([table]);
    const committed: string[] = [];
    const [first] = [ledger.commit(blocked()).then(() => committed.push('blocked'))];
    await ledger.commit(pay()).then(() => committed.push('other'));
    // It comes when the table is known to be locked, so no batch runs in vain for it.
    const runs = store.runs.length;
    const second = ledger.commit(blocked()).then(() => committed.push('blocked'));
    await vi.advanceTimersByTimeAsync(200);
    expect([committed, store.runs.length - runs]).toEqual([['other'], 0]);
    locked.clear();
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([first, second]);
    expect(committed).toEqual(['other', 'blocked', 'blocked']);
    expect(fixture.balance('ben')).toBe(30);
  });

  it('an account keeps back the commands that move it, and no other', async () => {
    store.accounts.set('eve', { balanceKobo: 500, seq: 1 });
    store.locked.add('eve');
    store.injectFault = (moment, plan) => {
      if (moment === 'write' && [...plan!.accounts.keys()].some((id) => store.locked.has(id)))
        throw new StoreFailure('lock_timeout', true, databaseError(1205), 'ledger_account');
    };
    const committed: string[] = [];
    const blocked = [ledger.commit(movement('eve', 'ben', 5)).then(() => committed.push('eve'))];
    await ledger.commit(pay()).then(() => committed.push('ada'));
    const runs = store.runs.length;
    blocked.push(ledger.commit(movement('ada', 'eve', 5)).then(() => committed.push('eve')));
    await vi.advanceTimersByTimeAsync(200);
    expect([committed, store.runs.length - runs]).toEqual([['ada'], 0]);
    store.locked.clear();
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(blocked);
    expect([committed, fixture.balance('eve')]).toEqual([['ada', 'eve', 'eve'], 500]);
  });

  it('lets a command through whose own row is free', async () => {
    const [held, free] = [counting(), counting()];
    store.injectFault = (moment, plan) => {
      if (moment === 'write' && plan!.accepted.some(({ command }) => command === held))
        throw new StoreFailure('lock_timeout', true, databaseError(1205), 'tally');
    };
    store.rehearse = (commands) =>
      commands.some(({ command }) => command === held)
        ? Promise.reject(new StoreFailure('lock_timeout', true, databaseError(1205)))
        : Promise.resolve();
    const result = ledger.commit(held).catch((error: unknown) => error);
    await ledger.commit(free);
    expect(store.commits).toEqual([1]);
    await vi.advanceTimersByTimeAsync(5_200);
    expect(await result).toMatchObject({ failure: 'ledger.overloaded' });
  });

  it('refuses a command as not done after five seconds, and commits it when it is sent again', async () => {
    const command = counting();
    const result = ledger.commit(command).catch((error: unknown) => error);
    await turns();
    await vi.advanceTimersByTimeAsync(5_200);
    expect(await result).toMatchObject({ failure: 'ledger.overloaded', kind: 'unavailable', retryAfterSeconds: 1 });
    locked.clear();
    await expect(ledger.commit(command)).resolves.toEqual({ committedAt: 1_000 });
  });
});

describe('a database that stays away', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leaves the outcome open after a while, and does not make those behind wait as long again', async () => {
    store.injectFault = () => {
      throw connectionLost();
    };
    const results = Array.from({ length: 300 }, () => ledger.commit(pay()).catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(ledger.depth).toBeGreaterThan(40);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ledger.depth).toBe(0);
    for (const result of await Promise.all(results)) expect(result).toMatchObject({ failure: 'ledger.outcome_unknown' });
  });

  it('goes on when it is back, and waits as long again the next time', async () => {
    store.injectFault = () => {
      throw connectionLost();
    };
    const patient = ledger.commit(pay());
    await vi.advanceTimersByTimeAsync(10_000);
    store.injectFault = () => undefined;
    await vi.advanceTimersByTimeAsync(200);
    await expect(patient).resolves.toEqual({ committedAt: 1_000 });
    fixture.strikeOnce('lock', connectionLost());
    const next = ledger.commit(pay());
    await vi.advanceTimersByTimeAsync(200);
    await expect(next).resolves.toEqual({ committedAt: 1_000 });
  });
});

describe('a batch that fails', () => {
  it.each([1213, 1205, 1020])('for the lock (%i) runs again as a whole', async (errno) => {
    let strikes = 3;
    store.injectFault = (moment) => {
      if (moment === 'write' && strikes-- > 0) throw databaseError(errno);
    };
    await Promise.all(Array.from({ length: 12 }, () => ledger.commit(pay())));
    expect([store.commits, store.runs]).toEqual([[12], [0, 0, 0, 0]]);
  });

  it('for one of its commands loses that one alone, found by halving', async () => {
    const poison = pay({ idempotencyKey: request('poison') });
    store.injectFault = (moment, plan) => {
      if (moment === 'write' && plan!.accepted.some(({ command }) => command === poison))
        throw databaseError(1146, 'ER_NO_SUCH_TABLE');
    };
    const commands = Array.from({ length: 16 }, (_, index) => (index === 11 ? poison : pay()));
    const results = await Promise.allSettled(commands.map((command) => ledger.commit(command)));
    expect(results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))).toEqual([11]);
    expect(results[11]).toMatchObject({ reason: { message: 'ER_NO_SUCH_TABLE' } });
    expect(fixture.balance('ben')).toBe(150);
    // The batch twice, then both halves of what fails, four times.
    expect(store.runs).toHaveLength(2 + 2 * 4);
  });

  it('by a server that answered before the commit is not open: nothing was written', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      store.injectFault = () => {
        throw databaseError(1290);
      };
      const result = ledger.commit(pay()).catch((error: unknown) => error);
      await turns();
      await vi.advanceTimersByTimeAsync(16_000);
      expect(await result).toMatchObject({ failure: 'ledger.overloaded' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('by a journal that leaves the safe integers loses that one alone', async () => {
    const huge = Number.MAX_SAFE_INTEGER;
    const results = await Promise.allSettled([
      ledger.commit(pay()),
      ledger.commit(movement('system:suspense', 'ada', huge)),
      ledger.commit(pay()),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
