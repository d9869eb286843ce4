import { describe, expect, it } from 'vitest';
import { type Disturbance, DISTURBANCES } from '../../packages/harness/faults/disturbances.js';
import type { FaultContext } from '../../packages/harness/faults/fault.js';
import { nemesisFaults, schedule } from '../../packages/harness/faults/nemesis.js';

const names = (rounds: ReturnType<typeof schedule>) => rounds.map((round) => round.map(({ disturbance: { name } }) => name));
const context = { scale: 0.001 } as FaultContext;

describe('schedule', () => {
  it('is the same for a seed, and another one for another', () => {
    expect(schedule(7, 8, DISTURBANCES)).toEqual(schedule(7, 8, DISTURBANCES));
    expect(schedule(8, 8, DISTURBANCES)).not.toEqual(schedule(7, 8, DISTURBANCES));
  });

  it('has one in its first round, two different ones in its second, and one or two later', () => {
    for (let seed = 0; seed < 50; seed++) {
      const rounds = names(schedule(seed, 6, DISTURBANCES));
      expect(rounds.slice(0, 2).map(({ length }) => length)).toEqual([1, 2]);
      for (const round of rounds) expect(new Set(round).size).toBe(round.length);
      expect(rounds.every(({ length }) => length >= 1 && length <= 2)).toBe(true);
    }
  });

  it('draws every kind before one again', () => {
    const drawn = names(schedule(3, 40, DISTURBANCES)).flat();
    expect(new Set(drawn.slice(0, DISTURBANCES.length)).size).toBe(DISTURBANCES.length);
  });

  it('lets each last as long as it may', () => {
    for (const { disturbance, startsS, lastsS } of schedule(5, 40, DISTURBANCES).flat()) {
      const [shortest, longest] = disturbance.lastsS;
      expect(lastsS).toBeGreaterThanOrEqual(shortest);
      expect(lastsS).toBeLessThanOrEqual(longest);
      expect(startsS).toBeLessThanOrEqual(3);
    }
  });
});

describe('nemesisFaults', () => {
  const events: string[] = [];
  const fake = (name: string, withoutMoneyS: number): Disturbance => ({
    name,
    withoutMoneyS,
    lastsS: [20, 20],
    async begin(_, random) {
      events.push(`${name} begins ${random.below(1_000)}`);
      return async () => void events.push(`${name} ends`);
    },
  });

  it('allows two at once as long without money as both', () => {
    const faults = nemesisFaults(1, 2, [fake('one', 2), fake('other', 3)]);
    expect(faults.map(({ withoutMoneyS }) => withoutMoneyS.galera)).toContain(5);
  });

  it('says its seed and what happens when', () => {
    const [fault] = nemesisFaults(1, 1, [fake('one', 2)]);
    expect(fault?.title).toBe('Nemesis, round 1 of seed 1: one at 0.0 s for 20.0 s');
  });

  it('begins and ends each, the same way each time', async () => {
    const runs: string[][] = [];
    for (let run = 0; run < 2; run++) {
      events.length = 0;
      for (const fault of nemesisFaults(4, 2, [fake('one', 2), fake('other', 3)])) await fault.run(context);
      runs.push([...events].toSorted());
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]?.filter((event) => event.endsWith('ends'))).toHaveLength(3);
  });

  it('ends the one where the other cannot begin', async () => {
    events.length = 0;
    const broken: Disturbance = { ...fake('broken', 1), begin: () => Promise.reject(new Error('no writer')) };
    const round = nemesisFaults(4, 2, [fake('one', 2), broken])[1]!;
    await expect(round.run(context)).rejects.toThrow('no writer');
    expect(events.at(-1)).toBe('one ends');
  });
});
