import { type Explanation, Failure, type FailureKind } from '../../kernel/failure.js';
import { didYouMean } from './did-you-mean.js';
import { edgeFailures } from './edge.failures.js';
import type { EnvelopeErrors } from './envelope.js';
import { fieldsOf, isRequired } from './input.decorators.js';
import type { OperationSpec, WireError } from './operation.decorator.js';

/** HTTP status by kind of failure; independent of the envelope's CODE. */
export const HTTP_STATUS: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  refused: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  too_large: 413,
  media_type: 415,
  mismatch: 422,
  too_many: 429,
  headers_too_large: 431,
  fault: 500,
  unavailable: 503,
};

export class ParameterFailure extends Failure {
  constructor(
    readonly field: string,
    readonly fault: 'missing' | 'invalid' | 'unsupported',
    accepted?: string,
    explanation?: Explanation,
  ) {
    const rule = accepted === undefined ? '' : ` (${accepted})`;
    const texts = {
      missing: `The parameter ${field} is required`,
      invalid: `The parameter ${field} is not valid${rule}`,
      unsupported: `${edgeFailures.unsupported.text}${rule}`,
    };
    super(edgeFailures[fault], { text: texts[fault], explanation });
  }
}

/** Used unless the operation declares others. */
const EDGE_ERRORS: Readonly<Record<string, WireError>> = {
  'edge.unknown_action': { id: 'action_unsupported' },
  'edge.ambiguous_action': { id: 'action_ambiguous' },
  'edge.method': { id: 'method_not_allowed' },
  'edge.malformed': { id: 'body_malformed' },
  'edge.media_type': { id: 'media_type_unsupported' },
  'edge.content_encoding': { id: 'content_encoding_unsupported' },
  'edge.too_large': { id: 'body_too_large' },
  'edge.not_staff': { id: 'lacking_permission' },
  'edge.lacking_permission': { id: 'lacking_permission' },
  'edge.too_many': { id: 'too_many_requests' },
  'edge.bodies_full': { id: 'busy' },
  'edge.guard_down': { id: 'busy' },
  'edge.fault': { id: 'process_failed' },
  'edge.headers_too_large': { id: 'headers_too_large' },
  'edge.several_hosts': { id: 'host_invalid' },
  'edge.unauthenticated': { id: 'rqat_required', msg: 'Unauthorized' },
  'edge.stale': { id: 'rqat_required', msg: 'timestamp_out_of_range' },
  'edge.replayed': { id: 'request_replayed' },
  'edge.idempotency_mismatch': { id: 'idempotency_mismatch' },
  'edge.idempotency_forgotten': { id: 'idempotency_forgotten' },
  'edge.idempotency_in_progress': { id: 'idempotency_in_progress' },
  'edge.idempotency_key': { id: 'idempotency_key_invalid' },
};

/** Errors that the operation declares, else the edge, else by the kind and the name of the failure. */
export function failedErrors(failure: Failure, spec: OperationSpec | undefined, reference: string): EnvelopeErrors {
  const declared = { ...EDGE_ERRORS[failure.failure], ...declaredError(failure, spec) };
  const code = declared.code === undefined ? HTTP_STATUS[failure.kind] : declared.code;
  return {
    ...(code === null ? {} : { CODE: code }),
    ...(declared.id === null ? {} : { ID: declared.id ?? factOf(failure) }),
    ...(declared.msg === undefined ? {} : { MSG: declared.msg }),
    DETAILS: `${declared.details ?? failure.message} (${reference})`,
    ...(failure.explanation ? { EXPLANATION: failure.explanation } : {}),
  };
}

/** `no_data` for `wallet.no_data`: one ID for one meaning, whichever operation answers it. */
function factOf({ failure }: Failure): string {
  return failure.slice(failure.indexOf('.') + 1);
}

function declaredError(failure: Failure, spec: OperationSpec | undefined): WireError | undefined {
  if (!spec) return undefined;
  if (failure instanceof ParameterFailure) return parameterError(failure, spec);
  switch (failure.failure) {
    case edgeFailures.unauthenticated.name:
      return spec.unauthenticated;
    case edgeFailures.not_staff.name:
    case edgeFailures.lacking_permission.name:
      return declaredFor(failure, spec) ?? spec.forbidden;
    case edgeFailures.test_account.name:
      return spec.testAccounts;
    case edgeFailures.fault.name:
      return spec.fault;
    default:
      return declaredFor(failure, spec);
  }
}

function declaredFor({ failure }: Failure, { failures }: OperationSpec): WireError | undefined {
  return failures?.find(({ definition }) => definition.name === failure)?.error;
}

function parameterError({ field, fault }: ParameterFailure, spec: OperationSpec): WireError {
  const id =
    fault === 'missing' ? (spec.missingIds?.[field] ?? `${field}_required`) : (spec.invalidIds?.[field] ?? `${field}_invalid`);
  return { code: spec.missing === undefined ? 400 : spec.missing, id };
}

const MOST_HINTS = 5;
/** Parameters of every query, not of an operation. */
const OF_ANY: ReadonlySet<string> = new Set(['req', 'n']);

/** All parameters that are missing, and all that the operation does not have with the nearest that it has; undefined where it is the first one alone. */
export function explainParameters(input: object, raw: Readonly<Record<string, unknown>>, first: string): Explanation | undefined {
  const names = fieldsOf(input).map(({ name }) => name);
  const isGiven = (name: string) => !['', undefined, null].includes(raw[name] as string);
  const missing = names.filter((name) => isRequired(input, name) && !isGiven(name));
  const unknown = Object.keys(raw).filter((name) => !names.includes(name) && !OF_ANY.has(name));
  if (unknown.length === 0 && missing.every((name) => name === first)) return undefined;
  const left = names.filter((name) => !isGiven(name));
  const hints = unknown
    .slice(0, MOST_HINTS)
    .map((name) => [`${name} is not known`, didYouMean(name, left) ?? []].flat().join(': '));
  const text = [...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []), ...hints].join('; ');
  return { reason: 'parameters', text };
}
