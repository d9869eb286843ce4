import type { RegisteredOperation } from '../operation-registry.js';
import { errorsBeforeOperations } from './errors.js';
import { ABOUT } from './about.js';
import type { Catalogue } from './catalogue.js';
import { describeOperation, titleOf } from './operation.js';
import { shapeSchemas } from './schemas.js';
import { describeWebhooks } from './webhooks.js';

export type OpenApiDocument = ReturnType<typeof describeInterface>;

/** Documented operations in their order, then the others by name. */
export function describeInterface(operations: readonly RegisteredOperation[], catalogue: Catalogue) {
  const places = new Map(catalogue.operations.map((known, place) => [known.action, { known, place }]));
  const placeOf = ({ action }: RegisteredOperation) => places.get(action)?.place ?? Infinity;
  const byPosition = (one: RegisteredOperation, other: RegisteredOperation) =>
    placeOf(one) === placeOf(other) ? one.action.localeCompare(other.action) : placeOf(one) - placeOf(other);
  const ordered = operations.toSorted(byPosition);
  const titles = new Set(ordered.map(({ action }) => titleOf(catalogue, places.get(action)?.known)));
  const paths = ordered.map((operation) => {
    const known = places.get(operation.action)?.known;
    return [`/${operation.action}`, { [operation.spec.method.toLowerCase()]: describeOperation(operation, known, catalogue) }];
  });
  const webhooks = describeWebhooks(catalogue);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Harmattan',
      version: '1.0',
      description: ABOUT,
      contact: { name: 'Harmattan' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'Where this document was read' }],
    tags: Object.values(catalogue.sections)
      .filter(([name]) => titles.has(name))
      .map(([name, description]) => ({ name, description })),
    'x-errors': errorsBeforeOperations(),
    paths: Object.fromEntries(paths) as Record<string, Record<string, ReturnType<typeof describeOperation>>>,
    webhooks,
    components: {
      securitySchemes: {
        SecureKey: { type: 'apiKey', in: 'header', name: 'SVC-SECUREKEY', description: 'The `pbcKey` of the session' },
        Timestamp: { type: 'apiKey', in: 'header', name: 'SVC-TIMESTAMP', description: 'Unix seconds' },
        Signature: {
          type: 'apiKey',
          in: 'header',
          name: 'SVC-REQSIGNAL',
          description: 'HMAC-SHA512 over the request, as described under Signed requests',
        },
      },
      parameters: {
        Distinct: {
          name: 'n',
          in: 'query',
          required: false,
          description: 'Ignored; makes two identical requests of one second distinct',
          schema: { type: 'string', minLength: 8, maxLength: 64 },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Names the request, so that it can be repeated; signed with it. Without it the signature is its name',
          schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{8,255}$` },
        },
      },
      headers: { RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } },
      schemas: { ...envelopeSchemas(), ...usedSchemas([paths, webhooks], shapeSchemas(catalogue)) },
    },
  };
}

function envelopeSchemas() {
  const request = (status: string) => ({
    type: 'object',
    properties: { VERSION: { const: '1.0' }, ACTION: { type: 'string' }, STATUS: { const: status } },
    required: ['VERSION', 'ACTION', 'STATUS'],
  });
  return {
    Accepted: request('OK'),
    Refused: request('FAILED'),
    Failed: {
      type: 'object',
      properties: { REQUEST: { $ref: '#/components/schemas/Refused' }, ERRORS: { $ref: '#/components/schemas/Errors' } },
      required: ['REQUEST', 'ERRORS'],
    },
    Errors: {
      type: 'object',
      properties: {
        CODE: { type: 'integer', description: 'As the documents give it for the operation; not always sent' },
        ID: { type: 'string', description: 'For programs; docs/errors.md lists all' },
        MSG: { type: 'string', description: 'For programs' },
        DETAILS: { type: 'string', description: 'For people; ends in the reference of the request' },
        EXPLANATION: {
          type: 'object',
          description: 'In the sandbox only: why a signature was refused, or which operation may be meant',
          properties: {
            reason: { type: 'string', description: 'The part that did not match, as `body_hash`; `unknown_operation`' },
            text: { type: 'string', description: 'What to change' },
            signed: { type: 'string', description: 'The text that the service signed, once the headers could be read' },
          },
          required: ['reason', 'text'],
        },
      },
      required: ['DETAILS'],
    },
  };
}

/** The shapes that paths and webhooks refer to, directly or through other shapes. */
function usedSchemas(paths: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const used = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name) || !(name in schemas)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
