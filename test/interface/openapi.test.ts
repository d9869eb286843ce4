import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { readCatalogue, requireSameOperations } from '../../src/platform/http/openapi/catalogue.js';
import { describeInterface, type OpenApiDocument } from '../../src/platform/http/openapi/document.js';
import type { DocumentedError } from '../contract/support/documents.js';
import { describeFields } from '../../src/platform/http/openapi/inputs.js';
import { startApp, type TestApp } from '../support/app.js';

interface Documents {
  readonly operations: readonly { readonly action: string; readonly errors?: readonly DocumentedError[] }[];
}

let service: TestApp;
let text: string;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startApp('sqlite');
  text = JSON.stringify(describeInterface(service.app.get(OperationRegistry).all(), readCatalogue()));
  document = JSON.parse(text) as OpenApiDocument;
});
afterAll(() => service.close());

const served = () => service.app.get(OperationRegistry).all();

describe('OpenAPI document', () => {
  it('has every served operation, and no other', () => {
    const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(paths.sort()).toEqual(
      served()
        .map(({ action, spec }) => `${spec.method.toLowerCase()} /${action}`)
        .sort(),
    );
  });

  it('has everything documented', () => {
    expect(() => requireSameOperations(readCatalogue(), served())).not.toThrow();
  });

  it('describes every parameter', () => {
    const described = served().flatMap(({ action, inputClass }) =>
      describeFields(inputClass, readCatalogue().fieldDescriptions, action),
    );
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter(({ description }) => description === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('describes every field of every shape and event', () => {
    const { shapes, events, fieldDescriptions } = readCatalogue();
    const all = { ...shapes, ...Object.fromEntries(Object.entries(events).map(([name, [, data]]) => [name, data])) };
    const gaps = Object.entries(all).flatMap(([shape, fields]) =>
      Object.entries(fields)
        .filter(([, type]) => !(type.replace(/\[\]$/, '') in shapes))
        .map(([field]) => field)
        .filter((field) => !(`${shape}.${field}` in fieldDescriptions) && !(field in fieldDescriptions))
        .map((field) => `${shape}.${field}`),
    );
    expect(gaps).toEqual([]);
  });

  it('has input examples that the operations accept', () => {
    const { recordings } = readCatalogue();
    const refused = served().flatMap(({ action, source, readInput, spec }) => {
      const described = Object.values(document.paths[`/${action}`]!)[0]!;
      if (spec.uploadLimitBytes !== undefined || recordings.operations[action]?.[0]?.data === undefined) return [];
      const read = readInput(source === 'query' ? exampleQuery(described) : exampleBody(described));
      return 'input' in read ? [] : [{ action, ...read }];
    });
    expect(refused).toEqual([]);
  });

  it('has every documented error of every operation', () => {
    const path = new URL('../../src/interface/operations.json', import.meta.url);
    const { operations } = JSON.parse(readFileSync(path, 'utf8')) as Documents;
    const left = operations.flatMap(({ action, errors = [] }) => {
      const given = Object.values(document.paths[`/${action}`] ?? {}).flatMap(errorExamples);
      return errors.filter((error) => !given.some((one) => isThat(error, one))).map((error) => ({ action, ...error }));
    });
    expect(left).toEqual([]);
  });

  it('has an ID for every failure, but where the documents give none', () => {
    const without = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((operation) =>
        errorExamples(operation)
          .filter(({ ID }) => ID === undefined)
          .map(({ DETAILS }) => [path, DETAILS.replace(/ \(.*/, '')]),
      ),
    );
    expect(without).toEqual([['/ads_log_create', 'Could not process your request']]);
  });

  it('has the errors of parameters, limits and signatures', () => {
    const responses = document.paths['/user_transfer_create']!['post']!.responses;
    const errorOf = (CODE: number, ID?: string) => ({ value: { ERRORS: { CODE, ...(ID ? { ID } : {}) } } });
    expect(responses).toMatchObject({
      400: { content: { 'application/json': { examples: { email_missing: errorOf(400, 'email_required') } } } },
      401: { content: { 'application/json': { examples: { 'edge.unauthenticated': errorOf(401, 'rqat_required') } } } },
      422: {
        content: { 'application/json': { examples: { 'edge.idempotency_mismatch': errorOf(422, 'idempotency_mismatch') } } },
      },
      429: { headers: { 'Retry-After': {} } },
    });
  });

  it('is led to by the name of an operation', async () => {
    const answer = await fetch(`${service.client.baseUrl}/docs/service_bill_payment`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs#/operations/service_bill_payment']);
  });

  it('is cached by ETag', async () => {
    const first = await fetch(`${service.client.baseUrl}/openapi.json`);
    expect(await first.text()).toBe(text);
    const again = await fetch(first.url, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });
});

describe('interface', () => {
  it('refuses a start where an operation is catalogued alone, or served alone', () => {
    const catalogue = readCatalogue();
    const all = catalogue.operations;
    expect(all.filter(({ isDocumented }) => isDocumented)).toHaveLength(90);
    expect(() => requireSameOperations(catalogue, all)).not.toThrow();
    const fewer = all.filter(({ action }) => !['user_transfer_create', 'user_payout_quote'].includes(action));
    expect(() => requireSameOperations(catalogue, fewer)).toThrow('are not served: user_transfer_create, user_payout_quote');
    const more = [...all, { action: 'user_wallet_hello' }];
    expect(() => requireSameOperations(catalogue, more)).toThrow(/not catalogued: user_wallet_hello\. Write .*extensions\.json$/);
  });
});

type DescribedOperation = OpenApiDocument['paths'][string][string];
type Errors = { CODE?: number; ID?: string; MSG?: string; DETAILS: string };

function errorExamples({ responses }: DescribedOperation): Errors[] {
  const described = Object.values(responses) as {
    content: { 'application/json': { examples?: Record<string, { value: { ERRORS?: Errors } }> } };
  }[];
  return described.flatMap(({ content }) =>
    Object.values(content['application/json'].examples ?? {}).flatMap(({ value }) => value.ERRORS ?? []),
  );
}

/** Whether the described error has the documented values. */
function isThat({ code, id, msg, details }: DocumentedError, { CODE, ID, MSG, DETAILS }: Errors): boolean {
  const pairs = [
    [code, CODE],
    [id, ID],
    [msg, MSG],
  ];
  return pairs.every(([wanted, given]) => wanted === undefined || wanted === given) && DETAILS.startsWith(details ?? '');
}

function exampleQuery({ parameters = [] }: DescribedOperation): Record<string, unknown> {
  const given = parameters.filter((parameter) => 'example' in parameter) as { name: string; example: unknown }[];
  return Object.fromEntries(given.map(({ name, example }) => [name, String(example)]));
}

function exampleBody({ requestBody }: DescribedOperation): Record<string, unknown> {
  const body = requestBody as { content: { 'application/json': { example?: Record<string, unknown> } } } | undefined;
  return body?.content['application/json'].example ?? {};
}
