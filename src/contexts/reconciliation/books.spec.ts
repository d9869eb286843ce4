import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../kernel/clock.js';
import type { NewSystemLog } from '../system-logs/index.js';
import type { LedgerCheck } from '../../ledger/index.js';
import { Books } from './books.js';

const RIGHT = { ok: true, batches: 3, journals: 3, postings: 6, accounts: 2, requests: 3 };
const WRONG = { table: 'posting', key: 'a/1/2', column: 'seq', expected: '2', found: '3' };

function open(headNo: number) {
  const checks = new Map<string, LedgerCheck>();
  const logs: NewSystemLog[] = [];
  const state = { now: 100 * DAY_MS, verdict: RIGHT as object, asked: [] as object[] };
  const books = { head: () => Promise.resolve({ batchNo: headNo }) };
  const execute = (options: object) => {
    state.asked.push(options);
    return Promise.resolve(state.verdict);
  };
  const last = (kind: string) => Promise.resolve(checks.get(kind));
  const keep = (check: LedgerCheck) => Promise.resolve(void checks.set(check.kind, check));
  const log = (entry: NewSystemLog) => Promise.resolve(void logs.push(entry));
  const parts = [
    books,
    { last, record: keep },
    undefined,
    undefined,
    undefined,
    { execute },
    { record: log },
    { now: () => state.now },
  ];
  const verifyBooks = new Books(...(parts as unknown as ConstructorParameters<typeof Books>));
  return { checks, logs, state, verifyBooks };
}

describe('Books', () => {
  it('verifies everything first, then what came since, and everything again after a week', async () => {
    const { checks, state, verifyBooks } = open(3);
    await verifyBooks.verify();
    expect(checks.get('whole')).toMatchObject({ isOk: true, batchNo: 3, createdAt: state.now });
    const first = state.now;
    state.now += DAY_MS;
    state.verdict = { ...RIGHT, since: 3 };
    await verifyBooks.verify();
    expect(checks.get('whole')).toMatchObject({ createdAt: first });
    expect(checks.get('recent')).toMatchObject({ isOk: true, batchNo: 6, createdAt: state.now });
    state.now = first + 7 * DAY_MS;
    await verifyBooks.verify();
    const asked = [false, true, false].map((sinceCheckpoint) => ({ sinceCheckpoint, workers: 1 }));
    expect(state.asked).toEqual(asked);
  });

  it('does not count a ledger without batches as verified', async () => {
    const { checks, verifyBooks } = open(0);
    await verifyBooks.verify();
    expect([...checks.keys()]).toEqual(['recent']);
  });

  it('records a wrong row as a system log, for both kinds of verification', async () => {
    const { checks, logs, state, verifyBooks } = open(3);
    state.verdict = { ...RIGHT, ok: false, wrong: WRONG };
    await verifyBooks.verify();
    expect([...checks.values()].map(({ isOk }) => isOk)).toEqual([false, false]);
    expect(logs).toEqual([
      {
        kind: 'error',
        description: 'The ledger is wrong: posting a/1/2, seq: 3 instead of 2. See LedgerWrong in docs/runbook.md.',
        key: 'ledger-wrong:posting:a/1/2',
      },
    ]);
  });
});
