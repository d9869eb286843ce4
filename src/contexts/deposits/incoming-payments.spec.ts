import { beforeEach, describe, expect, it } from 'vitest';
import {
  FakeUsers,
  FakeDepositPayments,
  FakeSystemLogs,
  journalsOf,
  ordersIn,
  paidOrder,
  receivedPayment as paid,
} from '../../../test/contexts/deposits/fake-deposits.js';
import { FakeLedger } from '../../../test/support/fake-ledger.js';
import { kobo, naira } from '../../kernel/money.js';
import { BookLaterCost, CreditPayment, MatchOrder } from './credits.js';
import { ReversePayments } from './incoming-payments.js';

describe('ReversePayments', () => {
  let ledger: FakeLedger;
  let systemLogs: FakeSystemLogs;
  let credit: CreditPayment;
  let reverse: ReversePayments;

  beforeEach(() => {
    ledger = new FakeLedger().open('ada').open('bola');
    systemLogs = new FakeSystemLogs();
    const orders = ordersIn(ledger, paidOrder);
    const payments = new FakeDepositPayments(ledger);
    const matchOrder = new MatchOrder(orders, new FakeUsers(), { now: () => 1 });
    const laterCost = new BookLaterCost(orders, payments, ledger, systemLogs);
    credit = new CreditPayment(matchOrder, orders, payments, laterCost, ledger, systemLogs);
    reverse = new ReversePayments(payments, orders, ledger, journalsOf(ledger), systemLogs);
  });

  const spend = (amount: number) =>
    ledger.commit({
      idempotencyKey: { scope: 'ada', action: 'test', key: String(amount), fingerprint: '' },
      response: null,
      journal: {
        id: `spent-${amount}`,
        kind: 'transfer',
        subject: 'x',
        postings: [
          { account: 'ada', amountKobo: kobo(-naira(amount)), note: '' },
          { account: 'bola', amountKobo: naira(amount), note: '' },
        ],
      },
    });
  const balances = () => ['ada', 'system:deposits:bank', 'system:suspense'].map((account) => ledger.balanceOf(account));

  it('takes every payment of the transaction back, once', async () => {
    const parts = [paid, { ...paid, transactionId: 't2', amountKobo: naira(10) }];
    await credit.execute('bank', { payments: parts });
    for (let time = 0; time < 3; time++) await reverse.execute('bank', 'r1');
    expect(balances()).toEqual([0, 0, 0]);
    expect(ledger.rows('deposit_order')).toMatchObject([{ status: 'reversed' }]);
    expect(ledger.journals.slice(2)).toMatchObject([
      { kind: 'reversal', subject: 'order' },
      { kind: 'reversal', subject: 'order' },
    ]);
  });

  it('lets suspense owe what was spent meanwhile, and tells staff', async () => {
    await credit.execute('bank', { payments: [paid] });
    await spend(4_000);
    for (let time = 0; time < 3; time++) await reverse.execute('bank', 'r1');
    expect(balances()).toEqual([100_000, 0, -500_000]);
    expect([...systemLogs.logs.values()]).toMatchObject([{ kind: 'error' }]);
  });

  it('takes money without an order from suspense', async () => {
    await credit.execute('bank', { payments: [{ ...paid, reference: undefined, accountNumber: '9' }] });
    await reverse.execute('bank', 'r1');
    expect(balances()).toEqual([0, 0, 0]);
  });

  it('does nothing where nothing was credited', async () => {
    await reverse.execute('bank', 'r1');
    expect(ledger.journals).toEqual([]);
  });
});
