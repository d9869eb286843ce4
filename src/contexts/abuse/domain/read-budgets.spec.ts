import { describe, expect, it } from 'vitest';
import { BUDGETS } from '../../../kernel/budget-definitions.js';
import { readBudgets } from './read-budgets.js';

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
