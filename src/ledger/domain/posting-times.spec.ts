import { describe, expect, it } from 'vitest';
import { movement } from '../../../test/support/ledger-fixture.js';
import type { LockedAccounts, QueuedCommand } from './batch.js';
import { planBatch } from './plan-batch.js';
import { POSTINGS_PER_MS } from './posting-times.js';

const NOW = 1_700_000_000_000;

function payments(count: number, arrivedAt: number, to = 'ada'): QueuedCommand[] {
  return Array.from({ length: count }, () => {
    const command = movement('system:suspense', to, 1);
    return { command, recordKey: command.idempotencyKey.key, name: command.idempotencyKey.key, arrivedAt, attemptId: 'attempt' };
  });
}

function booksAt(head: LockedAccounts['head']): LockedAccounts {
  const wallet = { balanceKobo: 0, seq: 0 };
  return {
    head,
    accounts: new Map([
      ['ada', wallet],
      ['obi', wallet],
    ]),
    foundRecords: new Map(),
    rowStates: new Map(),
  };
}

const genesis = { batchNo: 1, hash: 'a'.repeat(64), committedAt: NOW };

function post(batches: readonly QueuedCommand[][], from: LockedAccounts['head'] = genesis): number[] {
  let head = from;
  const times: number[] = [];
  for (const batch of batches) {
    const plan = planBatch(batch, booksAt(head), { id: 'test', secret: Buffer.alloc(32) });
    times.push(...plan.journals.map(({ postedAt }) => postedAt));
    head = plan.head!;
  }
  return times;
}
const largestGroup = (times: readonly number[]) =>
  Math.max(...times.map((time) => times.filter((other) => other === time).length));

describe('times of postings', () => {
  it('of one wallet share a millisecond up to a page of its history', () => {
    const times = post([payments(200, NOW + 1)]);
    expect(largestGroup(times)).toBe(POSTINGS_PER_MS);
    expect(times[0]).toBe(NOW + 1);
    expect(times.at(-1)).toBe(NOW + 1 + Math.ceil(200 / POSTINGS_PER_MS) - 1);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('do so over the batches that one process writes in that millisecond', () => {
    const times = post([payments(10, NOW + 1), payments(10, NOW + 1), payments(10, NOW + 1)]);
    expect(largestGroup(times)).toBe(POSTINGS_PER_MS);
    expect(new Set(times).size).toBe(2);
  });

  it('of many wallets are those of their arrival', () => {
    const times = post([[...payments(15, NOW + 1), ...payments(15, NOW + 1, 'obi'), ...payments(3, NOW + 2)]]);
    expect(new Set(times)).toEqual(new Set([NOW + 1, NOW + 2]));
  });

  it('differ from that of a head that is ahead of the clock, whose postings are not known', () => {
    const heads = Array.from({ length: 5 }, (_, index) => ({ ...genesis, committedAt: NOW + 60_000 + index }));
    for (const head of heads) expect(post([payments(1, NOW)], head)).toEqual([head.committedAt + 1]);
  });
});
