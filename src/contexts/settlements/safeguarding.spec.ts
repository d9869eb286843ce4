import { describe, expect, it } from 'vitest';
import { Clock } from '../../kernel/clock.js';
import { ZERO_KOBO } from '../../kernel/money.js';
import type { NewSystemLog, SystemLogs } from '../system-logs/index.js';
import { type ShowSafeguarding, WatchSafeguarding } from './safeguarding.js';

class FixedClock extends Clock {
  time = Date.parse('2026-11-21T08:00:00Z');
  now(): number {
    return this.time;
  }
}

function watch(differenceKobo: number) {
  const logs: NewSystemLog[] = [];
  const clock = new FixedClock();
  const nothing = { heldKobo: 0n, suspenseKobo: ZERO_KOBO, banks: [], providers: [] };
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
