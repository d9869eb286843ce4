import { beforeEach, describe, expect, it } from 'vitest';
import {
  FakeUsers,
  FakeDepositPayments,
  FakeSystemLogs,
  ordersIn,
  paidOrder,
  receivedPayment as paid,
} from '../../../test/contexts/deposits/fake-deposits.js';
import { FakeLedger } from '../../../test/support/fake-ledger.js';
import { kobo, naira } from '../../kernel/money.js';
import { BookLaterCost, CreditPayment, MatchOrder } from './credits.js';
import type { ProviderPayment } from './deposit-provider.js';

describe('CreditPayment', () => {
  let ledger: FakeLedger;
  let users: FakeUsers;
  let systemLogs: FakeSystemLogs;
  let creditPayment: CreditPayment;
  let now = 1;

  beforeEach(() => {
    now = 1;
    ledger = new FakeLedger().open('ada');
    users = new FakeUsers();
    systemLogs = new FakeSystemLogs();
    const orders = ordersIn(ledger, paidOrder);
    const matchOrder = new MatchOrder(orders, users, { now: () => now });
    const payments = new FakeDepositPayments(ledger);
    const laterCost = new BookLaterCost(orders, payments, ledger, systemLogs);
    creditPayment = new CreditPayment(matchOrder, orders, payments, laterCost, ledger, systemLogs);
  });

  const credit = (payment: ProviderPayment, provider = 'bank') => creditPayment.execute(provider, { payments: [payment] });

  it.each(['closing', 'closed'] as const)('holds what arrives for an account that is %s in suspense', async (status) => {
    users.status = status;
    await credit(paid);
    expect(ledger.balanceOf('ada')).toBe(0);
    expect(ledger.balanceOf('system:suspense')).toBe(500_000);
    expect(ledger.rows('deposit_payment')).toMatchObject([{ reason: `the account of deposit order order is ${status}` }]);
  });

  it('credits once, with the order and nothing that the consumer of its journal writes', async () => {
    for (let time = 0; time < 3; time++) await credit(paid);
    expect(ledger.balanceOf('ada')).toBe(500_000);
    expect(ledger.balanceOf('system:deposits:bank')).toBe(-500_000);
    expect(ledger.rows('deposit_order')).toEqual([{ id: 'order', status: 'completed', received_kobo: 500_000, cost_kobo: 0 }]);
    expect(ledger.rows('deposit_payment')).toMatchObject([
      {
        transactionId: 't1',
        orderId: 'order',
        amountKobo: 500_000,
        payer: 'Chinua Obi, First Bank, ******4321',
        narration: 'school fees',
        sessionId: 's1',
        reason: '',
      },
    ]);
    expect([ledger.rows('notice'), ledger.events]).toEqual([[], []]);
    expect(ledger.journals[0]).toMatchObject({ kind: 'deposit', subject: 'order' });
    expect(ledger.journals[0]!.postings[1]).toEqual({ account: 'ada', amountKobo: 500_000, note: 'Deposit from Chinua Obi' });
  });

  it.each([
    ['less', kobo(1)],
    ['more', naira(5_001)],
  ])('credits %s than was ordered', async (_, amountKobo) => {
    await credit({ ...paid, amountKobo });
    expect(ledger.balanceOf('ada')).toBe(amountKobo);
  });

  it('credits a second payment to the same account', async () => {
    await credit(paid);
    await credit({ ...paid, transactionId: 't2', amountKobo: naira(10) });
    expect(ledger.balanceOf('ada')).toBe(501_000);
  });

  it('finds the order by its account where the provider does not know our reference', async () => {
    await credit({ ...paid, reference: undefined });
    expect(ledger.balanceOf('ada')).toBe(500_000);
  });

  it.each([
    ['an unknown account', { reference: undefined, accountNumber: '9999999999' }, 'no deposit order has this account'],
    ['no account at all', { reference: undefined, accountNumber: '' }, 'neither a reference nor the account is known'],
    [
      'an unknown reference',
      { reference: 'x', accountNumber: '' },
      'its reference is no deposit order, and the account is not known',
    ],
  ])('parks money to %s in suspense and tells staff once', async (_, stray, reason) => {
    await credit({ ...paid, ...stray });
    await credit({ ...paid, ...stray });
    expect([ledger.balanceOf('system:suspense'), ledger.balanceOf('ada')]).toEqual([500_000, 0]);
    expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:t1']);
    expect(systemLogs.logs.get('deposit:bank:t1')!.description).toBe(
      `5,000.00 Naira from bank (transaction t1) is in suspense: ${reason}`,
    );
    expect(ledger.rows('deposit_payment')).toMatchObject([
      { orderId: '', payer: 'Chinua Obi, First Bank, ******4321', accountNumber: stray.accountNumber, reason },
    ]);
    expect(ledger.events).toEqual([]);
  });

  it('parks late money that names no order, with the order that had the account', async () => {
    now = 400_000;
    await credit({ ...paid, reference: undefined, receivedAt: 400_000 });
    expect([ledger.balanceOf('system:suspense'), ledger.balanceOf('ada')]).toEqual([500_000, 0]);
    expect(ledger.rows('deposit_payment')).toMatchObject([
      { reason: 'the account was that of deposit order order, which ended at 1970-01-01T00:00:00.002Z' },
    ]);
  });

  it("never credits one provider's payment to another provider's order", async () => {
    await credit(paid, 'other');
    expect([ledger.balanceOf('system:suspense'), ledger.balanceOf('ada')]).toEqual([500_000, 0]);
  });

  it('keeps to what was booked first, and tells staff that the provider says otherwise now', async () => {
    await credit(paid);
    await credit({ ...paid, amountKobo: naira(9_000) });
    expect(ledger.balanceOf('ada')).toBe(500_000);
    expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:t1:changed']);
  });

  describe('what the provider keeps', () => {
    const kept = () => ['ada', 'system:deposits:bank', 'system:costs:bank', 'system:suspense'].map((id) => ledger.balanceOf(id));
    const told = (amount: number, fee: number, ...payments: ProviderPayment[]) =>
      creditPayment.execute('bank', {
        payments,
        total: { ...paid, transactionId: 'r1', amountKobo: naira(amount), feeKobo: naira(fee) },
      });
    const part = (transactionId: string, amount: number) => ({ ...paid, transactionId, amountKobo: naira(amount) });

    it('is a cost in the journal of the deposit, once', async () => {
      for (let time = 0; time < 2; time++) await credit({ ...paid, feeKobo: naira(10) });
      expect(kept()).toEqual([500_000, -499_000, -1_000, 0]);
      expect(ledger.journals.map(({ kind, postings }) => [kind, postings.length])).toEqual([['deposit', 3]]);
    });

    it('is a journal of its own where it is told later, once', async () => {
      await credit(paid);
      for (let time = 0; time < 2; time++) await credit({ ...paid, feeKobo: naira(10) });
      expect(kept()).toEqual([500_000, -499_000, -1_000, 0]);
      expect(ledger.journals.map(({ kind }) => kind)).toEqual(['deposit', 'deposit_fee']);
      expect(ledger.rows('deposit_order')).toMatchObject([{ cost_kobo: 1_000 }]);
    });

    it('is that of the whole transaction, of which each payment bears what is not booked yet', async () => {
      await told(2_000, 10, part('s1', 2_000));
      await told(5_000, 25, part('s1', 2_000), part('s2', 3_000));
      await told(5_000, 30, part('s1', 2_000), part('s2', 3_000));
      await told(5_000, 30, part('s1', 2_000), part('s2', 3_000));
      expect(kept()).toEqual([500_000, -497_000, -3_000, 0]);
      expect(ledger.rows('deposit_payment').map(({ costKobo, lateCostKobo }) => [costKobo, lateCostKobo])).toEqual([
        [1_000, 500],
        [1_500, 0],
      ]);
    });

    it('is a cost of each payment up to what it brought', async () => {
      await told(50, 30, part('s1', 20), part('s2', 30));
      expect(kept()).toEqual([5_000, -2_000, -3_000, 0]);
      expect(ledger.rows('deposit_payment').map(({ costKobo }) => costKobo)).toEqual([2_000, 1_000]);
    });

    it('is a cost of a payment in suspense, too, and may be all of it', async () => {
      await credit({ ...paid, reference: undefined, accountNumber: '', feeKobo: naira(5_000) });
      expect(kept()).toEqual([0, 0, -500_000, 500_000]);
    });

    it('stays as booked where the provider says less later, which staff are told', async () => {
      await credit({ ...paid, feeKobo: naira(10) });
      await credit({ ...paid, feeKobo: naira(5) });
      expect(kept()).toEqual([500_000, -499_000, -1_000, 0]);
      expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:r1:fee']);
    });
  });

  describe('where the provider names the total of a transaction', () => {
    const total = (amount: number): ProviderPayment => ({
      ...paid,
      transactionId: 'r1',
      amountKobo: naira(amount),
      sessionId: '',
    });
    const part = (transactionId: string, amount: number) => ({ ...paid, transactionId, amountKobo: naira(amount) });
    const told = (sum: number, ...payments: ProviderPayment[]) => creditPayment.execute('bank', { payments, total: total(sum) });
    const booked = () => ledger.rows('deposit_payment').map(({ transactionId, amountKobo }) => [transactionId, amountKobo]);

    it('credits each listed payment once', async () => {
      await told(2_000, part('s1', 2_000));
      await told(5_000, part('s1', 2_000), part('s2', 3_000));
      await told(5_000, part('s2', 3_000), part('s1', 2_000));
      expect(booked()).toEqual([
        ['s1', 200_000],
        ['s2', 300_000],
      ]);
      expect(ledger.balanceOf('ada')).toBe(500_000);
    });

    it('credits what grew where it lists none', async () => {
      for (const sum of [2_000, 2_000, 5_000, 5_000]) await told(sum);
      expect(booked()).toEqual([
        ['r1', 200_000],
        ['r1+200000', 300_000],
      ]);
    });

    it('credits the rest where it lists the latest only', async () => {
      await told(5_000, part('s2', 3_000));
      expect(booked()).toEqual([
        ['s2', 300_000],
        ['r1+300000', 200_000],
      ]);
    });

    it('never books more than the total, when payments are listed that were booked from the total', async () => {
      await told(2_000);
      await told(5_000, part('s1', 2_000), part('s2', 3_000));
      await told(5_000, part('s1', 2_000), part('s2', 3_000));
      expect(ledger.balanceOf('ada')).toBe(500_000);
    });

    it('does not credit the difference of a payment whose amount changed', async () => {
      await told(2_000, part('s1', 2_000));
      await told(9_000, part('s1', 9_000));
      expect(ledger.balanceOf('ada')).toBe(200_000);
      expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:s1:changed']);
    });
  });
});
