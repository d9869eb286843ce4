import { describe, expect, it } from 'vitest';
import { kobo } from '../../kernel/money.js';
import { trialBalanceOf } from './trial-balance.js';

const balances = (given: Record<string, number>) =>
  Object.entries(given).map(([account, amount]) => ({ account, balanceKobo: kobo(amount) }));

describe('trialBalanceOf', () => {
  it('orders accounts as assets, liabilities, income, expense, each with a name, and both sums are equal', () => {
    const given = {
      'system:bank:gtb': -700,
      'system:clearing:biller': 300,
      'system:costs:banks': -10,
      'system:costs:bank': -40,
      'system:fees': 50,
      'system:held:biller': 100,
      'system:vat': 0,
    };
    const { lines, ...sums } = trialBalanceOf(balances(given), kobo(300));
    expect(lines.map(({ type, name, debitKobo, creditKobo }) => [type, name, debitKobo, creditKobo])).toEqual([
      ['asset', 'Bank account gtb', 700, 0],
      ['asset', 'Clearing with biller', 0, 300],
      ['liability', 'Wallets of all users', 0, 300],
      ['liability', 'Held for purchases and payouts at biller', 0, 100],
      ['liability', 'Value added tax', 0, 0],
      ['income', 'Fees and commissions', 0, 50],
      ['expense', 'Fees of banks', 10, 0],
      ['expense', 'Fees of bank', 40, 0],
    ]);
    expect(sums).toEqual({ debitKobo: 750, creditKobo: 750, isBalanced: true });
  });

  it('says where the sums differ, and refuses an account that nobody described', () => {
    expect(trialBalanceOf(balances({ 'system:fees': 1 }), kobo(0)).isBalanced).toBe(false);
    expect(() => trialBalanceOf(balances({ 'system:bank:': 1 }), kobo(0))).toThrow('system:bank:');
  });
});
