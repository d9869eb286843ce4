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
import { pickerOf } from '../../../test/contexts/settlements/month/business.js';
import { FakeLedger } from '../../../test/support/fake-ledger.js';
import { newId } from '../../kernel/ids.js';
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

  const spend = (amountKobo: number) =>
    ledger.commit({
      idempotencyKey: { scope: 'ada', action: 'test', key: newId(), fingerprint: '' },
      response: null,
      journal: {
        id: newId(),
        kind: 'transfer',
        subject: 'x',
        postings: [
          { account: 'ada', amountKobo: kobo(-amountKobo), note: '' },
          { account: 'bola', amountKobo: kobo(amountKobo), note: '' },
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

  it('makes what was spent meanwhile a debt, and tells staff', async () => {
    await credit.execute('bank', { payments: [paid] });
    await spend(400_000);
    for (let time = 0; time < 3; time++) await reverse.execute('bank', 'r1');
    expect([...balances(), ledger.balanceOf('system:debts')]).toEqual([100_000, 0, 0, -500_000]);
    expect([...systemLogs.logs.values()]).toMatchObject([{ kind: 'error' }]);
    const { id } = ledger.journals.find(({ kind }) => kind === 'reversal')!;
    expect(ledger.rows('deposit_payment')).toMatchObject([{ debt: 'owed', debtorId: 'ada', debtId: id }]);
  });

  it.each([1, 2, 3, 4, 5])('nets nothing across two people, whatever comes (seed %i)', async (seed) => {
    const random = pickerOf(seed);
    const known: string[] = [];
    const open = () =>
      ledger.rows('deposit_payment').filter((row) => row['orderId'] === '' && row['reversal_id'] === '') as {
        amountKobo: number;
      }[];
    const owed = () => ledger.rows('deposit_payment').filter(({ debt }) => debt === 'owed') as { amountKobo: number }[];
    const sum = (rows: readonly { amountKobo: number }[]) => rows.reduce((total, { amountKobo }) => total + amountKobo, 0);
    for (let step = 0; step < 400; step++) {
      const amountKobo = kobo(1 + random(500_000));
      switch (random(4)) {
        case 0:
        case 1: {
          const id = `p${step}`;
          const names = { transactionId: id, providerReference: id, amountKobo };
          const stray = { reference: undefined, accountNumber: '9' };
          await credit.execute('bank', { payments: [{ ...paid, ...names, ...(random(2) === 0 ? stray : {}) }] });
          known.push(id);
          break;
        }
        case 2:
          if (ledger.balanceOf('ada') >= amountKobo) await spend(amountKobo);
          break;
        default:
          if (known.length > 0) await reverse.execute('bank', known[random(known.length)]!);
      }
      // What strangers paid is theirs in full, and what is owed is a claim of its own.
      expect(ledger.balanceOf('system:suspense')).toBe(sum(open()));
      expect(ledger.balanceOf('system:debts')).toBe(0 - sum(owed()));
    }
    expect(owed().length).toBeGreaterThan(0);
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
