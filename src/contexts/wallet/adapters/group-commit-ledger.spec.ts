import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectionLost,
  databaseError,
  MemoryLedgerStore,
  type FaultPoint,
} from '../../../../test/support/memory-ledger-store.js';
import { movement, request } from '../../../../test/support/ledger-fixture.js';
import { Replayed } from '../../../kernel/caller.js';
import { Config } from '../../../platform/config/config.js';
import { Log } from '../../../platform/telemetry/log.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import type { LedgerCommand } from '../domain/ledger-command.js';
import { GroupCommitLedger } from './group-commit-ledger.js';
import { ManualClock } from '../../../../test/support/clocks.js';

const log = new Log({ logLevel: 'silent' } as Config);
let store: MemoryLedgerStore;
let clock: ManualClock;
let nudges: number;
let inUnit: boolean;
let ledger: GroupCommitLedger;

beforeEach(() => {
  store = new MemoryLedgerStore();
  store.accounts.set('ada', { balanceKobo: 1_000_000, seq: 1 }).set('ben', { balanceKobo: 0, seq: 0 });
  clock = new ManualClock(1_000);
  nudges = 0;
  inUnit = false;
  ledger = newLedger();
});

function newLedger(): GroupCommitLedger {
  return new GroupCommitLedger(
    store,
    clock,
    () => nudges++,
    new Metrics(),
    log,
    () => inUnit,
  );
}

const updates = [{ table: 'order', key: { id: 'o', status: 'open' }, set: { status: 'done' } }];
const pay = (over: Partial<LedgerCommand> = {}) => movement('ada', 'ben', 10, over);
/** Some turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const balance = (account: string) => store.accounts.get(account)!.balanceKobo;

/** Throws `error` at the first pass of `moment`. */
function injectOnce(point: FaultPoint, error: Error): void {
  store.injectFault = (now) => {
    if (now !== point) return;
    store.injectFault = () => undefined;
    throw error;
  };
}

describe('gathering commands', () => {
  it('commits what arrives together in few commits, in order of arrival, at most 256 at once', async () => {
    const commands = Array.from({ length: 600 }, () => pay());
    await Promise.all(commands.map((command) => ledger.commit(command)));
    expect(Math.max(...store.commits)).toBe(256);
    expect(store.commits.length).toBeLessThan(12);
    expect(store.journals.map(({ id }) => id)).toEqual(commands.map(({ journal }) => journal!.id));
  });

  it('makes one batch of whatever arrives while a commit runs, and answers only after the commit', async () => {
    const answered: string[] = [];
    let release: () => void = () => undefined;
    store.injectFault = (point) => (point === 'commit' ? new Promise<void>((resolve) => (release = resolve)) : undefined);
    const first = ledger.commit(pay()).then(() => answered.push('first'));
    await vi.waitFor(() => expect(store.runs).toHaveLength(1));
    const others = Array.from({ length: 5 }, () => ledger.commit(pay()).then(() => answered.push('other')));
    expect([ledger.depth, answered]).toEqual([5, []]);
    store.injectFault = () => undefined;
    release();
    await Promise.all([first, ...others]);
    expect([store.commits, answered[0]]).toEqual([[1, 5], 'first']);
  });

  it('takes no more than it can hold, and says so before anything is done', async () => {
    const accepted = Array.from({ length: 8_192 }, () => ledger.commit(pay()));
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'wallet.overloaded', kind: 'unavailable' });
    await Promise.all(accepted);
    expect(store.journals).toHaveLength(8_192);
  });

  it('finishes what is queued when it is closed, and takes nothing after', async () => {
    const queued = ledger.commit(pay());
    await ledger.close();
    expect(store.journalsAtClose).toBe(1);
    await expect(queued).resolves.toMatchObject({ committedAt: 1_000 });
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'wallet.overloaded' });
  });

  it('refuses to be called inside a unit of work', () => {
    inUnit = true;
    expect(() => ledger.commit(pay())).toThrow('never inside a unit of work');
  });

  it('notifies once a batch where journals or events were committed, and not at all where neither was', async () => {
    await ledger.commit(pay({ journal: undefined }));
    expect(nudges).toBe(0);
    const events = [{ name: 'deposit.expired', data: {} }];
    await Promise.all([ledger.commit(pay({ events, journal: undefined })), ledger.commit(pay())]);
    expect(nudges).toBe(1);
    await ledger.commit(pay());
    expect(nudges).toBe(2);
  });

  it("never lets the books' time go back, whatever the clock does", async () => {
    const first = await ledger.commit(pay());
    clock.time = 400;
    const second = await ledger.commit(pay());
    clock.time = 5_000;
    const third = await ledger.commit(pay());
    expect([first, second, third]).toEqual([{ committedAt: 1_000 }, { committedAt: 1_000 }, { committedAt: 5_000 }]);
  });
});

describe('two batches at once', () => {
  let release: () => void;

  beforeEach(() => {
    store.maxConcurrentBatches = 2;
    release = undefined as never;
    store.injectFault = (point) => (point === 'commit' ? new Promise<void>((resolve) => (release = resolve)) : undefined);
  });

  /** A written command whose commit waits for `release`. */
  async function commitHeld(command = pay()): Promise<{ first: Promise<unknown> }> {
    const first = ledger.commit(command);
    await vi.waitFor(() => expect(release).toBeDefined());
    store.injectFault = () => undefined;
    return { first };
  }

  it('begins the second when a crowd waits, and no third', async () => {
    const { first } = await commitHeld();
    const few = Array.from({ length: 15 }, () => ledger.commit(pay()));
    await turns();
    expect([store.runs.length, ledger.depth]).toEqual([1, 15]);
    const sixteenth = ledger.commit(pay());
    await turns();
    const others = Array.from({ length: 40 }, () => ledger.commit(pay()));
    await turns();
    expect([store.runs.length, ledger.depth]).toEqual([2, 40]);
    release();
    await Promise.all([first, ...few, sixteenth, ...others]);
    expect(store.commits).toEqual([1, 16, 40]);
  });

  it('begins in the middle of a turn when the house is full', async () => {
    const some = Array.from({ length: 23 }, () => ledger.commit(pay()));
    expect(store.runs.length).toBe(0);
    const rest = Array.from({ length: 30 }, () => ledger.commit(pay()));
    expect([store.runs.length, ledger.depth]).toEqual([2, 5]);
    store.injectFault = () => undefined;
    await turns();
    release?.();
    await Promise.all([...some, ...rest]);
    expect(store.commits).toEqual([24, 24, 5]);
  });

  it('looks up a repeat of what is still under way', async () => {
    const command = pay();
    const { first } = await commitHeld(command);
    const others = Array.from({ length: 15 }, () => ledger.commit(pay()));
    const repeat = ledger.commit(command);
    await turns();
    release();
    await Promise.all([first, ...others]);
    expect([await repeat, store.runs]).toEqual([expect.any(Replayed), [0, 1]]);
  });

  it('waits for both when it is closed', async () => {
    const { first } = await commitHeld();
    const others = Array.from({ length: 16 }, () => ledger.commit(pay()));
    await turns();
    const closed = ledger.close();
    release();
    await closed;
    expect(store.journalsAtClose).toBe(17);
    await expect(Promise.all([first, ...others])).resolves.toHaveLength(17);
  });
});

describe('exactly once', () => {
  it('answers a repeat in the same batch, in a later one, and in another process, from the first', async () => {
    const command = pay();
    const results = await Promise.all([ledger.commit(command), ledger.commit(command)]);
    results.push(await ledger.commit(command), await newLedger().commit(command));
    expect(results.map((result) => result instanceof Replayed)).toEqual([false, true, true, true]);
    for (const result of results.slice(1))
      expect(result).toMatchObject({ record: { state: 'answered', response: command.response } });
    expect(balance('ben')).toBe(10);
  });

  it('looks keys up only when it must', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ledger.commit(pay())));
    const command = pay();
    await ledger.commit(command);
    expect(store.runs).toEqual([0, 0]);
    // This process has the key in memory; another process's row breaks the batch first.
    await Promise.all([ledger.commit(command), ledger.commit(pay())]);
    await newLedger().commit(command);
    expect(store.runs).toEqual([0, 0, 1, 0, 1]);
  });

  it('remembers a refusal, and repeats it when money has come', async () => {
    const poor = movement('ben', 'ada', 50);
    await expect(ledger.commit(poor)).rejects.toMatchObject({ failure: 'wallet.insufficient_funds', remembered: true });
    await ledger.commit(movement('ada', 'ben', 500));
    await expect(ledger.commit(poor)).resolves.toMatchObject({
      record: { state: 'refused', response: { name: 'wallet.insufficient_funds' } },
    });
  });

  it('answers a repeat whose row does not match any more', async () => {
    const command = pay({ updates });
    await ledger.commit(command);
    store.rowStateOf = () => 'stale';
    await expect(newLedger().commit(command)).resolves.toBeInstanceOf(Replayed);
  });
});

describe('rows that commands update', () => {
  it('stale: the command is answered so, nothing of it is written, and no batch runs again', async () => {
    store.rowStateOf = () => 'stale';
    const results = await Promise.all([ledger.commit(pay()), ledger.commit(pay({ updates })), ledger.commit(pay())]);
    expect(results).toEqual([{ committedAt: 1_000 }, 'stale', { committedAt: 1_000 }]);
    expect([balance('ben'), store.requests.size, store.runs]).toEqual([20, 2, [0]]);
  });

  it('locked: the command is retried by itself while the others are committed', async () => {
    let reads = 0;
    store.rowStateOf = () => (++reads > 3 ? 'matches' : 'locked');
    const committed: string[] = [];
    const locked = ledger.commit(pay({ updates })).then(() => committed.push('locked'));
    await ledger.commit(pay()).then(() => committed.push('other'));
    await locked;
    expect([committed, reads, balance('ben')]).toEqual([['other', 'locked'], 4, 20]);
  });

  it('locked for long: the command is refused, and nothing of it was done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      store.rowStateOf = () => 'locked';
      const result = ledger.commit(pay({ updates })).catch((error: unknown) => error);
      for (let step = 0; step < 60; step++) {
        await vi.advanceTimersByTimeAsync(100);
        await turns();
      }
      expect(await result).toMatchObject({ failure: 'wallet.overloaded' });
      expect(store.requests.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('updated earlier in the batch: the command is decided on what that one leaves', async () => {
    const again = [{ ...updates[0]!, key: { id: 'o', status: 'done' } }];
    store.rowStateOf = ({ key }) => (key['status'] === 'open' || store.commits.length > 0 ? 'matches' : 'stale');
    const commands = [pay({ updates }), pay({ updates }), pay({ updates: again }), pay()];
    const results = await Promise.all(commands.map((command) => ledger.commit(command)));
    expect(results.map((result) => result === 'stale')).toEqual([false, true, false, false]);
    // Whether the third matches is known once it is read again.
    expect([balance('ben'), store.commits]).toEqual([30, [4, 1]]);
  });
});

describe('a connection lost', () => {
  it.each<FaultPoint>(['lock', 'write', 'commit'])('before the commit (%s) costs nothing but time', async (point) => {
    injectOnce(point, connectionLost());
    await expect(ledger.commit(pay())).resolves.toEqual({ committedAt: 1_000 });
    expect([balance('ben'), store.commits]).toEqual([10, [1]]);
  });

  it('after the commit: the rerun knows its own commits and refusals, and takes none for a repeat', async () => {
    injectOnce('answer', connectionLost());
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
    expect([balance('ben'), store.journals.length]).toEqual([10, 1]);
  });

  it("after the commit: another's request stays another's", async () => {
    const command = pay();
    await newLedger().commit(command);
    injectOnce('lock', connectionLost());
    await expect(ledger.commit(command)).resolves.toBeInstanceOf(Replayed);
  });

  it('with an error nobody knows, at the commit of a lone command: its own commit is found', async () => {
    injectOnce('answer', databaseError(1927, 'ER_CONNECTION_KILLED'));
    await expect(ledger.commit(pay())).resolves.toEqual({ committedAt: 1_000 });
    expect(balance('ben')).toBe(10);
  });
});

describe('a lock that stays taken', () => {
  it('after a connection was lost leaves the outcome open: what was sent before may still be committed', async () => {
    let strikes = 0;
    store.injectFault = (point) => {
      if (point !== 'lock') return;
      throw strikes++ === 0 ? connectionLost() : databaseError(1205);
    };
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'wallet.outcome_unknown' });
  });

  it('is told as it is where nothing was sent before', async () => {
    store.injectFault = (point) => {
      if (point === 'lock') throw databaseError(1205);
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

  it('goes on when it is back, and has its full patience again', async () => {
    store.injectFault = () => {
      throw connectionLost();
    };
    const patient = ledger.commit(pay());
    await vi.advanceTimersByTimeAsync(10_000);
    store.injectFault = () => undefined;
    await vi.advanceTimersByTimeAsync(200);
    await expect(patient).resolves.toEqual({ committedAt: 1_000 });
    injectOnce('lock', connectionLost());
    const next = ledger.commit(pay());
    await vi.advanceTimersByTimeAsync(200);
    await expect(next).resolves.toEqual({ committedAt: 1_000 });
  });
});

describe('a batch that fails', () => {
  it.each([1213, 1205, 1020])('for the lock (%i) runs again as a whole', async (errno) => {
    let strikes = 3;
    store.injectFault = (point) => {
      if (point === 'write' && strikes-- > 0) throw databaseError(errno);
    };
    await Promise.all(Array.from({ length: 12 }, () => ledger.commit(pay())));
    expect([store.commits, store.runs]).toEqual([[12], [0, 0, 0, 0]]);
  });

  it('for one of its commands loses that one alone, found by halving', async () => {
    const poison = pay({ idempotencyKey: request('poison') });
    store.injectFault = (point, plan) => {
      if (point === 'write' && plan!.accepted.some(({ command: command }) => command === poison))
        throw new Error('no such table');
    };
    const commands = Array.from({ length: 16 }, (_, index) => (index === 11 ? poison : pay()));
    const results = await Promise.allSettled(commands.map((command) => ledger.commit(command)));
    expect(results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))).toEqual([11]);
    expect(results[11]).toMatchObject({ reason: { message: 'no such table' } });
    expect(balance('ben')).toBe(150);
    // The batch twice, then both halves of what fails, four times.
    expect(store.runs).toHaveLength(2 + 2 * 4);
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
