import { z } from 'zod';
import type { Deliverable } from '../../../../kernel/deliverable.js';
import { kobo, parseNaira } from '../../../../kernel/money.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import { redacted } from '../../../attempts/index.js';
import type { ProviderOutcome, Raw } from '../../../../kernel/provider-outcome.js';
import { type CodeClass, VTPASS_CODES, VTPASS_STATUSES } from './vtpass-codes.js';
import { deliverablesOf, detailsOf } from './vtpass-deliverables.js';

/** Texts that may come as numbers. */
const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => value ?? '');

const optionalWord = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Answers that do not fit are not guessed at: a code is a text of three digits, and a number is none. */
export const transactionAnswer = z.object({
  code: z.string(),
  response_description: optionalWord,
  requestId: optionalWord,
  content: z
    .looseObject({
      transactions: z.object({ status: optionalWord, transactionId: optionalText, total_amount: optionalText }).nullish(),
    })
    .nullish(),
});

export const verifyAnswer = z.object({
  code: z.string(),
  response_description: optionalWord,
  content: z.looseObject({}).nullish(),
});

export const categoriesAnswer = z.object({
  content: z.array(z.object({ identifier: z.string().min(1), name: text })),
});

export const servicesAnswer = z.object({
  content: z.array(
    z.object({
      serviceID: z.string().min(1),
      name: text,
      minimium_amount: optionalText,
      minimum_amount: optionalText,
      maximum_amount: optionalText,
      convinience_fee: optionalText,
      image: optionalText,
    }),
  ),
});

const variation = z.object({
  variation_code: text,
  name: text,
  variation_amount: optionalText,
  fixedPrice: optionalText,
});

/** Both spellings occur. */
export const variationsAnswer = z.object({
  content: z
    .object({ variations: z.array(variation).nullish(), varations: z.array(variation).nullish() })
    .transform(({ variations, varations }) => variations ?? varations ?? []),
});

export const balanceAnswer = z.object({ code: text, contents: z.object({ balance: text }) });

export type Variation = z.infer<typeof variation>;
export type Service = z.infer<typeof servicesAnswer>['content'][number];

/** Outcome of the purchase with this reference, by an answer to `/pay` or `/requery`. */
export function vtpassOutcome(call: 'pay' | 'requery', result: HttpResult, reference: string): ProviderOutcome {
  if (result.kind === 'not_sent')
    return { status: 'failed', errorClass: 'not_sent', failoverEligible: true, raw: { code: '', message: result.cause } };
  if (result.kind === 'unknown')
    return {
      status: 'unknown',
      cause: result.cause === 'too_large' ? 'bad_body' : result.cause,
      raw: { code: '', message: result.cause },
    };
  const httpStatus = result.status;
  const json = parsed(result.body);
  const read = transactionAnswer.safeParse(json);
  if (httpStatus >= 500) return { status: 'unknown', cause: 'http_5xx', raw: { code: '', message: '', httpStatus } };
  if (!read.success) return { status: 'unknown', cause: 'bad_body', raw: { code: '', message: '', httpStatus } };
  const { code, response_description: message, requestId, content } = read.data;
  const raw: Raw = { code, message: redacted(message), httpStatus };
  if (requestId !== '' && requestId !== reference) return { status: 'unknown', cause: 'contradictory', raw };
  const status = content?.transactions?.status.trim().toLowerCase() ?? '';
  const meant = VTPASS_CODES[code]?.[call];
  const state = VTPASS_STATUSES[status];
  // A definite failure beside a delivery contradicts itself.
  if (meant !== 'status' && state === 'success' && isFailure(meant)) return { status: 'unknown', cause: 'contradictory', raw };
  const outcome = outcomeOf(meant, state, raw, json as Record<string, unknown>, content?.transactions ?? undefined);
  return outcome.status === 'success' ? { ...outcome, body: result.body } : outcome;
}

/** Deliverables in the body of an answer; empty if there are none. */
export function vtpassDeliverables(body: string): Deliverable[] {
  const json = parsed(body);
  return transactionAnswer.safeParse(json).success ? deliverablesOf(json as Record<string, unknown>) : [];
}

function outcomeOf(
  meant: CodeClass | undefined,
  state: (typeof VTPASS_STATUSES)[string] | undefined,
  raw: Raw,
  answer: Readonly<Record<string, unknown>>,
  transaction: { transactionId: string; total_amount: string } | undefined,
): ProviderOutcome {
  if (typeof meant === 'object') return { status: 'failed', ...meant, raw };
  switch (meant === 'status' ? state : meant) {
    case 'success': {
      const chargedKobo = parseNaira(transaction?.total_amount);
      return {
        status: 'success',
        raw,
        details: detailsOf(answer),
        deliverables: deliverablesOf(answer),
        ...(transaction?.transactionId ? { providerReference: transaction.transactionId } : {}),
        ...(chargedKobo === undefined ? {} : { chargedKobo: kobo(chargedKobo) }),
      };
    }
    case 'pending':
      return { status: 'pending', raw };
    case 'failed':
      return { status: 'failed', errorClass: 'biller_down', failoverEligible: false, raw };
    case 'reversed':
      return { status: 'reversed', raw };
    case 'not_found':
      return { status: 'not_found', raw };
    case 'manual':
      return { status: 'unknown', cause: 'unmapped_code', asksStaff: true, raw };
    case 'unknown':
    case undefined:
      return { status: 'unknown', cause: 'unmapped_code', raw };
  }
}

function isFailure(meant: CodeClass | undefined): boolean {
  return typeof meant === 'object' || meant === 'failed' || meant === 'not_found';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
