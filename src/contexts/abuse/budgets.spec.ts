import { describe, expect, it } from 'vitest';
import { BUDGETS, type Budget } from '../../kernel/budget-definitions.js';
import { readBudgets, endOf, live, NEVER, NOTHING, type Spending, waitMs, withAmount, withoutAmount } from './budgets.js';
import { DAY_MS } from '../../kernel/clock.js';

describe('the setting BUDGETS', () => {
  it('leaves all as they are where it is not set', () => {
    expect(readBudgets(undefined)).toEqual({ budgets: BUDGETS, faults: [] });
  });

  it('changes caps and windows by name, and nothing else', () => {
    const { budgets, faults } = readBudgets('{"account_passwords":{"cap":3},"second_factors":{"windowSeconds":60}}');
    expect(faults).toEqual([]);
    expect(budgets).toEqual({
      ...BUDGETS,
      account_passwords: { ...BUDGETS.account_passwords, cap: 3 },
      second_factors: { ...BUDGETS.second_factors, windowMs: 60_000 },
    });
  });

  it('leaves rates to RATE_LIMIT_SCALE where it does not name them', () => {
    const capsAt = (scale: number, text?: string) => {
      const { network_codes, unproved_mails } = readBudgets(text, scale).budgets;
      return [network_codes.cap, unproved_mails.cap];
    };
    expect([capsAt(1), capsAt(3), capsAt(0.001)]).toEqual([
      [60, 12],
      [180, 12],
      [1, 12],
    ]);
    expect([capsAt(0), capsAt(0, '{"network_codes":{"cap":4}}')]).toEqual([
      [Number.MAX_SAFE_INTEGER, 12],
      [4, 12],
    ]);
  });

  it.each([
    ['{', 'must be JSON'],
    ['[]', 'must be JSON'],
    ['null', 'must be JSON'],
    ['{"account_passwords":5}', 'must be JSON'],
    ['{"passwords":{"cap":1}}', 'BUDGETS names passwords, which is none of network_passwords,'],
    ['{"__proto__":{"cap":1}}', 'BUDGETS names __proto__'],
    ['{"toString":{"cap":1}}', 'BUDGETS names toString'],
    ['{"account_passwords":{"beyond":"refuse"}}', 'BUDGETS.account_passwords takes cap and windowSeconds, not beyond'],
    ['{"account_passwords":{"cap":0}}', 'BUDGETS.account_passwords.cap must be a whole number from 1'],
    ['{"account_passwords":{"cap":"5"}}', 'BUDGETS.account_passwords.cap must be'],
    ['{"account_passwords":{"cap":1e99}}', 'BUDGETS.account_passwords.cap must be'],
    ['{"account_passwords":{"windowSeconds":0.5}}', 'BUDGETS.account_passwords.windowSeconds must be'],
    ['{"account_passwords":{"windowSeconds":99999999999}}', 'BUDGETS.account_passwords.windowSeconds must be'],
  ])('refuses %s', (text, fault) => {
    expect(readBudgets(text).faults.join()).toContain(fault);
  });
});

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
