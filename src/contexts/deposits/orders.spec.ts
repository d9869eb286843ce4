import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../kernel/clock.js';
import { nextQueryAt } from './orders.js';

const EXPIRES_AT = 1_800_000;

/** The times of all queries of an order that is made at 0. */
function times(isPaid: (at: number) => boolean): number[] {
  const asked: number[] = [];
  for (let now = 0; ;) {
    const next = nextQueryAt({ queries: asked.length, isPaid: isPaid(now), expiresAt: EXPIRES_AT }, now);
    if (next === undefined) return asked;
    asked.push((now = next));
  }
}

describe('nextQueryAt', () => {
  const AFTER = [1, 24, 72].map((hours) => EXPIRES_AT + hours * HOUR_MS);

  it('asks soon, then every five minutes until the end, and three times afterwards', () => {
    const seconds = [15, 35, 75, 135, 195, 315, 435, 615, 915, 1_215, 1_515];
    expect(times(() => false)).toEqual([...seconds.map((second) => second * 1_000), ...AFTER]);
  });

  it('asks an order that is paid in full only afterwards', () => {
    expect(times((now) => now >= 35_000)).toEqual([15_000, 35_000, ...AFTER]);
  });

  it('never asks twice within ten seconds', () => {
    const asked = times(() => false);
    expect(asked.every((time, index) => index === 0 || time - asked[index - 1]! >= 10_000)).toBe(true);
  });
});
