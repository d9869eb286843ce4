import type { AccountOutcome, AccountRequest, PaymentsOutcome, ProviderPayment } from '../../deposit-provider.js';
import {
  feeWithin,
  type Fields,
  fieldsOf,
  listOfFields,
  maskedAccount,
  nairaAsKobo,
  nameOf,
  textOf,
} from '../../../../platform/providers/fields.js';
import { parseMonnifyTime } from '../../../../platform/companies/monnify/monnify-time.js';

/** Beyond this, the clock or the zone of a request time cannot be right. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;
const NAIRA: ReadonlySet<unknown> = new Set([undefined, 'NGN', '566']);

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

interface AskedTransaction {
  readonly reference?: string;
  readonly transactionId?: string;
  /** The account that a webhook named. */
  readonly accountNumber?: string;
}

/** @param asked what the answer must be about */
export function readTransaction(body: Fields, asked: AskedTransaction, offset: string): PaymentsOutcome {
  const providerReference = nameOf(body['transactionReference']);
  if (providerReference === undefined || !isAbout(body, asked)) return unknown('the answer names another reference');
  const state = body['paymentStatus'];
  if (state === 'REVERSED') return { outcome: 'reversed', providerReference };
  const totalKobo = nairaAsKobo(body['amountPaid'] ?? 0);
  if (totalKobo === undefined || !NAIRA.has(body['currencyCode'] ?? body['currency']))
    return unknown('an answer that does not fit');
  if (UNPAID.has(state))
    return totalKobo === 0 ? { outcome: 'known', payments: [] } : unknown(`money in a transaction that is ${String(state)}`);
  if (!PAID.has(state) || totalKobo === 0) return unknown('a state that is not known');

  const common = commonOf(body, providerReference, asked, offset);
  const sources = sourcesOf(body);
  const payments = sources.flatMap((source) => paymentOf(source, common) ?? []);
  const payer = payerOf(sources[0] ?? {});
  const settledKobo = nairaAsKobo(body['settlementAmount']);
  const feeKobo = settledKobo === undefined ? undefined : feeWithin(totalKobo - settledKobo, totalKobo);
  return {
    outcome: 'known',
    payments,
    total: { ...common, transactionId: providerReference, sessionId: '', amountKobo: totalKobo, feeKobo, payer },
  };
}

function isAbout(body: Fields, { transactionId, reference }: AskedTransaction): boolean {
  if (transactionId !== undefined && transactionId !== nameOf(body['transactionReference'])) return false;
  return reference === undefined || reference === textOf(body['paymentReference'], 99);
}

/** What all payments of a transaction have in common. */
function commonOf(body: Fields, providerReference: string, { accountNumber = '' }: AskedTransaction, offset: string) {
  const reference = textOf(body['paymentReference'], 99);
  return {
    providerReference,
    reference: reference === '' ? undefined : reference,
    narration: textOf(body['paymentDescription']),
    receivedAt: parseMonnifyTime(textOf(body['paidOn']), offset),
    accountNumber: nameOf(fieldsOf(body['destinationAccountInformation'])?.['accountNumber']) ?? accountNumber,
  };
}

/** Undefined where the source has no session or no amount. */
function paymentOf(source: Fields, common: ReturnType<typeof commonOf>): ProviderPayment | undefined {
  const sessionId = nameOf(source['sessionId']);
  const amountKobo = nairaAsKobo(source['amountPaid']);
  if (sessionId === undefined || amountKobo === undefined || amountKobo === 0) return undefined;
  const accountNumber = nameOf(source['destinationAccountNumber']) ?? common.accountNumber;
  return { ...common, transactionId: sessionId, sessionId, amountKobo, payer: payerOf(source), accountNumber };
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
