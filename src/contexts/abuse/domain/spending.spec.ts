import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../kernel/budgets.js';
import { DAY_MS } from '../../../kernel/clock.js';
import { endOf, live, NEVER, NOTHING, type Spending, waitMs, withAmount, withoutAmount } from './spending.js';

const NOW = 1_790_000_000_000;
const budget = (beyond: Budget['beyond'], cap = 5): Budget => ({
  counts: '',
  subjectIs: 'account',
  cap,
  windowMs: DAY_MS,
  beyond,
  store: 'database',
  tells: [],
});
const spending = (spent: number, over: Partial<Spending> = {}): Spending => ({
  spent,
  beganAt: NOW,
  lastAt: NOW,
  refusedAt: 0,
  ...over,
});

describe('a budget that delays', () => {
  const delays = budget('delay');

  it.each([
    [0, 0],
    [4, 0],
    [5, 1_000],
    [6, 2_000],
    [9, 16_000],
    [14, 512_000],
    [15, 900_000],
    [5_000, 900_000],
  ])('after %d lets wait %d ms', (spent, delayMs) => {
    expect(waitMs(delays, spending(spent), 1, NOW)).toBe(delayMs);
  });

  it('counts from the last try and forgets a window after it', () => {
    const at = (ago: number, spent = 6) => spending(spent, { beganAt: NOW - 9 * DAY_MS, lastAt: NOW - ago });
    expect(waitMs(delays, at(1_500), 1, NOW)).toBe(500);
    expect(waitMs(delays, at(2_000), 1, NOW)).toBe(0);
    expect(live(delays, at(DAY_MS - 1), NOW).spent).toBe(6);
    expect(live(delays, at(DAY_MS), NOW)).toBe(NOTHING);
  });
});

describe('a budget that refuses', () => {
  const refuses = budget('refuse');

  it('counts from the first one and forgets a window after it', () => {
    const first = withAmount(NOTHING, 3, NOW);
    const second = withAmount(first, 2, NOW + 1_000);
    expect(second).toEqual({ spent: 5, beganAt: NOW, lastAt: NOW + 1_000, refusedAt: 0 });
    expect(waitMs(refuses, second, 1, NOW + 1_000)).toBe(DAY_MS - 1_000);
    expect(live(refuses, second, NOW + DAY_MS - 1)).toBe(second);
    expect(live(refuses, second, NOW + DAY_MS)).toBe(NOTHING);
  });

  it('lets pass up to the cap', () => {
    expect(waitMs(refuses, spending(3), 2, NOW)).toBe(0);
    expect(waitMs(refuses, spending(3), 3, NOW)).toBe(DAY_MS);
    expect(waitMs(refuses, NOTHING, 6, NOW)).toBe(DAY_MS);
    expect(waitMs(refuses, withoutAmount(refuses, spending(5, { refusedAt: NOW }), 1), 1, NOW)).toBe(0);
  });
});

describe('a budget that freezes', () => {
  const freezes = budget('freeze');

  it('ends as others do until it refused, and then never', () => {
    expect(endOf(freezes, spending(5))).toBe(NOW + DAY_MS);
    const frozen = spending(5, { refusedAt: NOW });
    expect(endOf(freezes, frozen)).toBe(NEVER);
    expect(waitMs(freezes, withoutAmount(freezes, frozen, 5), 1, NOW + 9 * DAY_MS)).toBeGreaterThan(0);
  });
});
