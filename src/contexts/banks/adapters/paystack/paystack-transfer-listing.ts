import { destinationOf, type ListedStatus, type ListedTransaction } from '../../../../kernel/provider-transactions.js';
import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { type Fields, fieldsOf, nameOf, textOf, wholeKobo } from '../../../../platform/providers/fields.js';
import type { Answer } from './paystack-transfer-answers.js';

const STATUS: Readonly<Record<string, ListedStatus>> = {
  success: 'success',
  reversed: 'reversed',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  pending: 'pending',
  received: 'pending',
  otp: 'pending',
};

/** One page of `GET /transfer`, or what is wrong with it. */
export function readTransfers({ status, body }: Answer): ListedTransaction[] | string {
  const envelope = readPaystackEnvelope(body);
  if (status !== 200 || !envelope?.ok || !envelope.list) return `http ${status}`;
  const transfers = envelope.list.map(transferOf);
  const read = transfers.filter((transfer) => transfer !== undefined);
  return read.length === transfers.length ? read : 'a transfer that does not fit';
}

function transferOf(fields: Fields): ListedTransaction | undefined {
  const reference = nameOf(fields['reference'])?.toLowerCase();
  const amountKobo = wholeKobo(fields['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const state = textOf(fields['status'], 40);
  const at = Date.parse(textOf(fields['createdAt']) || textOf(fields['created_at']));
  const details = fieldsOf(fieldsOf(fields['recipient'])?.['details']) ?? {};
  const [account, bankCode] = [nameOf(details['account_number']), nameOf(details['bank_code'])];
  return {
    reference,
    transactionId: nameOf(fields['transfer_code']) ?? '',
    amountKobo,
    status: STATUS[state] ?? 'unknown',
    statusText: state,
    at: Number.isNaN(at) ? undefined : at,
    feeKobo: wholeKobo(fields['fee_charged'] ?? undefined),
    destination: account === undefined || bankCode === undefined ? undefined : destinationOf({ account, bankCode }),
  };
}
