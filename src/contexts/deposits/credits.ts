import { type Kobo, kobo, ZERO_KOBO, formatNaira } from '../../kernel/money.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import type { ProviderPayment } from './deposit-provider.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { isLeaving, Users } from '../sign-in/index.js';
import { type DepositOrder, GRACE_MS, DepositOrders } from './orders.js';
import { exactText } from '../../kernel/exact-text.js';
import { newId } from '../../kernel/ids.js';
import {
  depositClearing,
  type Journal,
  Ledger,
  providerCosts,
  type LedgerCommand,
  SUSPENSE_ACCOUNT,
} from '../../ledger/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { CreditLedger } from '../tariffs/index.js';
import { type IdempotencyKey, Replayed } from '../../kernel/caller.js';

/** What makes a payment of a provider one that was not credited before; both are in the hashed chain with its journal. */
export interface PaymentIdentity {
  readonly provider: string;
  readonly transactionId: string;
  readonly providerReference: string;
}

/** @param transactionId as exact text */
export function creditKey({ provider, transactionId }: Pick<PaymentIdentity, 'provider' | 'transactionId'>): string {
  return `${provider}:${transactionId}`;
}

export function clearingNote(subject: string, { providerReference }: Pick<PaymentIdentity, 'providerReference'>): string {
  return providerReference === '' ? `Deposit ${subject}` : `Deposit ${subject}, payment ${providerReference}`;
}

/** What may still be credited of a payment whose transaction has received `totalKobo` so far and booked `bookedKobo` of it. */
export function creditable(amountKobo: Kobo, totalKobo: Kobo, bookedKobo: Kobo): Kobo {
  return kobo(Math.max(0, Math.min(amountKobo, totalKobo - bookedKobo)));
}

/** What of a transaction's total is neither booked nor among the payments that the provider lists. */
export function unlisted(totalKobo: Kobo, bookedKobo: Kobo, listed: readonly Kobo[]): Kobo {
  const listedKobo = listed.reduce((sum, amount) => kobo(sum + amount), ZERO_KOBO);
  return kobo(Math.max(0, totalKobo - Math.max(bookedKobo, listedKobo)));
}

export interface NewDepositPayment extends ProviderPayment {
  /** Also of its journal. */
  readonly id: string;
  readonly provider: string;
  /** Undefined where it matches no order. */
  readonly orderId: string | undefined;
  /** Why it matches no order; empty where it does. */
  readonly reason: string;
  /** What the provider kept, in its journal. */
  readonly costKobo: Kobo;
}

export interface BookedPayment {
  readonly id: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Empty where it matches no order. */
  readonly orderId: string;
  readonly amountKobo: Kobo;
  /** The journal by which it left suspense; empty where there is none. */
  readonly settlementId: string;
  /** To whose wallet it went from suspense; empty where to none. */
  readonly assignedTo: string;
}

export interface PaymentCost {
  readonly id: string;
  /** Empty where it matches no order. */
  readonly orderId: string;
  readonly amountKobo: Kobo;
  readonly costKobo: Kobo;
  readonly lateCostKobo: Kobo;
  /** Empty where there is none. */
  readonly lateCostId: string;
}

/** Payments that are in the ledger. */
export abstract class DepositPayments {
  /** Unique by provider and transaction, for a ledger command. */
  abstract record(payment: NewDepositPayment): RowInsert;
  /** Stale when it is reversed already, or left suspense meanwhile. @param debtorId who owes it, empty: its payer; undefined where nobody does */
  abstract reversal(payment: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate;
  abstract bookedKobo(provider: string, providerReference: string): Promise<Kobo>;
  /** The payments of a transaction with what its provider kept of each, oldest first. */
  abstract costsOf(provider: string, providerReference: string): Promise<readonly PaymentCost[]>;
  /** Stale when a later cost of the payment is booked already. */
  abstract laterCost(paymentId: string, journalId: string, costKobo: Kobo): RowUpdate;
  abstract listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]>;
}

/** How far a provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000;

export type OrderMatch = { readonly order: DepositOrder } | { readonly order: undefined; readonly reason: string };

/** Our reference is certain. An account alone is not: other orders may have it at other times. */
@Injectable()
export class MatchOrder {
  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  async execute(provider: string, payment: ProviderPayment): Promise<OrderMatch> {
    const match = await this.find(provider, payment);
    if (!match.order) return match;
    if (match.order.isAltered) return { order: undefined, reason: `deposit order ${match.order.id} was changed in the database` };
    const owner = await this.users.find(match.order.userId);
    return owner && isLeaving(owner)
      ? { order: undefined, reason: `the account of deposit order ${match.order.id} is ${owner.status}` }
      : match;
  }

  private async find(provider: string, payment: ProviderPayment): Promise<OrderMatch> {
    const { reference, accountNumber } = payment;
    const named = reference === undefined ? undefined : await this.orders.find(reference);
    if (named?.provider === provider) return { order: named };
    if (accountNumber === '') return { order: undefined, reason: withoutAccount(reference, named) };
    const receivedAt = payment.receivedAt ?? this.clock.now();
    const order = await this.orders.findByAccount(provider, accountNumber, receivedAt - GRACE_MS, receivedAt + CLOCK_SKEW_MS);
    if (order) return { order };
    const earlier = await this.orders.findByAccount(provider, accountNumber, 0, receivedAt);
    if (!earlier) return { order: undefined, reason: 'no deposit order has this account' };
    const end = new Date(earlier.expiresAt).toISOString();
    return { order: undefined, reason: `the account was that of deposit order ${earlier.id}, which ended at ${end}` };
  }
}

function withoutAccount(reference: string | undefined, named: DepositOrder | undefined): string {
  if (named) return `its reference is deposit order ${named.id} of another provider, and the account is not known`;
  if (reference === undefined) return 'neither a reference nor the account is known';
  return 'its reference is no deposit order, and the account is not known';
}

/** What a provider keeps of a transaction beyond what was booked with its payments, in a journal of its own, once. */
@Injectable()
export class BookLaterCost {
  constructor(
    private readonly orders: DepositOrders,
    private readonly payments: DepositPayments,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, { providerReference, feeKobo }: ProviderPayment): Promise<'done' | 'stale'> {
    if (feeKobo === undefined) return 'done';
    const known = await this.payments.costsOf(provider, providerReference);
    const [first] = known;
    if (!first || untold(feeKobo, known) === 0) return 'done';
    // Read before the costs, so that another one in between makes the command stale.
    const order = first.orderId !== '' ? await this.orders.find(first.orderId) : undefined;
    const booked = await this.payments.costsOf(provider, providerReference);
    const restKobo = untold(feeKobo, booked);
    if (restKobo === 0) return 'done';
    const payment = booked.find(({ lateCostId, orderId }) => lateCostId === '' && orderId === first.orderId);
    if (restKobo < 0 || !payment) {
      const description = `${provider} now says that it kept ${formatNaira(feeKobo)} of transaction ${providerReference}; ${formatNaira(kobo(feeKobo - restKobo))} is booked`;
      await this.systemLogs.record({ kind: 'warning', description, key: `deposit:${provider}:${providerReference}:fee` });
      return 'done';
    }
    const journal = feeJournal(provider, payment, restKobo);
    const key = exactText(`${provider}:${providerReference}:${feeKobo}`);
    const committed = await this.ledger.commit({
      idempotencyKey: { scope: 'system', action: 'deposit.fee', key, fingerprint: String(restKobo) },
      response: null,
      journal,
      updates: [
        this.payments.laterCost(payment.id, journal.id, restKobo),
        ...(order ? [this.orders.laterCost(order, restKobo)] : []),
      ],
    });
    return committed === 'stale' ? 'stale' : 'done';
  }
}

/** What is kept and not booked; below zero where more is booked. */
export function untold(feeKobo: Kobo, booked: readonly PaymentCost[]): Kobo {
  return kobo(booked.reduce<number>((rest, { costKobo, lateCostKobo }) => rest - costKobo - lateCostKobo, feeKobo));
}

function feeJournal(provider: string, { id, orderId }: PaymentCost, amountKobo: Kobo): Journal {
  const subject = orderId === '' ? id : orderId;
  const note = `Fee of deposit ${subject}`;
  return {
    id: newId(),
    kind: 'deposit_fee',
    subject,
    postings: [
      { account: providerCosts(provider), amountKobo: kobo(-amountKobo), note },
      { account: depositClearing(provider), amountKobo, note },
    ],
  };
}

const LONGEST_NAME = 120;
/** Each time another payment of the same order was committed in between. */
const ATTEMPTS = 100;

type CostedPayment = ProviderPayment & { readonly costKobo: Kobo };

export interface ReceivedPayments {
  readonly payments: readonly ProviderPayment[];
  readonly total?: ProviderPayment;
}

/**
 * Credits the amount received, once for each payment, also when it is late or differs from the order; suspense without an order.
 * Never books more of a transaction than the total that its provider names.
 */
@Injectable()
export class CreditPayment {
  constructor(
    private readonly matchOrder: MatchOrder,
    private readonly orders: DepositOrders,
    private readonly bookedPayments: DepositPayments,
    private readonly bookLaterCost: BookLaterCost,
    private readonly ledger: CreditLedger,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, { payments, total }: ReceivedPayments): Promise<void> {
    const whole = total ?? payments[0];
    if (!whole) return;
    const { feeKobo } = whole;
    for (const payment of payments)
      await this.untilFresh(() => this.credit(provider, { ...payment, feeKobo }, total?.amountKobo));
    const listed = payments.map(({ amountKobo }) => amountKobo);
    if (total) await this.untilFresh(() => this.creditUnlisted(provider, total, listed));
    await this.untilFresh(() => this.bookLaterCost.execute(provider, whole));
  }

  private async untilFresh(credit: () => Promise<'done' | 'stale'>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) if ((await credit()) === 'done') return;
    throw new Error('the deposit order changes all the time');
  }

  /** What the provider does not list has no id: it is named by what was booked before it. */
  private async creditUnlisted(provider: string, total: ProviderPayment, listed: readonly Kobo[]): Promise<'done' | 'stale'> {
    const match = await this.matchOrder.execute(provider, total);
    const bookedKobo = await this.bookedPayments.bookedKobo(provider, total.providerReference);
    const amountKobo = unlisted(total.amountKobo, bookedKobo, listed);
    if (amountKobo === 0) return 'done';
    const transactionId = bookedKobo === 0 ? total.transactionId : `${total.transactionId}+${bookedKobo}`;
    return this.commit(provider, { ...total, transactionId, amountKobo }, amountKobo, match);
  }

  private async credit(provider: string, payment: ProviderPayment, totalKobo: Kobo | undefined): Promise<'done' | 'stale'> {
    // Read before what is booked, so that a credit in between makes the command stale.
    const match = await this.matchOrder.execute(provider, payment);
    const amountKobo =
      totalKobo === undefined
        ? payment.amountKobo
        : creditable(payment.amountKobo, totalKobo, await this.bookedPayments.bookedKobo(provider, payment.providerReference));
    return amountKobo === 0 ? 'done' : this.commit(provider, payment, amountKobo, match);
  }

  private async commit(
    provider: string,
    payment: ProviderPayment,
    amountKobo: Kobo,
    match: OrderMatch,
  ): Promise<'done' | 'stale'> {
    // MySQL ignores trailing spaces in unique keys.
    const key = creditKey({ provider, transactionId: exactText(payment.transactionId) });
    const request: IdempotencyKey = { scope: 'system', action: 'deposit', key, fingerprint: String(payment.amountKobo) };
    const booked = {
      ...payment,
      amountKobo,
      costKobo: match.order ? await this.costOf(provider, payment, amountKobo) : ZERO_KOBO,
    };
    const command = match.order ? this.toWallet(match.order, booked) : this.toSuspense(provider, booked, match.reason);
    const committed = await this.ledger.commit({ idempotencyKey: request, response: match.order?.id ?? null, ...command });
    if (committed === 'stale') return 'stale';
    const amount = formatNaira(payment.amountKobo);
    if (committed instanceof Replayed && committed.record.fingerprint !== request.fingerprint) {
      await this.warn(
        `${provider} now says that transaction ${payment.transactionId} is ${amount}; what it said first is booked`,
        `${key}:changed`,
      );
    } else if (!match.order) {
      await this.warn(`${amount} from ${provider} (transaction ${payment.transactionId}) is in suspense: ${match.reason}`, key);
    }
    return 'done';
  }

  /** For a payment of an order; without one it is booked afterwards, because nothing else keeps two of them from booking it. */
  private async costOf(provider: string, { providerReference, feeKobo }: ProviderPayment, amountKobo: Kobo): Promise<Kobo> {
    if (feeKobo === undefined) return ZERO_KOBO;
    const restKobo = untold(feeKobo, await this.bookedPayments.costsOf(provider, providerReference));
    return kobo(Math.max(0, Math.min(restKobo, amountKobo)));
  }

  private warn(description: string, key: string): Promise<void> {
    return this.systemLogs.record({ kind: 'warning', description, key: `deposit:${key}` });
  }

  private toWallet(order: DepositOrder, payment: CostedPayment): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const { amountKobo, costKobo } = payment;
    const { name } = payment.payer;
    const note = name === '' ? 'Deposit' : `Deposit from ${name.slice(0, LONGEST_NAME)}`;
    return {
      journal: deposit(id, order.id, order.provider, payment, { account: order.userId, amountKobo, note }),
      inserts: [this.bookedPayments.record({ ...payment, id, provider: order.provider, orderId: order.id, reason: '' })],
      updates: [this.orders.completion(order, amountKobo, costKobo)],
    };
  }

  private toSuspense(provider: string, payment: CostedPayment, reason: string): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const note = `Deposit without an order, transaction ${payment.transactionId}`;
    return {
      journal: deposit(id, id, provider, payment, { account: SUSPENSE_ACCOUNT, amountKobo: payment.amountKobo, note }),
      inserts: [this.bookedPayments.record({ ...payment, id, provider, orderId: undefined, reason })],
    };
  }
}

function deposit(
  id: string,
  subject: string,
  provider: string,
  payment: CostedPayment,
  to: { account: string; amountKobo: Kobo; note: string },
): Journal {
  const { costKobo } = payment;
  const from = {
    account: depositClearing(provider),
    amountKobo: kobo(costKobo - to.amountKobo),
    note: clearingNote(subject, payment),
  };
  const cost = { account: providerCosts(provider), amountKobo: kobo(-costKobo), note: `Fee of deposit ${subject}` };
  return { id, kind: 'deposit', subject, postings: [from, cost, to].filter(({ amountKobo }) => amountKobo !== 0) };
}
