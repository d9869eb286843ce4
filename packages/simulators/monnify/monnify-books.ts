import type { CheckedTransaction } from './monnify-check.js';

export interface Payment {
  readonly sessionId: string;
  readonly amount: number;
  readonly accountName: string;
  readonly accountNumber: string;
}

export interface Transaction extends CheckedTransaction {
  readonly transactionReference: string;
  accountNumber?: string;
  openedAt?: number;
  readonly payments: Payment[];
  /** When it was begun, by which Monnify lists. */
  createdAt?: number;
  paidAt?: number;
  state: 'PENDING' | 'REVERSED' | 'EXPIRED' | 'CANCELLED' | undefined;
}

/** Shapes that Monnify's own documentation shows in more than one way. */
export interface Shapes {
  paidOn: 'slashed' | 'dashed';
  sources: 'array' | 'object' | 'latest' | 'none';
  numbers: 'number' | 'text';
}

const FEE_KOBO = 1_000;

/** What Monnify received, by transaction. Amounts are naira in kobo precision. */
export class MonnifyBooks {
  readonly transactions = new Map<string, Transaction>();
  readonly shapes: Shapes = { paidOn: 'dashed', sources: 'array', numbers: 'number' };
  private last = 0;

  open(checked: CheckedTransaction): Transaction {
    const transactionReference = `MNFY|${process.pid}|20261122|${String(++this.last).padStart(6, '0')}`;
    const transaction: Transaction = { ...checked, transactionReference, payments: [], createdAt: Date.now(), state: 'PENDING' };
    this.transactions.set(transactionReference, transaction);
    return transaction;
  }

  byReference(paymentReference: string): Transaction | undefined {
    return [...this.transactions.values()].find((transaction) => transaction.paymentReference === paymentReference);
  }

  byAccount(accountNumber: string): Transaction | undefined {
    return [...this.transactions.values()].find((transaction) => transaction.accountNumber === accountNumber);
  }

  account(transaction: Transaction): void {
    transaction.accountNumber ??= `3${String(++this.last).padStart(9, '0')}`;
    transaction.openedAt ??= Date.now();
  }

  receive(transaction: Transaction, amount: number, sessionId = `0000${Date.now()}${++this.last}`): void {
    transaction.payments.push({ sessionId, amount, accountName: 'CHINUA OBI', accountNumber: '0123456789' });
    transaction.paidAt = Date.now();
    transaction.state = undefined;
  }

  /** Kobo received for one of our references, reversed or not. */
  receivedFor(paymentReference: string): number {
    const transaction = this.byReference(paymentReference);
    return transaction ? Math.round(totalOf(transaction) * 100) : 0;
  }

  /** What it keeps of that, in kobo. */
  keptFor(paymentReference: string): number {
    return Math.min(FEE_KOBO, this.receivedFor(paymentReference));
  }

  /** Naira received and not reversed, in kobo. */
  get keptKobo(): number {
    return [...this.transactions.values()]
      .filter(({ state }) => state !== 'REVERSED')
      .reduce((sum, transaction) => sum + Math.round(totalOf(transaction) * 100), 0);
  }

  statusOf(transaction: Transaction): string {
    if (transaction.state !== undefined) return transaction.state;
    const paid = totalOf(transaction);
    if (paid < transaction.amount) return 'PARTIALLY_PAID';
    return paid > transaction.amount ? 'OVERPAID' : 'PAID';
  }

  dataOf(transaction: Transaction) {
    const paid = totalOf(transaction);
    return {
      product: { type: 'WEB_SDK', reference: transaction.paymentReference },
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      paidOn: transaction.paidAt === undefined ? null : this.paidOn(transaction.paidAt),
      paymentDescription: transaction.paymentDescription,
      amountPaid: this.number(paid),
      totalPayable: this.number(transaction.amount),
      settlementAmount: String(Math.max(0, paid - FEE_KOBO / 100)),
      paymentStatus: this.statusOf(transaction),
      paymentMethod: 'ACCOUNT_TRANSFER',
      currency: 'NGN',
      customer: { name: transaction.customerName, email: transaction.customerEmail },
      metaData: {},
    };
  }

  /** Newest first, as Monnify lists them. */
  listed(from: number, to: number): Transaction[] {
    const within = ({ createdAt = 0 }: Transaction) => createdAt >= from && createdAt <= to;
    return [...this.transactions.values()].filter(within).toReversed();
  }

  /** As the search shows it, with other names and times than the status. */
  entryOf(transaction: Transaction) {
    const paid = totalOf(transaction);
    const time = (at: number) => new Date(at).toISOString().replace('Z', '+0000');
    return {
      customerDTO: { name: transaction.customerName, email: transaction.customerEmail },
      paymentMethod: 'ACCOUNT_TRANSFER',
      createdOn: time(transaction.createdAt ?? 0),
      ...(transaction.paidAt === undefined ? {} : { completedOn: time(transaction.paidAt), amountPaid: this.number(paid) }),
      amount: this.number(transaction.amount),
      currencyCode: 'NGN',
      paymentDescription: transaction.paymentDescription,
      paymentStatus: this.statusOf(transaction),
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      completed: transaction.paidAt !== undefined,
    };
  }

  sourcesOf({ payments }: Transaction): unknown {
    const sources = payments.map(({ sessionId, amount, accountName, accountNumber }) => ({
      bankCode: '058',
      accountName,
      accountNumber,
      sessionId,
      amountPaid: this.number(amount),
    }));
    switch (this.shapes.sources) {
      case 'array':
        return sources;
      case 'latest':
        return sources.slice(-1);
      case 'object':
        return sources.at(-1) ?? {};
      case 'none':
        return [];
    }
  }

  private number(amount: number): number | string {
    return this.shapes.numbers === 'number' ? amount : amount.toFixed(2);
  }

  private paidOn(at: number): string {
    const lagos = new Date(at + 3_600_000).toISOString();
    if (this.shapes.paidOn === 'dashed') return lagos.replace('T', ' ').replace('Z', '');
    const [, year, month, day, hour, rest] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}:\d{2})/.exec(lagos)!;
    return `${day}/${month}/${year} ${Number(hour) % 12 || 12}:${rest} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  }
}

export function totalOf({ payments }: Transaction): number {
  return Math.round(payments.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
}
