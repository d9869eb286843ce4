import { Failure, type FailureDefinition } from '../../../kernel/failure.js';
import { edgeFailures } from '../edge.failures.js';
import type { EnvelopeErrors } from '../envelope.js';
import { failedErrors, HTTP_STATUS, ParameterFailure } from '../failed-answer.js';
import { acceptedBy, fieldsOf, isOptional } from '../input.decorators.js';
import type { OperationSpec } from '../operation.decorator.js';
import type { RegisteredOperation } from '../operation-registry.js';

export interface DescribedError {
  /** `context.name`, with the parameter's name where there is one. */
  readonly name: string;
  readonly status: number;
  readonly errors: EnvelopeErrors;
}

type Described = Pick<RegisteredOperation, 'action' | 'spec' | 'effect' | 'source' | 'inputClass'>;

const REFERENCE = 'K3V9X2PD';

/** Errors that are answered before the operation is known, or outside of every operation. */
export function errorsBeforeOperations(): DescribedError[] {
  const { unknown_action, ambiguous_action, method } = edgeFailures;
  return [unknown_action, ambiguous_action, method].map((definition) => describe(definition, { spec: undefined }));
}

/** Every declared error of an operation and of the edge, in the order of the checks. */
export function errorsOf(operation: Described): DescribedError[] {
  const { spec } = operation;
  const edge = edgeErrors(operation).map((definition) => describe(definition, operation));
  const parameters = parameterFailures(operation).map((failure) => ({
    ...described(failure, operation),
    name: `${failure.field}_${failure.fault}`,
  }));
  const declared = (spec.failures ?? [])
    .filter(({ definition }) => !definition.name.startsWith('edge.'))
    .map(({ definition }) => describe(definition, operation));
  return [...edge, ...parameters, ...declared, describe(edgeFailures.fault, operation)];
}

function makesFiles(inputClass: Described['inputClass']): boolean {
  return fieldsOf(inputClass).some(({ name }) => name === 'format');
}

function edgeErrors({ spec, effect, source, inputClass }: Described): FailureDefinition[] {
  const signed = spec.access !== 'none';
  return [
    ...(signed ? [edgeFailures.unauthenticated, edgeFailures.stale] : []),
    ...(spec.access === 'admin' ? [edgeFailures.not_staff] : []),
    ...(spec.access === 'admin' && spec.permission ? [edgeFailures.lacking_permission] : []),
    ...(spec.testAccounts ? [edgeFailures.test_account] : []),
    edgeFailures.too_many,
    ...(spec.reads ? [edgeFailures.staff_reads_spent] : []),
    ...(spec.reads && makesFiles(inputClass) ? [edgeFailures.staff_files_spent] : []),
    ...(signed && effect === 'write' ? [edgeFailures.replayed, edgeFailures.guard_down] : []),
    ...(source === 'body'
      ? [
          edgeFailures.malformed,
          edgeFailures.media_type,
          edgeFailures.content_encoding,
          edgeFailures.too_large,
          edgeFailures.bodies_full,
        ]
      : []),
    ...(effect === 'money'
      ? [
          edgeFailures.idempotency_key,
          edgeFailures.idempotency_mismatch,
          edgeFailures.idempotency_forgotten,
          edgeFailures.idempotency_in_progress,
        ]
      : []),
  ];
}

function parameterFailures({ inputClass }: Described): ParameterFailure[] {
  return fieldsOf(inputClass).flatMap((mark) => [
    ...(isOptional(inputClass, mark.name) ? [] : [new ParameterFailure(mark.name, 'missing')]),
    new ParameterFailure(mark.name, mark.isRequestType ? 'unsupported' : 'invalid', acceptedBy(mark)),
  ]);
}

function describe(definition: FailureDefinition, operation: { readonly spec: OperationSpec | undefined }): DescribedError {
  return described(new Failure(definition), operation);
}

function described(failure: Failure, { spec }: { readonly spec: OperationSpec | undefined }): DescribedError {
  return { name: failure.failure, status: HTTP_STATUS[failure.kind], errors: failedErrors(failure, spec, REFERENCE) };
}
