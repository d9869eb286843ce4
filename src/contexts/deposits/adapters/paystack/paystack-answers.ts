import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import type { AccountOutcome, AccountRequest, PaymentsOutcome, ProviderPayment } from '../../application/deposit-provider.js';
import {
  feeWithin,
  type Fields,
  fieldsOf,
  maskedAccount,
  nameOf,
  textOf,
  wholeKobo,
} from '../../../../platform/providers/fields.js';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The account of a charge by bank transfer; `duplicate` where the reference was sent before. */
export function readCharge({ status, body }: Answer, request: AccountRequest): AccountOutcome | 'duplicate' {
  if (status === 401 || status === 403) return { outcome: 'refused', reason: `http ${status}` };
  const envelope = readPaystackEnvelope(body);
  // A server that gave up, or waited in vain for another one, may have opened the account.
  if (!envelope || status >= 500 || status === 408) return unknown(`http ${status}`);
  if (!envelope.ok) {
    if (status === 400 && /duplicate/i.test(envelope.message)) return 'duplicate';
    return { outcome: 'refused', reason: `http ${status} ${envelope.code}`.trim() };
  }
  if (status >= 300) return unknown(`http ${status} with a success`);
  const { data } = envelope;
  if (data['reference'] !== request.reference) return unknown('the answer names another reference');
  if (data['status'] === 'failed') return { outcome: 'refused', reason: 'charge failed' };
  const accountNumber = nameOf(data['account_number']);
  if (data['status'] !== 'pending_bank_transfer' || accountNumber === undefined) return unknown('an answer that does not fit');
  const bankName = textOf(fieldsOf(data['bank'])?.['name']);
  const expiresAt = Date.parse(textOf(data['account_expires_at']));
  return {
    outcome: 'opened',
    account: { accountNumber: accountNumber.slice(0, 32), accountName: textOf(data['account_name']), bankName },
    expiresAt: Number.isNaN(expiresAt) ? request.expiresAt : expiresAt,
  };
}

/** States of a transaction in which no money has come in. */
const UNPAID: ReadonlySet<unknown> = new Set(['pending', 'ongoing', 'processing', 'queued', 'abandoned', 'failed']);

/** @param accountNumber the account that a webhook named */
export function readTransaction({ status, body }: Answer, reference: string, accountNumber = ''): PaymentsOutcome {
  const envelope = readPaystackEnvelope(body);
  if (!envelope) return unknown(`http ${status}`);
  const { ok, message, code, data } = envelope;
  if (!ok && (status === 404 || (status === 400 && (code === 'transaction_not_found' || /not found/i.test(message)))))
    return { outcome: 'not_found' };
  if (!ok || status !== 200) return unknown(`http ${status} ${code}`.trim());
  if (data['reference'] !== reference) return unknown('the answer names another reference');
  if (UNPAID.has(data['status'])) return { outcome: 'known', payments: [] };
  if (data['status'] === 'reversed') return { outcome: 'reversed', providerReference: reference };
  if (data['status'] !== 'success') return unknown('a state that is not known');
  const payment = readPayment(data, reference, accountNumber);
  return payment ? { outcome: 'known', payments: [payment] } : unknown('an answer that does not fit');
}

function readPayment(data: Fields, reference: string, announcedAccount: string): ProviderPayment | undefined {
  const amountKobo = wholeKobo(data['amount']);
  if (amountKobo === undefined || amountKobo === 0 || data['currency'] !== 'NGN') return undefined;
  const authorization = fieldsOf(data['authorization']) ?? {};
  const paidAt = Date.parse(textOf(data['paid_at']));
  return {
    transactionId: idOf(data['id']) ?? reference,
    providerReference: reference,
    amountKobo,
    feeKobo: feeWithin(wholeKobo(data['fees']), amountKobo),
    payer: {
      name: textOf(authorization['sender_name']),
      bank: textOf(authorization['sender_bank']),
      account: maskedAccount(authorization['sender_bank_account_number']),
    },
    reference,
    accountNumber: (nameOf(authorization['receiver_bank_account_number']) ?? announcedAccount).slice(0, 32),
    narration: textOf(authorization['narration']),
    sessionId: '',
    receivedAt: Number.isNaN(paidAt) ? undefined : paidAt,
  };
}

/** Undefined beyond the safe integers, where JSON numbers are rounded and two ids could become one. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return nameOf(value);
}

function unknown(cause: string) {
  return { outcome: 'unknown', cause } as const;
}
