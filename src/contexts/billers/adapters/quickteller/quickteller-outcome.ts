import { kobo } from '../../../../kernel/money.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { SubmittedPurchase } from '../../biller-provider.js';
import type { ProviderOutcome, Raw } from '../../../../kernel/provider-outcome.js';
import { redacted } from '../../../attempts/index.js';
import { lowered, type PaymentAnswer, paymentAnswer } from './quickteller-answers.js';
import { type CodeClass, QUICKTELLER_CODES, quicktellerDeliverables } from './quickteller-codes.js';

type Call = 'pay' | 'query';

export function quicktellerOutcome(call: Call, result: HttpResult, purchase: SubmittedPurchase): ProviderOutcome {
  if (result.kind === 'not_sent')
    return { status: 'failed', errorClass: 'not_sent', failoverEligible: true, raw: { code: '', message: result.cause } };
  if (result.kind === 'unknown')
    return {
      status: 'unknown',
      cause: result.cause === 'too_large' ? 'bad_body' : result.cause,
      raw: { code: '', message: result.cause },
    };
  const httpStatus = result.status;
  // The second token was refused as well, so nothing was done.
  if (httpStatus === 401)
    return { status: 'failed', errorClass: 'provider_auth', failoverEligible: true, raw: { code: '', message: '', httpStatus } };
  const answer = quicktellerAnswer(result.body);
  if (!answer)
    return { status: 'unknown', cause: httpStatus >= 500 ? 'http_5xx' : 'bad_body', raw: { code: '', message: '', httpStatus } };
  const said = saidBy(call, answer);
  const raw: Raw = { code: said.code, message: redacted(said.message || said.grouping), httpStatus };
  if (httpStatus >= 500) return { status: 'unknown', cause: 'http_5xx', raw };
  if (call === 'query' && said.isLookupFailure)
    return said.code === '70038' ? { status: 'not_found', raw } : { status: 'unknown', cause: 'unmapped_code', raw };
  const outcome = outcomeOf(QUICKTELLER_CODES[said.code]?.[call] ?? 'unknown', said.grouping, raw, answer, purchase);
  return outcome.status === 'success' ? { ...outcome, body: result.body } : outcome;
}

interface Said {
  readonly code: string;
  readonly grouping: string;
  readonly message: string;
  /** A query whose look-up failed says nothing about the purchase. */
  readonly isLookupFailure: boolean;
}

function saidBy(call: Call, answer: PaymentAnswer): Said {
  const [error] = answer.errors ?? [];
  const outer = (answer.responsecode || error?.code || '').toUpperCase();
  const grouping = (answer.responsecodegrouping || error?.responsecodegrouping || '').toUpperCase();
  const message = answer.responsedescription || answer.responsemessage || error?.message || '';
  if (call === 'pay') return { code: outer, grouping, message, isLookupFailure: false };
  // 90000 outside means only that the look-up worked.
  const isLookupFailure = outer !== '90000';
  return { code: isLookupFailure ? outer : answer.transactionresponsecode.toUpperCase(), grouping, message, isLookupFailure };
}

/** A code and a grouping that disagree decide nothing. */
function outcomeOf(
  meant: CodeClass,
  grouping: string,
  raw: Raw,
  answer: PaymentAnswer,
  purchase: SubmittedPurchase,
): ProviderOutcome {
  const contradictory: ProviderOutcome = { status: 'unknown', cause: 'contradictory', raw };
  const agrees = (expected: string) => grouping === '' || grouping === expected;
  if (typeof meant === 'object') return agrees('FAILED') ? { status: 'failed', ...meant, raw } : contradictory;
  switch (meant) {
    case 'success':
      return agrees('SUCCESSFUL') ? delivered(raw, answer, purchase) : contradictory;
    case 'partial':
      if (!agrees('SUCCESSFUL')) return contradictory;
      return Number(answer.approvedamount || Number.NaN) === purchase.amountKobo
        ? delivered(raw, answer, purchase)
        : { ...contradictory, asksStaff: true };
    case 'failed':
      // A meaning that is only known from a sister platform needs the grouping.
      return grouping === 'FAILED'
        ? { status: 'failed', errorClass: 'biller_down', failoverEligible: false, raw }
        : contradictory;
    case 'pending':
      return agrees('PENDING') ? { status: 'pending', raw } : contradictory;
    case 'not_found':
      return { status: 'not_found', raw };
    case 'unknown':
      return { status: 'unknown', cause: 'unmapped_code', raw };
  }
}

/** The provider's surcharge is a cost of ours. If it names none, we keep the customer's. */
function delivered(raw: Raw, answer: PaymentAnswer, purchase: SubmittedPurchase): ProviderOutcome {
  const surchargeKobo = /^\d{1,12}$/.test(answer.surcharge) ? Number(answer.surcharge) : undefined;
  return {
    status: 'success',
    raw,
    deliverables: quicktellerDeliverables(answer, purchase),
    ...(surchargeKobo === undefined ? {} : { chargedKobo: kobo(purchase.amountKobo + surchargeKobo) }),
    ...(answer.transactionref === '' ? {} : { providerReference: answer.transactionref }),
  };
}

/** Undefined for a body that is no answer of theirs. */
export function quicktellerAnswer(body: string): PaymentAnswer | undefined {
  try {
    const read = paymentAnswer.safeParse(lowered(JSON.parse(body)));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
