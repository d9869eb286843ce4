import { beforeEach, describe, expect, it, vi } from 'vitest';
import { movement } from '../../../test/support/ledger-fixture.js';
import { MemoryLedgerFixture, pay, turns, UPDATES } from '../../../test/support/memory-ledger-fixture.js';
import type { MemoryLedgerStore } from '../../../test/support/memory-ledger-store.js';
import { Replayed } from '../../kernel/caller.js';
import type { GroupCommitLedger } from './group-commit-ledger.js';

let fixture: MemoryLedgerFixture;
let store: MemoryLedgerStore;
let ledger: GroupCommitLedger;

beforeEach(() => {
  fixture = new MemoryLedgerFixture();
  ({ store, ledger } = fixture);
});

describe('exactly once', () => {
  it('answers a repeat in the same batch, in a later one, and in another process, from the first', async () => {
    const command = pay();
    const results = await Promise.all([ledger.commit(command), ledger.commit(command)]);
    results.push(await ledger.commit(command), await fixture.newLedger().commit(command));
    expect(results.map((result) => result instanceof Replayed)).toEqual([false, true, true, true]);
    for (const result of results.slice(1))
      expect(result).toMatchObject({ record: { state: 'answered', response: command.response } });
    expect(fixture.balance('ben')).toBe(10);
  });

  it('looks keys up only when it must', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ledger.commit(pay())));
    const command = pay();
    await ledger.commit(command);
    expect(store.runs).toEqual([0, 0]);
    // This process remembers the key; another one breaks its batch first.
    await Promise.all([ledger.commit(command), ledger.commit(pay())]);
    await fixture.newLedger().commit(command);
    expect(store.runs).toEqual([0, 0, 1, 0, 1]);
  });

  it('remembers a refusal, and repeats it when money has come', async () => {
    const poor = movement('ben', 'ada', 50);
    await expect(ledger.commit(poor)).rejects.toMatchObject({ failure: 'ledger.insufficient_funds', remembered: true });
    await ledger.commit(movement('ada', 'ben', 500));
    await expect(ledger.commit(poor)).resolves.toMatchObject({
      record: { state: 'refused', response: { name: 'ledger.insufficient_funds' } },
    });
  });

  it('answers a repeat whose row does not match any more', async () => {
    const command = pay({ updates: UPDATES });
    await ledger.commit(command);
    store.rowStateOf = () => 'stale';
    await expect(fixture.newLedger().commit(command)).resolves.toBeInstanceOf(Replayed);
  });
});

describe('rows that commands update', () => {
  it('stale: the command is answered so, nothing of it is written, and no batch runs again', async () => {
    store.rowStateOf = () => 'stale';
    const results = await Promise.all([ledger.commit(pay()), ledger.commit(pay({ updates: UPDATES })), ledger.commit(pay())]);
    expect(results).toEqual([{ committedAt: 1_000 }, 'stale', { committedAt: 1_000 }]);
    expect([fixture.balance('ben'), store.requests.size, store.runs]).toEqual([20, 2, [0]]);
  });

  it('locked: the command is retried by itself while the others are committed', async () => {
    let reads = 0;
    store.rowStateOf = () => (++reads > 3 ? 'matches' : 'locked');
    const committed: string[] = [];
    const locked = ledger.commit(pay({ updates: UPDATES })).then(() => committed.push('locked'));
    await ledger.commit(pay()).then(() => committed.push('other'));
    await locked;
    expect([committed, reads, fixture.balance('ben')]).toEqual([['other', 'locked'], 4, 20]);
  });

  it('locked for long: the command is refused, and nothing of it was done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      store.rowStateOf = () => 'locked';
      const result = ledger.commit(pay({ updates: UPDATES })).catch((error: unknown) => error);
      for (let step = 0; step < 60; step++) {
        await vi.advanceTimersByTimeAsync(100);
        await turns();
      }
      expect(await result).toMatchObject({ failure: 'ledger.overloaded' });
      expect(store.requests.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('updated earlier in the batch: the command is decided on what that one leaves', async () => {
    const again = [{ ...UPDATES[0]!, key: { id: 'o', status: 'done' } }];
    store.rowStateOf = ({ key }) => (key['status'] === 'open' || store.commits.length > 0 ? 'matches' : 'stale');
    const commands = [pay({ updates: UPDATES }), pay({ updates: UPDATES }), pay({ updates: again }), pay()];
    const results = await Promise.all(commands.map((command) => ledger.commit(command)));
    expect(results.map((result) => result === 'stale')).toEqual([false, true, false, false]);
    // Whether the third matches is known once it is read again.
    expect([fixture.balance('ben'), store.commits]).toEqual([30, [4, 1]]);
  });
});
