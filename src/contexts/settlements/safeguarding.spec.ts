import { describe, expect, it } from 'vitest';
import { Clock } from '../../kernel/clock.js';
import { kobo } from '../../kernel/money.js';
import type { NewSystemLog, SystemLogs } from '../system-logs/index.js';
import { coverageOf, type ShowSafeguarding, suspenseAndDebts, WatchSafeguarding } from './safeguarding.js';

class FixedClock extends Clock {
  time = Date.parse('2026-11-21T08:00:00Z');
  now(): number {
    return this.time;
  }
}

function watch(differenceKobo: number) {
  const logs: NewSystemLog[] = [];
  const clock = new FixedClock();
  const nothing = { heldKobo: 0n, suspenseKobo: 0n, debtsKobo: 0n, banks: [], providers: [] };
  const show = {
    execute: (day: string) => Promise.resolve({ day, walletsKobo: 500n, ...nothing, differenceKobo: BigInt(differenceKobo) }),
  };
  const systemLogs = { record: (entry: NewSystemLog) => Promise.resolve(void logs.push(entry)) };
  const watching = new WatchSafeguarding(show as unknown as ShowSafeguarding, systemLogs as unknown as SystemLogs, clock);
  return { watching, clock, logs };
}

describe('WatchSafeguarding', () => {
  it('looks at each day that is over once', async () => {
    const { watching, clock, logs } = watch(0);
    expect(await watching.execute()).toMatchObject({ day: '2026-11-20', walletsKobo: 500n, differenceKobo: 0n });
    expect(await watching.execute()).toBeUndefined();
    clock.time += 24 * 3_600_000;
    expect(await watching.execute()).toMatchObject({ day: '2026-11-21' });
    expect(watching.last).toMatchObject({ day: '2026-11-21' });
    expect(logs).toEqual([]);
  });

  it('tells staff where less is there than is owed', async () => {
    const { watching, logs } = watch(-1);
    await watching.execute();
    expect(logs).toMatchObject([{ kind: 'error', key: 'safeguarding:2026-11-20' }]);
    expect(logs[0]!.description).toContain('0.01 Naira less than is owed to users');
  });
});

describe('coverageOf', () => {
  const there = { banks: [{ name: 'gtb', bookKobo: kobo(1_000), theirsKobo: undefined }], providers: [] };
  /** Strangers paid 600, and somebody owes 500. */
  const difference = (balance: bigint, debts: bigint, hidden: bigint) =>
    coverageOf({ walletsKobo: 500n, heldKobo: 0n, ...suspenseAndDebts(balance, debts, hidden), ...there });

  it.each([
    ['on its own account', 600n, 500n, 0n],
    ['in suspense, as versions before had it', 100n, 0n, 500n],
  ])('does not cover what strangers paid with what somebody owes %s', (_, ...balances) => {
    expect(difference(...balances)).toMatchObject({ suspenseKobo: 600n, debtsKobo: 500n, differenceKobo: -100n });
  });

  it('never counts suspense below zero', () => {
    expect(difference(-300n, 0n, 0n)).toMatchObject({ suspenseKobo: 0n, debtsKobo: 300n, differenceKobo: 500n });
  });
});
