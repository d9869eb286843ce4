import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryLedgerFixture, pay, turns } from '../../../test/support/memory-ledger-fixture.js';
import type { MemoryLedgerStore } from '../../../test/support/memory-ledger-store.js';
import { Replayed } from '../../kernel/caller.js';
import { domainEvent } from '../../kernel/events.js';
import type { GroupCommitLedger } from './group-commit-ledger.js';
import { until } from '../../../test/support/until.js';

let fixture: MemoryLedgerFixture;
let store: MemoryLedgerStore;
let ledger: GroupCommitLedger;

beforeEach(() => {
  fixture = new MemoryLedgerFixture();
  ({ store, ledger } = fixture);
});

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
    store.injectFault = (moment) => (moment === 'commit' ? new Promise<void>((resolve) => (release = resolve)) : undefined);
    const first = ledger.commit(pay()).then(() => answered.push('first'));
    await until(() => store.runs.length === 1);
    const others = Array.from({ length: 5 }, () => ledger.commit(pay()).then(() => answered.push('other')));
    expect([ledger.depth, answered]).toEqual([5, []]);
    store.injectFault = () => undefined;
    release();
    await Promise.all([first, ...others]);
    expect([store.commits, answered[0]]).toEqual([[1, 5], 'first']);
  });

  it('takes no more than it can hold, and says so before anything is done', async () => {
    const accepted = Array.from({ length: 8_192 }, () => ledger.commit(pay()));
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'ledger.overloaded', kind: 'unavailable' });
    await Promise.all(accepted);
    expect(store.journals).toHaveLength(8_192);
  });

  it('finishes what is queued when it is closed, and takes nothing after', async () => {
    const queued = ledger.commit(pay());
    await ledger.close();
    expect(store.journalsAtClose).toBe(1);
    await expect(queued).resolves.toMatchObject({ committedAt: 1_000 });
    await expect(ledger.commit(pay())).rejects.toMatchObject({ failure: 'ledger.overloaded' });
  });

  it('refuses to be called inside a unit of work', () => {
    fixture.inUnit = true;
    expect(() => ledger.commit(pay())).toThrow('never inside a unit of work');
  });

  it('notifies once a batch where journals or events were committed, and not at all where neither was', async () => {
    await ledger.commit(pay({ journal: undefined }));
    expect(fixture.notifications).toBe(0);
    const events = [domainEvent('user.created', { userId: 'u' })];
    await Promise.all([ledger.commit(pay({ events, journal: undefined })), ledger.commit(pay())]);
    expect(fixture.notifications).toBe(1);
    await ledger.commit(pay());
    expect(fixture.notifications).toBe(2);
  });

  it('never lets the time of commits go back, whatever the clock does', async () => {
    const first = await ledger.commit(pay());
    fixture.clock.time = 400;
    const second = await ledger.commit(pay());
    fixture.clock.time = 5_000;
    const third = await ledger.commit(pay());
    expect([first, second, third]).toEqual([{ committedAt: 1_000 }, { committedAt: 1_000 }, { committedAt: 5_000 }]);
  });
});

describe('two batches at once', () => {
  let release: () => void;

  beforeEach(() => {
    store.maxConcurrentBatches = 2;
    release = undefined as never;
    store.injectFault = (moment) => (moment === 'commit' ? new Promise<void>((resolve) => (release = resolve)) : undefined);
  });

  /** A command that is written and whose commit waits for `release`. */
  async function commitHeld(command = pay()): Promise<{ first: Promise<unknown> }> {
    const first = ledger.commit(command);
    await until(() => release !== undefined);
    store.injectFault = () => undefined;
    return { first };
  }

  it('begins the second when enough commands wait, and no third', async () => {
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

  it('begins in the middle of a turn when many wait', async () => {
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
