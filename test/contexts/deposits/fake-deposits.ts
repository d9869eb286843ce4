import { type Payer, Users } from '../../../src/contexts/sign-in/index.js';
import { naira, type Kobo, kobo } from '../../../src/kernel/money.js';
import { type CommittedWarning, type NewSystemLog, SystemLogs } from '../../../src/contexts/system-logs/index.js';
import type { ProviderPayment } from '../../../src/contexts/deposits/deposit-provider.js';
import { type BookedPayment, DepositPayments, type PaymentCost } from '../../../src/contexts/deposits/credits.js';
import { DepositOrders, type DepositOrder } from '../../../src/contexts/deposits/orders.js';
import type { RowInsert, RowUpdate } from '../../../src/kernel/row-changes.js';
import type { Journals } from '../../../src/ledger/index.js';
import type { FakeLedger } from '../../support/fake-ledger.js';

export const paidOrder: DepositOrder = {
  id: 'order',
  userId: 'ada',
  provider: 'bank',
  amountKobo: naira(5_000),
  status: 'pending',
  accountNumber: '0123456789',
  accountName: 'Ada',
  bankName: 'Bank',
  expiresAt: 2,
  receivedKobo: kobo(0),
  costKobo: kobo(0),
  createdAt: 1,
};

export const receivedPayment: ProviderPayment = {
  transactionId: 't1',
  providerReference: 'r1',
  amountKobo: naira(5_000),
  payer: { name: 'Chinua Obi', bank: 'First Bank', account: '******4321' },
  reference: 'order',
  accountNumber: '0123456789',
  narration: 'school fees',
  sessionId: 's1',
  receivedAt: 1,
};

/** Ada's account. */
export class FakeUsers extends Users {
  status: Payer['status'] = 'active';

  find(id: string): Promise<Payer> {
    return Promise.resolve({
      id,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      referenceId: 'ADAOBI22',
      referrerId: undefined,
      emailVerified: true,
      phoneVerified: false,
      phoneProved: false,
      identityVerified: false,
      verifiedNumbers: '',
      isTest: false,
      status: this.status,
      createdAt: 1,
      phoneNumber: '',
      pin: undefined,
      coolingOffUntil: 0,
    });
  }

  findByEmail(): Promise<Payer> {
    return this.find('ada');
  }

  findByReference(): Promise<Payer> {
    return this.find('ada');
  }
}

/** The part of DepositOrders that crediting uses, on the rows of a FakeLedger. */
export function ordersIn(ledger: FakeLedger, ...known: DepositOrder[]): DepositOrders {
  for (const { id } of known) ledger.rows('deposit_order').push({ id, status: 'pending', received_kobo: 0, cost_kobo: 0 });
  const current = (order: DepositOrder | undefined) => {
    const row = ledger.rows('deposit_order').find(({ id }) => id === order?.id);
    return (
      order && { ...order, receivedKobo: Number(row?.['received_kobo']) as Kobo, costKobo: Number(row?.['cost_kobo']) as Kobo }
    );
  };
  const orders: Partial<DepositOrders> = {
    find: (id) => Promise.resolve(current(known.find((order) => order.id === id))),
    findByAccount: (provider, accountNumber, from, until) =>
      Promise.resolve(
        current(
          known.find(
            (order) =>
              order.provider === provider &&
              order.accountNumber === accountNumber &&
              order.createdAt <= until &&
              order.expiresAt >= from,
          ),
        ),
      ),
    completion: ({ id, receivedKobo, costKobo }, amountKobo, keptKobo) => ({
      table: 'deposit_order',
      key: { id, received_kobo: receivedKobo, cost_kobo: costKobo },
      set: { status: 'completed', received_kobo: receivedKobo + amountKobo, cost_kobo: costKobo + keptKobo },
    }),
    laterCost: ({ id, costKobo }, keptKobo) => ({
      table: 'deposit_order',
      key: { id, cost_kobo: costKobo },
      set: { cost_kobo: costKobo + keptKobo },
    }),
    reversal: (id) => ({ table: 'deposit_order', key: { id }, set: { status: 'reversed' } }),
  };
  return orders as DepositOrders;
}

/** What the ledger posted. */
export function journalsOf(ledger: FakeLedger): Journals {
  const find: Journals['find'] = (ids) =>
    Promise.resolve(
      ledger.journals
        .filter(({ id }) => ids.includes(id))
        .map(({ postings, ...journal }) => {
          const lines = postings.map((posting) => ({ ...posting, balanceKobo: kobo(0) }));
          return { ...journal, lines, postedAt: 1, batchNo: 1 };
        }),
    );
  return { find } as Journals;
}

export class FakeDepositPayments extends DepositPayments {
  constructor(private readonly ledger: FakeLedger) {
    super();
  }

  record({
    id,
    provider,
    transactionId,
    providerReference,
    orderId,
    amountKobo,
    payer,
    reason,
    ...rest
  }: Parameters<DepositPayments['record']>[0]) {
    const { accountNumber, narration, sessionId, costKobo } = rest;
    const about = { payer: `${payer.name}, ${payer.bank}, ${payer.account}`, accountNumber, narration, sessionId, reason };
    const values = {
      id,
      provider,
      transactionId,
      providerReference,
      orderId: orderId ?? '',
      amountKobo,
      costKobo,
      lateCostKobo: 0,
      lateCostId: '',
      ...about,
      reversal_id: '',
      settlementId: '',
      assignedTo: '',
    };
    return { table: 'deposit_payment', values };
  }

  reversal({ id, settlementId }: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate {
    const set = { reversal_id: journalId };
    const debt = debtorId === undefined ? set : { ...set, debt: 'owed', debtorId, debtId: journalId };
    return { table: 'deposit_payment', key: { id, reversal_id: '', settlementId }, set: debt };
  }

  bookedKobo(provider: string, providerReference: string): Promise<Kobo> {
    return Promise.resolve(kobo(this.of(provider, providerReference).reduce((sum, row) => sum + Number(row['amountKobo']), 0)));
  }

  costsOf(provider: string, providerReference: string): Promise<PaymentCost[]> {
    return Promise.resolve(this.of(provider, providerReference) as unknown as PaymentCost[]);
  }

  laterCost(id: string, journalId: string, lateCostKobo: Kobo) {
    return { table: 'deposit_payment', key: { id, lateCostId: '' }, set: { lateCostId: journalId, lateCostKobo } };
  }

  listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]> {
    const open = this.of(provider, providerReference).filter((row) => row['reversal_id'] === '');
    return Promise.resolve(open as unknown as BookedPayment[]);
  }

  private of(provider: string, providerReference: string) {
    return this.ledger
      .rows('deposit_payment')
      .filter((row) => row['provider'] === provider && row['providerReference'] === providerReference);
  }
}

export class FakeSystemLogs extends SystemLogs {
  readonly logs = new Map<string, NewSystemLog>();
  toRow(warning: CommittedWarning): RowInsert {
    return { table: 'system_log', values: { ...warning } };
  }
  record(log: NewSystemLog): Promise<void> {
    this.logs.set(log.key ?? '', log);
    return Promise.resolve();
  }
}
