import type { ListedStatus, ListedTransaction } from '../../../../kernel/provider-transactions.js';
import { feeWithin, type Fields, fieldsOf, nairaAsKobo, nameOf, textOf } from '../../../../platform/providers/fields.js';
import { parseMonnifyTime } from '../../../../platform/companies/monnify/monnify-time.js';

const STATUS: Readonly<Record<string, ListedStatus>> = {
  PAID: 'success',
  OVERPAID: 'success',
  PARTIALLY_PAID: 'success',
  REVERSED: 'reversed',
};

export interface Listing {
  /** Paid ones only. */
  readonly transactions: ListedTransaction[];
  /** The page's length, unpaid ones included. */
  readonly size: number;
}

export function readListing(body: Fields, offset: string): Listing | string {
  const content = body['content'];
  if (!Array.isArray(content)) return 'an answer that does not fit';
  const transactions: ListedTransaction[] = [];
  for (const entry of content.map(fieldsOf)) {
    const listed = entry && STATUS[textOf(entry['paymentStatus'])];
    if (!listed) continue;
    const transaction = transactionOf(entry, listed, offset);
    if (!transaction) return 'a transaction that does not fit';
    transactions.push(transaction);
  }
  return { transactions, size: content.length };
}

function transactionOf(entry: Fields, status: ListedStatus, offset: string): ListedTransaction | undefined {
  const reference = nameOf(entry['transactionReference']);
  const amountKobo = nairaAsKobo(entry['amountPaid'] ?? entry['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const settledKobo = nairaAsKobo(entry['settlementAmount']);
  const time = ['completedOn', 'paidOn', 'createdOn'].map((name) => textOf(entry[name])).find((text) => text !== '') ?? '';
  return {
    reference,
    transactionId: reference,
    amountKobo,
    status,
    statusText: textOf(entry['paymentStatus']),
    at: parseMonnifyTime(time, offset),
    feeKobo: settledKobo === undefined ? undefined : feeWithin(amountKobo - settledKobo, amountKobo),
  };
}
