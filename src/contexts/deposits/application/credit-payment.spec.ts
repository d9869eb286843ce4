import { beforeEach, describe, expect, it } from 'vitest';
import { FakeLedger } from '../../../../test/support/fake-ledger.js';
import { kobo, naira } from '../../../kernel/money.js';
import { type NewSystemLog, SystemLogs } from '../../system-logs/index.js';
import type { DepositOrder } from '../domain/deposit-order.js';
import { CreditPayment } from './credit-payment.js';
import { DepositOrders, type NewDepositPayment } from './ports/deposit-orders.js';
import type { ProviderPayment } from './ports/deposit-provider.js';

/** The part of DepositOrders that CreditPayment uses. */
function ordersOf(...known: DepositOrder[]): DepositOrders {
  const orders: Partial<DepositOrders> = {
    find: (id) => Promise.resolve(known.find((order) => order.id === id)),
    findByAccount: (provider, accountNumber, from, until) =>
      Promise.resolve(
        known.find(
          (order) =>
            order.provider === provider &&
            order.accountNumber === accountNumber &&
            order.createdAt <= until &&
            order.expiresAt >= from,
        ),
      ),
    paymentRecord: (payment: NewDepositPayment) => ({
      table: 'deposit_payment',
      values: { transaction: payment.transactionId, order: payment.orderId ?? '', amount: payment.amountKobo },
    }),
    completion: (id) => ({ table: 'deposit_order', key: { id }, set: { status: 'completed' } }),
  };
  return orders as DepositOrders;
}

class FakeSystemLogs extends SystemLogs {
  readonly logs = new Map<string, NewSystemLog>();
  record(log: NewSystemLog): Promise<void> {
    this.logs.set(log.key ?? '', log);
    return Promise.resolve();
  }
}

const order: DepositOrder = {
  id: 'order',
  userId: 'ada',
  provider: 'bank',
  amountKobo: naira(5_000),
  status: 'pending',
  accountNumber: '0123456789',
  accountName: 'Ada',
  bankName: 'Bank',
  expiresAt: 2,
  createdAt: 1,
};

const paid: ProviderPayment = {
  transactionId: 't1',
  amountKobo: naira(5_000),
  payerName: 'Chinua Obi',
  reference: 'order',
  accountNumber: '0123456789',
  receivedAt: 1,
};

describe('CreditPayment', () => {
  let ledger: FakeLedger;
  let systemLogs: FakeSystemLogs;
  let creditPayment: CreditPayment;

  beforeEach(() => {
    ledger = new FakeLedger().open('ada');
    ledger.rows('deposit_order').push({ id: 'order', status: 'pending' });
    systemLogs = new FakeSystemLogs();
    creditPayment = new CreditPayment(ordersOf(order), ledger, systemLogs, { now: () => 1 });
  });

  it('credits once, with the order and nothing that the consumer of its journal writes', async () => {
    for (let time = 0; time < 3; time++) await creditPayment.execute('bank', paid);
    expect(ledger.balanceOf('ada')).toBe(500_000);
    expect(ledger.balanceOf('system:deposits:bank')).toBe(-500_000);
    expect(ledger.rows('deposit_order')).toEqual([{ id: 'order', status: 'completed' }]);
    expect(ledger.rows('deposit_payment')).toEqual([{ transaction: 't1', order: 'order', amount: 500_000 }]);
    expect([ledger.rows('notice'), ledger.events]).toEqual([[], []]);
    expect(ledger.journals[0]).toMatchObject({ kind: 'deposit', subject: 'order' });
    expect(ledger.journals[0]!.postings[1]).toEqual({ account: 'ada', amountKobo: 500_000, note: 'Deposit from Chinua Obi' });
  });

  it.each([
    ['less', kobo(1)],
    ['more', naira(5_001)],
  ])('credits %s than was ordered', async (_, amountKobo) => {
    await creditPayment.execute('bank', { ...paid, amountKobo });
    expect(ledger.balanceOf('ada')).toBe(amountKobo);
  });

  it('finds the order by its account where the provider does not know our reference', async () => {
    await creditPayment.execute('bank', { ...paid, reference: undefined });
    expect(ledger.balanceOf('ada')).toBe(500_000);
  });

  it.each([
    ['an unknown account', { reference: undefined, accountNumber: '9999999999' }],
    ['no account at all', { reference: undefined, accountNumber: '' }],
  ])('parks money to %s in suspense and tells staff once', async (_, stray) => {
    await creditPayment.execute('bank', { ...paid, ...stray });
    await creditPayment.execute('bank', { ...paid, ...stray });
    expect([ledger.balanceOf('system:suspense'), ledger.balanceOf('ada')]).toEqual([500_000, 0]);
    expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:t1']);
    expect(ledger.events).toEqual([]);
  });

  it("never credits one provider's payment to another provider's order", async () => {
    await creditPayment.execute('other', paid);
    expect([ledger.balanceOf('system:suspense'), ledger.balanceOf('ada')]).toEqual([500_000, 0]);
  });

  it('keeps to what was booked first, and tells staff that the provider says otherwise now', async () => {
    await creditPayment.execute('bank', paid);
    await creditPayment.execute('bank', { ...paid, amountKobo: naira(9_000) });
    expect(ledger.balanceOf('ada')).toBe(500_000);
    expect([...systemLogs.logs.keys()]).toEqual(['deposit:bank:t1:changed']);
  });
});
