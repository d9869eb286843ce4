import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { movement, request } from '../../../../test/support/ledger-fixture.js';
import { MemoryLedgerFixture, pay, turns } from '../../../../test/support/memory-ledger-fixture.js';
import {
  connectionLost,
  databaseError,
  type FaultPoint,
  type MemoryLedgerStore,
} from '../../../../test/support/memory-ledger-store.js';
import { Replayed } from '../../../kernel/caller.js';
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
    expect(refused).toMatchObject({ reason: { failure: 'wallet.insufficient_funds', kind: 'refused', remembered: true } });
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

describe('a lock that stays taken', () => {
  it('after a connection was lost leaves the outcome open: what was sent before may still be committed', async () => {
    let strikes = 0;
    store.injectFault = (moment) => {
      if (moment !== 'lock') return;
      throw strikes++ === 0 ? connectionLost() : databaseError(1205);
    };
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'wallet.outcome_unknown' });
  });

  it('is told as it is where nothing was sent before', async () => {
    store.injectFault = (moment) => {
      if (moment === 'lock') throw databaseError(1205);
    };
    await expect(ledger.commit(pay())).rejects.toMatchObject({ errno: 1205 });
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
    for (const result of await Promise.all(results)) expect(result).toMatchObject({ failure: 'wallet.outcome_unknown' });
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

  it('for a locked counter does not let the commands without counters wait for it again', async () => {
    const counting = pay({ increments: [{ table: 'tally', key: { id: 't' }, add: { count: 1 } }] });
    let isLocked = true;
    store.injectFault = (moment, plan) => {
      if (isLocked && moment === 'write' && plan!.accepted.some(({ command }) => command === counting)) throw databaseError(1205);
    };
    const committed: string[] = [];
    const first = ledger.commit(counting).then(() => committed.push('counting'));
    await ledger.commit(pay()).then(() => committed.push('other'));
    isLocked = false;
    await first;
    expect(committed).toEqual(['other', 'counting']);
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
      expect(await result).toMatchObject({ failure: 'wallet.overloaded' });
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
