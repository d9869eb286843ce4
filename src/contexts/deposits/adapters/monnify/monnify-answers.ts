import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type {
  AccountOutcome,
  AccountRequest,
  PaymentsOutcome,
  ProviderPayment,
} from '../../application/ports/deposit-provider.js';
import {
  type Fields,
  fieldsOf,
  listOfFields,
  maskedAccount,
  nairaAsKobo,
  nameOf,
  parseFields,
  textOf,
} from '../provider/fields.js';
import { parseMonnifyTime } from './monnify-time.js';

/** Beyond this, the clock or the zone of a request time cannot be right. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;
const NAIRA: ReadonlySet<unknown> = new Set([undefined, 'NGN', '566']);

/** What an envelope says. `refused` is Monnify's own word; `unknown` covers everything that is not definite. */
export type Reading =
  | { readonly kind: 'success'; readonly body: Fields }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }
  | { readonly kind: 'not_sent' | 'unknown'; readonly cause: string };

/** Business failures have HTTP 4xx or 200 and the same envelope. */
export function readEnvelope(result: HttpResult): Reading {
  if (result.kind !== 'answered') return { kind: result.kind, cause: result.cause };
  const { status } = result;
  if (status === 401 || status === 403) return { kind: 'refused', reason: `http ${status}`, message: '' };
  const fields = parseFields(result.body);
  const successful = fields?.['requestSuccessful'];
  if (typeof successful !== 'boolean' || status >= 500 || status === 408) return { kind: 'unknown', cause: `http ${status}` };
  const code = textOf(fields?.['responseCode'], 20);
  if (code === '' || typeof (fields?.['responseMessage'] ?? '') !== 'string')
    return { kind: 'unknown', cause: `an answer that does not fit, http ${status}` };
  if (!successful && code !== '0')
    return { kind: 'refused', reason: `http ${status} code ${code}`, message: textOf(fields?.['responseMessage']) };
  const body = fieldsOf(fields?.['responseBody']);
  if (!successful || code !== '0' || status >= 300 || !body)
    return { kind: 'unknown', cause: `a contradictory answer, http ${status}` };
  return { kind: 'success', body };
}

/** A reference that Monnify knows already. */
export function isDuplicate(message: string): boolean {
  return /duplicate|already/i.test(message);
}

export function readAccount(
  body: Fields,
  { reference, amountKobo }: AccountRequest,
  now: number,
  offset: string,
): AccountOutcome {
  const accountNumber = nameOf(body['accountNumber']);
  const seconds = Number(body['accountDurationSeconds']);
  const named = body['paymentReference'];
  if (accountNumber === undefined || !(seconds > 0) || (named !== undefined && named !== reference))
    return { outcome: 'unknown', cause: 'an answer that does not fit' };
  const requestedAt = parseMonnifyTime(textOf(body['requestTime']), offset);
  const isPlausible = requestedAt !== undefined && Math.abs(requestedAt - now) < CLOCK_TOLERANCE_MS;
  const payableKobo = nairaAsKobo(body['totalPayable']);
  return {
    outcome: 'opened',
    account: {
      accountNumber: accountNumber.slice(0, 32),
      accountName: textOf(body['accountName']),
      bankName: textOf(body['bankName']),
    },
    expiresAt: (isPlausible ? requestedAt : now) + Math.floor(seconds) * 1_000,
    ...(payableKobo !== undefined && payableKobo > amountKobo ? { payableKobo } : {}),
  };
}

const PAID: ReadonlySet<unknown> = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID']);
const UNPAID: ReadonlySet<unknown> = new Set(['PENDING', 'ABANDONED', 'CANCELLED', 'FAILED', 'EXPIRED']);

/** @param asked what the answer must be about; `accountNumber` is the account that a webhook named */
export function readTransaction(
  body: Fields,
  asked: { readonly reference?: string; readonly transactionId?: string; readonly accountNumber?: string },
  offset: string,
): PaymentsOutcome {
  const transactionReference = nameOf(body['transactionReference']);
  const paymentReference = textOf(body['paymentReference'], 99);
  const state = body['paymentStatus'];
  if (
    transactionReference === undefined ||
    (asked.transactionId !== undefined && asked.transactionId !== transactionReference) ||
    (asked.reference !== undefined && asked.reference !== paymentReference)
  )
    return unknown('the answer names another reference');
  if (state === 'REVERSED') return { outcome: 'reversed', providerReference: transactionReference };
  const totalKobo = nairaAsKobo(body['amountPaid'] ?? 0);
  if (totalKobo === undefined || !NAIRA.has(body['currencyCode'] ?? body['currency']))
    return unknown('an answer that does not fit');
  if (UNPAID.has(state))
    return totalKobo === 0 ? { outcome: 'known', payments: [] } : unknown(`money in a transaction that is ${String(state)}`);
  if (!PAID.has(state) || totalKobo === 0) return unknown('a state that is not known');

  const about = {
    providerReference: transactionReference,
    reference: paymentReference === '' ? undefined : paymentReference,
    narration: textOf(body['paymentDescription']),
    receivedAt: parseMonnifyTime(textOf(body['paidOn']), offset),
  };
  const destination = nameOf(fieldsOf(body['destinationAccountInformation'])?.['accountNumber']);
  const sources = sourcesOf(body);
  const payments = sources.map((source): ProviderPayment | undefined => {
    const sessionId = nameOf(source['sessionId']);
    const amountKobo = nairaAsKobo(source['amountPaid']);
    if (sessionId === undefined || amountKobo === undefined || amountKobo === 0) return undefined;
    const accountNumber = nameOf(source['destinationAccountNumber']) ?? destination ?? asked.accountNumber ?? '';
    return { ...about, transactionId: sessionId, sessionId, amountKobo, payer: payerOf(source), accountNumber };
  });
  const total: ProviderPayment = {
    ...about,
    transactionId: transactionReference,
    sessionId: '',
    amountKobo: totalKobo,
    payer: payerOf(sources[0] ?? {}),
    accountNumber: destination ?? asked.accountNumber ?? '',
  };
  return { outcome: 'known', payments: payments.filter((payment) => payment !== undefined), total };
}

/** A list or one object, under the first of these names that has any. */
function sourcesOf(body: Fields): Fields[] {
  for (const name of ['accountPayments', 'paymentSourceInformation', 'accountDetails']) {
    const sources = listOfFields(body[name]).filter((source) => Object.keys(source).length > 0);
    if (sources.length > 0) return sources;
  }
  return [];
}

/** Monnify names the payer's bank by its code. */
function payerOf(source: Fields) {
  return {
    name: textOf(source['accountName']),
    bank: textOf(source['bankName']) || textOf(source['bankCode']),
    account: maskedAccount(source['accountNumber']),
  };
}

function unknown(cause: string) {
  return { outcome: 'unknown', cause } as const;
}
