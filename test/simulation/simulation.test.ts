import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../packages/simulation/schedule.js';
import { shortest } from '../../packages/simulation/shortest.js';
import { simulate } from '../../packages/simulation/simulate.js';
import { steadyMs } from '../../src/kernel/timers.js';

const COMMANDS = 300;
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe('the ledger in simulated processes', () => {
  it.each(SEEDS)('keeps what it acknowledged, once, under the faults of seed %s', async (seed) => {
    const { wrong, acknowledged, refused } = await simulate({ seed, commands: COMMANDS });
    expect(wrong).toEqual([]);
    expect(acknowledged + refused).toBeGreaterThanOrEqual(COMMANDS);
  });

  it('does the same twice, and gives the time of the machine back', async () => {
    const before = steadyMs();
    const [one, other] = [await simulate({ seed: 3, commands: 100 }), await simulate({ seed: 3, commands: 100 })];
    expect(other).toEqual(one);
    expect((await simulate({ seed: 4, commands: 100 })).hash).not.toBe(one.hash);
    expect(steadyMs()).toBeGreaterThan(before);
  });
});

it('of a schedule the part stays that still fails', async () => {
  const schedule: Schedule = Array.from({ length: 40 }, (_, at) => ({ of: 'packet', at, how: 'slow', ms: 1, share: 0 }));
  const fails = (part: Schedule) => Promise.resolve([7, 31].every((needed) => part.some(({ at }) => at === needed)));
  expect((await shortest(schedule, fails, 1_000)).map(({ at }) => at)).toEqual([7, 31]);
});
