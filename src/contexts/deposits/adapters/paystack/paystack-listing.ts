import type { ListedStatus, ListedTransaction } from '../../../../kernel/provider-transactions.js';
import {
  feeWithin,
  type Fields,
  fieldsOf,
  nameOf,
  parseFields,
  textOf,
  wholeKobo,
} from '../../../../platform/providers/fields.js';
import type { Answer } from './paystack-answers.js';

const STATUS: Readonly<Record<string, ListedStatus>> = { success: 'success', reversed: 'reversed' };

export interface Listing {
  /** Paid ones only. */
  readonly transactions: ListedTransaction[];
  /** The page's length, unpaid ones included. */
  readonly size: number;
}

/** One page of `GET /transaction`, or what is wrong with it. */
export function readListing({ status, body }: Answer): Listing | string {
  const fields = parseFields(body);
  const data = fields?.['data'];
  if (status !== 200 || fields?.['status'] !== true || !Array.isArray(data)) return `http ${status}`;
  const transactions: ListedTransaction[] = [];
  for (const entry of data.map(fieldsOf)) {
    const listed = entry && STATUS[textOf(entry['status'])];
    if (!listed) continue;
    const transaction = transactionOf(entry, listed);
    if (!transaction) return 'a transaction that does not fit';
    transactions.push(transaction);
  }
  return { transactions, size: data.length };
}

function transactionOf(entry: Fields, status: ListedStatus): ListedTransaction | undefined {
  const reference = nameOf(entry['reference']);
  const amountKobo = wholeKobo(entry['amount']);
  if (reference === undefined || amountKobo === undefined || entry['currency'] !== 'NGN') return undefined;
  const at = Date.parse(textOf(entry['paid_at']) || textOf(entry['paidAt']) || textOf(entry['created_at']));
  return {
    reference,
    transactionId: typeof entry['id'] === 'number' ? String(entry['id']) : textOf(entry['id'], 99),
    amountKobo,
    status,
    statusText: textOf(entry['status']),
    at: Number.isNaN(at) ? undefined : at,
    feeKobo: feeWithin(wholeKobo(entry['fees']), amountKobo),
  };
}
