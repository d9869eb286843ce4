import { Injectable } from '@nestjs/common';
import { fromExactText } from '../../kernel/exact-text.js';
import { Contributes } from '../../kernel/registry.js';
import { tableOf } from '../../platform/database/table.js';
import {
  DEBTS_ACCOUNT,
  depositClearing,
  type JournalClaim,
  JournalProjection,
  providerCosts,
  type ReadRows,
  SETTLEMENT_ACCOUNT,
  SUSPENSE_ACCOUNT,
  type WrongRow,
} from '../../ledger/index.js';
import { clearingNote, creditKey } from './credits.js';
import { DepositOrderRow } from './orders.store.js';
import { DepositPaymentRow } from './payments.store.js';

const [ORDER, PAYMENT] = [tableOf(DepositOrderRow), tableOf(DepositPaymentRow)];
const ORDERED = ['id', 'userId', 'provider', 'status', 'receivedKobo', 'costKobo'] as const;
const BOOKED = [
  'id',
  'provider',
  'transactionId',
  'providerReference',
  'orderId',
  'amountKobo',
  'costKobo',
  'createdAt',
] as const;
const ENDED = [
  'reversalId',
  'settlement',
  'settlementId',
  'assignedTo',
  'returnedFrom',
  'debt',
  'debtId',
  'lateCostId',
  'lateCostKobo',
] as const;

type Order = Pick<DepositOrderRow, (typeof ORDERED)[number]>;
type Payment = Pick<DepositPaymentRow, (typeof BOOKED)[number] | (typeof ENDED)[number]>;

/** Payments repeat the journals of deposits and of their ends, and orders their payments. */
@Injectable()
@Contributes(JournalProjection)
export class DepositProjection extends JournalProjection {
  readonly kind = 'deposit';

  async *claims(rowsOf: ReadRows) {
    // Both in the order of the order's id, so that none is kept.
    const payments = paymentsOf(rowsOf)[Symbol.asyncIterator]();
    let next = await payments.next();
    const orders = ordersOf(rowsOf);
    for await (const order of orders) {
      const own: Payment[] = [];
      for (; !next.done && next.value.orderId <= order.id; next = await payments.next()) {
        if (next.value.orderId === order.id) own.push(next.value);
        else yield* withoutOrder(next.value);
      }
      yield* wrongOrder(order, own);
      for (const payment of own) yield* claimsOf(payment, order);
    }
    for (; !next.done; next = await payments.next()) yield* withoutOrder(next.value);
  }
}

function ordersOf(rowsOf: ReadRows): AsyncIterable<Order> {
  const columns = Object.fromEntries(ORDERED.map((property) => [property, ORDER.columns(property)[0]!]));
  return rowsOf({ table: ORDER.name, columns, order: ['id'] }) as AsyncIterable<unknown> as AsyncIterable<Order>;
}

function paymentsOf(rowsOf: ReadRows): AsyncIterable<Payment> {
  const columns = Object.fromEntries([...BOOKED, ...ENDED].map((property) => [property, PAYMENT.columns(property)[0]!]));
  const order = ['orderId', 'id'];
  return rowsOf({ table: PAYMENT.name, columns, order }) as AsyncIterable<unknown> as AsyncIterable<Payment>;
}

function* withoutOrder(payment: Payment): Generator<JournalClaim | WrongRow> {
  if (payment.orderId === '') yield* claimsOf(payment, undefined);
  else
    yield { table: PAYMENT.name, key: payment.id, column: 'order_id', expected: 'an order that exists', found: payment.orderId };
}

function* wrongOrder({ id, provider, status, receivedKobo, costKobo }: Order, payments: readonly Payment[]): Generator<WrongRow> {
  const sumKobo = payments.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  const wrong = (column: string, expected: string, found: string) => ({ table: ORDER.name, key: id, column, expected, found });
  if (sumKobo !== receivedKobo) yield wrong('received_kobo', String(sumKobo), String(receivedKobo));
  const keptKobo = payments.reduce((sum, payment) => sum + payment.costKobo + payment.lateCostKobo, 0);
  if (keptKobo !== costKobo) yield wrong('cost_kobo', String(keptKobo), String(costKobo));
  const statuses = statusesOf(payments);
  if (!statuses.includes(status)) yield wrong('status', statuses.join(' or '), status);
  const others = payments.filter((payment) => payment.provider !== provider);
  if (others.length > 0) yield wrong('provider', others[0]!.provider, provider);
}

function statusesOf(payments: readonly Payment[]): readonly string[] {
  if (payments.length === 0) return ['pending', 'failed', 'expired'];
  const reversed = payments.filter(({ reversalId }) => reversalId !== '').length;
  if (reversed === 0) return ['completed'];
  return reversed === payments.length ? ['reversed'] : ['completed', 'reversed'];
}

function* claimsOf(payment: Payment, order: Order | undefined): Generator<JournalClaim | WrongRow> {
  const {
    id,
    provider,
    amountKobo,
    costKobo,
    lateCostId,
    lateCostKobo,
    createdAt,
    reversalId,
    settlement,
    settlementId,
    assignedTo,
    returnedFrom,
    debt,
    debtId,
  } = payment;
  const [subject, account] = order ? [order.id, order.userId] : [id, SUSPENSE_ACCOUNT];
  const said = { table: PAYMENT.name, key: id };
  const clearing = depositClearing(provider);
  yield {
    ...said,
    columns: PAYMENT.columns(...BOOKED),
    journalId: id,
    kind: 'deposit',
    subject,
    postedAt: createdAt,
    request: { scope: 'system', action: 'deposit', key: creditKey(payment) },
    note: [clearing, clearingNote(subject, { providerReference: fromExactText(payment.providerReference) })],
    amounts: [
      [clearing, costKobo - amountKobo],
      [providerCosts(provider), -costKobo],
      [account, amountKobo],
    ],
  };
  if (lateCostId !== '')
    yield {
      ...said,
      columns: PAYMENT.columns('lateCostId', 'lateCostKobo'),
      journalId: lateCostId,
      kind: 'deposit_fee',
      subject,
      amounts: [
        [providerCosts(provider), -lateCostKobo],
        [clearing, lateCostKobo],
      ],
    };
  else if (lateCostKobo !== 0) yield { ...said, column: 'late_cost_kobo', expected: '0', found: String(lateCostKobo) };
  if (settlementId !== '')
    yield {
      ...said,
      columns: PAYMENT.columns('settlementId', 'settlement', 'assignedTo', 'returnedFrom', 'amountKobo'),
      journalId: settlementId,
      kind: returnedFrom === '' ? 'adjustment' : 'suspense_return',
      amounts: [
        [SUSPENSE_ACCOUNT, -amountKobo],
        [settlement === 'assigned' ? assignedTo : returnedFrom || SETTLEMENT_ACCOUNT, amountKobo],
      ],
    };
  else if (settlement !== '' || assignedTo !== '' || returnedFrom !== '')
    yield { ...said, column: 'settlement', expected: 'none', found: `${settlement} ${assignedTo}${returnedFrom}`.trim() };
  if (reversalId !== '') {
    const holder = assignedTo === '' ? account : assignedTo;
    const bearer = debt === '' ? holder : debtId === reversalId ? DEBTS_ACCOUNT : SUSPENSE_ACCOUNT;
    const columns = PAYMENT.columns('reversalId', 'debt', 'debtId', 'amountKobo', 'assignedTo');
    const amounts = [[bearer, -amountKobo] as const, [clearing, amountKobo] as const];
    yield { ...said, columns, journalId: reversalId, kind: 'reversal', subject, amounts };
  } else if (debt !== '') yield { ...said, column: 'debt', expected: 'none', found: debt };
  if (debtId !== '' && debtId !== reversalId)
    yield {
      ...said,
      columns: PAYMENT.columns('debtId', 'amountKobo'),
      journalId: debtId,
      kind: 'adjustment',
      subject: id,
      amounts: [
        [DEBTS_ACCOUNT, -amountKobo],
        [SUSPENSE_ACCOUNT, amountKobo],
      ],
    };
}
