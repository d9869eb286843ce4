import type { ErrorId } from './generated/operations.js';

/**
 * IDs of this package: `no_answer` within the time or at all, `unreachable` before anything was sent, `not_an_envelope` of
 * something between here and the service, `cancelled` by the caller's signal, `unknown_operation` to this version, `sandbox_refused` by
 * the sandbox.
 */
export type LocalErrorId =
  | 'no_answer'
  | 'unreachable'
  | 'not_an_envelope'
  | 'cancelled'
  | 'unknown_operation'
  | 'sandbox_refused';

/** An ID that this version does not know may be answered by a newer service. */
export type AnyErrorId = ErrorId | LocalErrorId | (string & {});

/** ERRORS of a failed answer. */
export interface WireErrors {
  readonly CODE?: number;
  readonly ID?: string;
  readonly MSG?: string;
  readonly DETAILS?: string;
  readonly EXPLANATION?: SignatureExplanation;
}

/** Why a signature was refused, and the text that the service signed; or which operation may be meant. */
export interface SignatureExplanation {
  readonly reason: string;
  readonly text: string;
  readonly signed?: string;
}

export interface ErrorFacts {
  readonly action: string;
  readonly status: number;
  readonly errors: WireErrors;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failed call. `id` is for programs, the message is for people. */
export class HarmattanError extends Error {
  override readonly name = 'HarmattanError';
  readonly action: string;
  readonly id: AnyErrorId;
  /** ERRORS.CODE, which may differ from the HTTP status. */
  readonly code: number | undefined;
  /** ERRORS.MSG. */
  readonly msg: string | undefined;
  /** HTTP's; 0 without an answer. */
  readonly status: number;
  /** By which the service's log has the request. */
  readonly reference: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Why a signature is refused or an operation unknown; sandbox only. */
  readonly explanation: SignatureExplanation | undefined;
  /** Under which a call that moves money can be sent again, also much later. */
  idempotencyKey: string | undefined;
  /** Whether a writing call may have been done nevertheless. */
  isOutcomeUnknown = false;

  constructor({ action, status, errors, retryAfter, cause }: ErrorFacts) {
    const { text, reference } = split(errors.DETAILS ?? 'Without details');
    super(text, { cause });
    this.action = action;
    this.status = status;
    this.id = errors.ID ?? '';
    this.code = errors.CODE;
    this.msg = errors.MSG;
    this.reference = reference;
    this.retryAfter = retryAfter;
    this.explanation = errors.EXPLANATION;
  }
}

/**
 * Whether the error is a failed call, with one of these IDs where any are given. By its name, because a program may have this package
 * twice, imported and required.
 */
export function isHarmattanError(error: unknown, ...ids: readonly (ErrorId | LocalErrorId)[]): error is HarmattanError {
  if (!(error instanceof Error) || error.name !== 'HarmattanError') return false;
  return ids.length === 0 || (ids as readonly string[]).includes((error as HarmattanError).id);
}

export function localError(action: string, id: LocalErrorId, text: string, cause?: unknown): HarmattanError {
  return new HarmattanError({ action, status: 0, errors: { ID: id, DETAILS: text }, cause });
}

/** The reference stands in brackets at the end. */
function split(details: string): { text: string; reference: string | undefined } {
  const found = /^([^]*) \(([0-9A-Z]{8})\)$/.exec(details);
  return { text: found?.[1] ?? details, reference: found?.[2] };
}
