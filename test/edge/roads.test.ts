import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperationPipeline } from '../../src/platform/http/operation-pipeline.js';
import { signedHeaders } from '../support/client.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';
import { chunked, type RawAnswer } from './support/raw-client.js';

// Operations go past Fastify, except those of a client that accepts pages: both roads answer the same.

const JSON_TYPE = 'content-type: application/json';
const PAGE = 'https://pay.example';

let edge: EdgeApp;
beforeAll(async () => {
  const environment = { PUBLIC_URL: 'https://api.example', WEB_ORIGINS: PAGE, TRUSTED_PROXIES: 'loopback' };
  edge = await startEdge({ environment });
});
afterAll(() => edge.close());

/** Without the reference and the time, which are of each answer alone. */
function comparable({ status, headers, text }: RawAnswer) {
  const { date: _, 'svc-server-time': __, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(/\([A-Z0-9]{8}\)/g, '(REFERENCE)') };
}

async function expectSame(line: string, headers: readonly string[] = [], body: string | Uint8Array = '') {
  const direct = comparable(await edge.raw.request(line, headers, body));
  expect(comparable(await edge.raw.request(line, [...headers, 'accept: text/html'], body))).toEqual(direct);
  return direct;
}

it.each([
  ['a read', 200, 'GET /?req=echo_find&name=Ada', [], ''],
  ['an alias', 200, 'GET /echo_find?name=Ada', [], ''],
  ['a body', 200, 'POST /?req=echo_open', [JSON_TYPE], '{"name":"Ada"}'],
  ['a body in chunks', 200, 'POST /echo_open', [JSON_TYPE, 'transfer-encoding: chunked'], chunked('{"name":"Ada"}', 3)],
  ['an expectation', 200, 'POST /echo_open', [JSON_TYPE, 'expect: nothing'], '{"name":"Ada"}'],
  ['a missing parameter', 400, 'GET /?req=echo_find', [], ''],
  ['malformed JSON', 400, 'POST /?req=echo_open', [JSON_TYPE], '{'],
  ['another type', 415, 'POST /?req=echo_open', ['content-type: text/plain'], '{}'],
  ['an encoding', 415, 'POST /?req=echo_open', [JSON_TYPE, 'content-encoding: gzip'], '{}'],
  ['a body that is too large', 413, 'POST /?req=echo_open', [JSON_TYPE, 'content-length: 99999999999'], ''],
  ['no signature', 401, 'GET /?req=echo_read', [], ''],
  ['an unknown operation', 404, 'GET /?req=nothing', [], ''],
  ['several operations', 400, 'GET /?req=echo_find&req=echo_read', [], ''],
  ['another operation than the alias', 400, 'GET /echo_find?req=echo_read', [], ''],
  ['another method', 405, 'POST /?req=echo_find', [], ''],
  ['only the head', 405, 'HEAD /?req=echo_find', [], ''],
  ['the methods', 405, 'OPTIONS /?req=echo_find', [], ''],
  ['a page of another origin', 200, 'GET /?req=echo_find&name=Ada', [`origin: ${PAGE}`], ''],
  ['a page that may not', 200, 'GET /?req=echo_find&name=Ada', ['origin: https://other.example'], ''],
  ['what a browser asks before', 204, 'OPTIONS /echo_open', [`origin: ${PAGE}`, 'access-control-request-method: POST'], ''],
  ['a form to what takes none', 415, 'POST /?req=echo_open', ['content-type: multipart/form-data; boundary=x'], '--x--'],
])('%s is answered alike on both roads: %i', async (_, status, line, headers, body) => {
  const answer = await expectSame(line, headers, body);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000', vary: 'Origin' });
});

it('refuses two hosts on both roads', async () => {
  expect((await expectSame('GET /?req=echo_find&name=Ada', ['Host: other'])).status).toBe(400);
});

it('knows the client behind trusted proxies on both roads', async () => {
  edge.echo.visitors.length = 0;
  await expectSame('GET /?req=echo_find&name=Ada', ['x-forwarded-for: 203.0.113.9, 192.0.2.1, 127.0.0.1']);
  await expectSame('GET /?req=echo_find&name=Ada', ['x-forwarded-for: 203.0.113.9, nonsense']);
  expect(edge.echo.visitors.map(({ ip }) => ip)).toEqual(['192.0.2.1', '192.0.2.1', '127.0.0.1', '127.0.0.1']);
});

it('serves a signed request of more than 8 KB on both roads', async () => {
  const body = '{}';
  const target = `/?req=echo_read&n=${'x'.repeat(9_000)}`;
  const headers = signedHeaders(edge.sessions.open(), { method: 'GET', target, body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const answer = await expectSame(`GET ${target}`, [...lines, JSON_TYPE], body);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"STATUS":"OK"')]);
});

it('answers a fault where an answer cannot be written, at once or later', async () => {
  const pipeline = edge.app.get(OperationPipeline);
  const broken = { status: 200, headers: { 'x-broken': 'a\nb' }, body: '{}' };
  for (const answer of [broken, Promise.resolve(broken)]) {
    Object.defineProperty(pipeline, 'handle', { value: () => answer, configurable: true });
    const { status, text } = await edge.raw.request('GET /?req=echo_find&name=Ada');
    expect([status, text]).toEqual([500, expect.stringContaining('process_failed')]);
  }
  delete (pipeline as Partial<OperationPipeline>).handle;
  expect((await edge.raw.request('GET /?req=echo_find&name=Ada')).status).toBe(200);
});

it('sends who opens the address in a browser to the documents', async () => {
  const { status, headers } = await edge.raw.request('GET /', ['accept: text/html']);
  expect([status, headers['location']]).toEqual([302, '/docs']);
});
