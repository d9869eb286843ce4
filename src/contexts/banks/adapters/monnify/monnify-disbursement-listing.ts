import { destinationOf, type ListedStatus, type ListedTransaction } from '../../../../kernel/provider-transactions.js';
import { parseMonnifyTime } from '../../../../platform/companies/monnify/monnify-time.js';
import { type Fields, fieldsOf, nairaAsKobo, nameOf, textOf } from '../../../../platform/providers/fields.js';

const STATUS: Readonly<Record<string, ListedStatus>> = {
  SUCCESS: 'success',
  COMPLETED: 'success',
  REVERSED: 'reversed',
  FAILED: 'failed',
  EXPIRED: 'failed',
  PENDING: 'pending',
  AWAITING_PROCESSING: 'pending',
  IN_PROGRESS: 'pending',
  PENDING_AUTHORIZATION: 'pending',
  PENDING_BATCH_AUTHORIZATION: 'pending',
  OTP_EMAIL_DISPATCH_FAILED: 'pending',
};

/** One page of the search, or what is wrong with it. */
export function readDisbursements(body: Fields, offset: string): ListedTransaction[] | string {
  const content = body['content'];
  if (!Array.isArray(content)) return 'an answer that does not fit';
  const read = content.flatMap((entry) => disbursementOf(fieldsOf(entry) ?? {}, offset) ?? []);
  return read.length === content.length ? read : 'a disbursement that does not fit';
}

function disbursementOf(entry: Fields, offset: string): ListedTransaction | undefined {
  const reference = nameOf(entry['reference']);
  const amountKobo = nairaAsKobo(entry['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const state = textOf(entry['status'], 40);
  const time = ['createdOn', 'dateCreated', 'completedOn'].map((name) => textOf(entry[name])).find((text) => text !== '');
  const [account, bankCode] = [nameOf(entry['destinationAccountNumber']), nameOf(entry['destinationBankCode'])];
  return {
    reference,
    transactionId: nameOf(entry['transactionReference']) ?? '',
    amountKobo,
    status: STATUS[state] ?? 'unknown',
    statusText: state,
    at: parseMonnifyTime(time ?? '', offset),
    feeKobo: nairaAsKobo(entry['totalFee'] ?? entry['fee']),
    destination: account === undefined || bankCode === undefined ? undefined : destinationOf({ account, bankCode }),
  };
}
