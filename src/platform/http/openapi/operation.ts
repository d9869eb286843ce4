import type { RegisteredOperation } from '../operation-registry.js';
import type { Catalogue, CataloguedOperation, Recording } from './catalogue.js';
import { type DescribedError, errorsOf } from './errors.js';
import { sumsOf } from '../list-keys.js';
import { bodySchema, type DescribedField, describeFields } from './inputs.js';
import { dataSchema, type Schema } from './schemas.js';

/** All three headers are required together. */
const SIGNED = { SecureKey: [], Timestamp: [], Signature: [] };

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Not valid, or refused by the present state',
  401: 'Not signed, or the proof of who it is does not hold',
  403: 'Not allowed',
  404: 'Nothing was found',
  409: 'Conflict, or a repeated request',
  413: 'Too large',
  415: 'Not a media type that is read here',
  422: 'The key was used with other parameters',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'Not at the moment',
};

export function describeOperation(operation: RegisteredOperation, known: CataloguedOperation | undefined, catalogue: Catalogue) {
  const { action, spec, effect, limit, source } = operation;
  const fields = describeFields(operation.inputClass, catalogue.fieldDescriptions, action);
  const recordings = catalogue.recordings.operations[action] ?? [];
  const { first = [], input = {}, file }: Partial<Recording> = recordings[0] ?? {};
  const parameters = [
    ...(source === 'query' ? fields.map((field) => queryParameter(field, input[field.name])) : []),
    ...(spec.access === 'none' ? [] : [{ $ref: '#/components/parameters/Distinct' }]),
    ...(effect === 'money' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: action,
    summary: spec.summary ?? action,
    description: describe(operation),
    tags: [titleOf(catalogue, known)],
    security: spec.access === 'none' ? (spec.optionalSession ? [{}, SIGNED] : []) : [SIGNED],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(source === 'body' && fields.length > 0 ? { requestBody: requestBody(operation, fields, recordings) } : {}),
    responses: { 200: success(operation, known, recordings), ...failed(operation) },
    'x-operation': {
      access: spec.access,
      effect,
      limit,
      permission: spec.permission ?? null,
      ...(spec.orPermission && effect === 'read' ? { orPermission: spec.orPermission } : {}),
      ...(spec.ownPermissions ? { ownPermissions: spec.ownPermissions } : {}),
      first,
      ...(file === undefined ? {} : { file }),
    },
  };
}

/** The other permission that opens a read; for a change the summary says it. */
function alsoRead(permission: string | undefined, effect: RegisteredOperation['effect']): string {
  return permission && effect === 'read' ? ` or \`${permission}\`` : '';
}

function ofOwn(permissions: readonly string[] = []): string {
  return permissions.length > 0 ? `; of what they made themselves also with ${listed(permissions)}` : '';
}

function listed(permissions: readonly string[]): string {
  return permissions.map((permission) => `\`${permission}\``).join(' or ');
}

export function titleOf(catalogue: Catalogue, known: CataloguedOperation | undefined): string {
  return catalogue.sections[known?.section ?? 'more']?.[0] ?? 'Further operations';
}

function describe({ spec, effect, limit }: RegisteredOperation): string {
  const access = {
    none: spec.optionalSession ? 'Open to everyone; who signs is recognised.' : 'Open to everyone.',
    signed: 'For signed-in users.',
    admin: spec.permission
      ? `For staff with \`${spec.permission}\`${alsoRead(spec.orPermission, effect)}${ofOwn(spec.ownPermissions)}.`
      : 'For staff.',
  };
  const effects = {
    read: '',
    write: spec.access === 'none' ? '' : ' A repeat of the same signed request is refused.',
    money: ' Moves money once: a repeat gets the answer of the first call.',
  };
  const testers = spec.testAccounts ? ' Not for test accounts.' : '';
  return `${spec.summary ?? ''}\n\n${access[spec.access]}${testers}${effects[effect]} Rate limit: ${limit}.`.trim();
}

function queryParameter({ name, required, schema, description }: DescribedField, example: unknown) {
  return {
    name,
    in: 'query',
    required,
    schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}

function requestBody({ spec }: RegisteredOperation, fields: readonly DescribedField[], recordings: readonly Recording[]) {
  const required = fields.some((field) => field.required);
  const schema = bodySchema(fields);
  if (spec.uploadLimitBytes !== undefined) return { required, content: { 'multipart/form-data': { schema } } };
  return { required, content: { 'application/json': { schema, ...examplesOf(recordings, ({ input = {} }) => input) } } };
}

function success(
  { action, inputClass }: RegisteredOperation,
  known: CataloguedOperation | undefined,
  recordings: readonly Recording[],
) {
  const data: Schema = known ? dataSchema(known.data, sumsOf(inputClass)) : { type: 'object' };
  const properties = { REQUEST: { $ref: '#/components/schemas/Accepted' }, DATA: data };
  const schema = { type: 'object', properties, required: ['REQUEST', 'DATA'] };
  const examples = examplesOf(recordings, ({ data }) => ({ REQUEST: request(action, 'OK'), DATA: data }));
  return { description: 'Done', content: { 'application/json': { schema, ...examples } } };
}

function examplesOf(recordings: readonly Recording[], show: (recording: Recording) => object) {
  const [only, ...others] = recordings;
  if (only?.data === undefined) return {};
  if (others.length === 0) return { example: show(only) };
  const named = recordings.map((recording) => [recording.title ?? '', { value: show(recording) }]);
  return { examples: Object.fromEntries(named) as Record<string, { value: object }> };
}

function failed(operation: RegisteredOperation): Record<string, unknown> {
  const errors = errorsOf(operation);
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((one, other) => one - other);
  const responses = statuses.map((status) => {
    const examples = errors.filter((error) => error.status === status).map((error) => [error.name, example(operation, error)]);
    const schema = { $ref: '#/components/schemas/Failed' };
    const headers = status === 429 ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {};
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) as Record<string, unknown> } };
    return [status, { description: STATUS_TEXTS[status] ?? 'Failed', ...headers, content }];
  });
  return Object.fromEntries(responses) as Record<string, unknown>;
}

function example({ action }: RegisteredOperation, { errors }: DescribedError) {
  return { value: { REQUEST: request(action, 'FAILED'), ERRORS: errors } };
}

function request(action: string, status: string) {
  return { VERSION: '1.0', ACTION: action, STATUS: status };
}
