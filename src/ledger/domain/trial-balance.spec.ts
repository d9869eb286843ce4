import { describe, expect, it } from 'vitest';
import { kobo } from '../../kernel/money.js';
import { trialBalanceOf } from './trial-balance.js';

const balances = (given: Record<string, number>) =>
  Object.entries(given).map(([account, amount]) => ({ account, balanceKobo: kobo(amount) }));

describe('trialBalanceOf', () => {
  it('orders accounts as assets, liabilities (a provider that we owe among them), income, expense, and both sums are equal', () => {
    const given = {
      'system:bank:gtb': -700,
      'system:clearing:bank': -50,
      'system:clearing:biller': 350,
      'system:costs:banks': -10,
      'system:costs:bank': -40,
      'system:fees': 50,
      'system:held:biller': 100,
      'system:vat': 0,
    };
    const { lines, ...sums } = trialBalanceOf(balances(given), 300n);
    expect(lines.map(({ type, name, debitKobo, creditKobo }) => [type, name, debitKobo, creditKobo])).toEqual([
      ['asset', 'Bank account gtb', 700n, 0n],
      ['asset', 'Clearing with bank', 50n, 0n],
      ['liability', 'Wallets of all users', 0n, 300n],
      ['liability', 'Clearing with biller', 0n, 350n],
      ['liability', 'Held for purchases and payouts at biller', 0n, 100n],
      ['liability', 'Value added tax', 0n, 0n],
      ['income', 'Fees and commissions', 0n, 50n],
      ['expense', 'Fees of banks', 10n, 0n],
      ['expense', 'Fees of bank', 40n, 0n],
    ]);
    expect(sums).toEqual({ debitKobo: 800n, creditKobo: 800n, isBalanced: true });
  });

  it('says where the sums differ, and refuses an account that nobody described', () => {
    expect(trialBalanceOf(balances({ 'system:fees': 1 }), 0n).isBalanced).toBe(false);
    expect(() => trialBalanceOf(balances({ 'system:bank:': 1 }), 0n)).toThrow('system:bank:');
  });

  it('adds balances whose sum no double holds, and tells one kobo', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const given = balances({ 'system:clearing:one': -most, 'system:clearing:two': -most });
    const owed = 2n * BigInt(most);
    expect(trialBalanceOf(given, owed)).toMatchObject({ debitKobo: owed, creditKobo: owed, isBalanced: true });
    expect(trialBalanceOf(given, owed - 1n).isBalanced).toBe(false);
  });
});
