import { createHmac, hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Log } from '../../src/platform/telemetry/log.js';
import { type Credentials, signedHeaders } from '../support/client.js';
import { ManualClock } from '../support/clocks.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';
import { expectFailed, expectOk } from './support/expect-envelope.js';

const clock = new ManualClock(Math.floor(Date.now() / 1000) * 1000);
const now = String(clock.time / 1000);
const lines: string[] = [];
const log = new Log({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) });
const TARGET = '/?req=echo_write&b=%2B2&a=1';
const BODY = '{"note":"to sign, Zoë","name":"Ada"}';
const rawHash = (body: string) => `raw:${hash('sha512', body, 'hex')}`;

let edge: EdgeApp;
let me: Credentials;

beforeAll(async () => {
  edge = await startEdge({ clock, log });
  me = edge.sessions.open();
});
afterAll(() => edge.close());

interface Sent {
  readonly signal?: string;
  readonly key?: string;
  readonly timestamp?: string;
  readonly extra?: readonly string[];
  readonly body?: string;
}

async function refused({ signal = 'a'.repeat(128), key = me.pbcKey, timestamp = now, extra = [], body = BODY }: Sent) {
  const headers = [`svc-securekey: ${key}`, `svc-timestamp: ${timestamp}`, `svc-reqsignal: ${signal}`, ...extra];
  const answer = await edge.raw.request(`POST ${TARGET}`, ['content-type: application/json', ...headers], body);
  expectFailed(answer, 401, 'echo_write');
  const { DETAILS, EXPLANATION, ...errors } = answer.envelope!.ERRORS! as { DETAILS: string; EXPLANATION: Explanation };
  expect(errors).toMatchObject({ CODE: 401, ID: 'rqat_required' });
  expect(answer.text).not.toContain(me.secret);
  return { explanation: EXPLANATION, reference: /\(([0-9A-Z]{8})\)$/.exec(DETAILS)![1]! };
}

interface Explanation {
  readonly reason: string;
  readonly text: string;
  readonly signed?: string;
}

const textOf = ({ scheme = 'SVC1-HMAC-SHA512', method = 'POST', target = TARGET, time = now, body = rawHash(BODY) } = {}) => [
  scheme,
  method,
  target,
  time,
  me.pbcKey,
  body,
];
const signed = (text: string, secret: string | Buffer = me.secret) => createHmac('sha512', secret).update(text).digest('hex');
const joined = (parts: Parameters<typeof textOf>[0] = {}) => textOf(parts).join('\n');

describe('refused signature in the sandbox', () => {
  it('says what is wrong with the headers', async () => {
    const answer = await edge.raw.request(`POST ${TARGET}`, ['content-type: application/json', `svc-timestamp: ${now}`], BODY);
    expect(answer.envelope!.ERRORS).toMatchObject({
      EXPLANATION: { reason: 'header_missing', text: expect.stringContaining('SVC-SECUREKEY and SVC-REQSIGNAL') as string },
    });
    const cases: readonly (readonly [Sent, string, string])[] = [
      [{ timestamp: String(clock.time) }, 'header_malformed', 'milliseconds'],
      [{ timestamp: 'now' }, 'header_malformed', 'SVC-TIMESTAMP'],
      [{ signal: signed(joined()).toUpperCase() }, 'header_malformed', 'lower-case'],
      [{ signal: createHmac('sha512', me.secret).update(joined()).digest('base64') }, 'header_malformed', 'base64'],
      [{ signal: createHmac('sha256', me.secret).update(joined()).digest('hex') }, 'header_malformed', 'SHA-256'],
      [{ key: 'short' }, 'header_malformed', 'SVC-SECUREKEY'],
      [{ extra: [`svc-timestamp: ${now}`] }, 'header_repeated', 'SVC-TIMESTAMP'],
      [{ timestamp: String(Number(now) - 301) }, 'timestamp_out_of_range', '301 seconds behind'],
      [{ timestamp: String(Number(now) + 400) }, 'timestamp_out_of_range', '400 seconds ahead'],
    ];
    for (const [sent, reason, text] of cases) {
      const { explanation } = await refused(sent);
      expect(explanation).toMatchObject({ reason, text: expect.stringContaining(text) as string });
    }
  });

  it('says that there is no such session, and what the service signed', async () => {
    const key = 'nobody-nobody-nobody-nobody';
    const { explanation } = await refused({ key, signal: signed(joined()) });
    expect(explanation).toMatchObject({ reason: 'unknown_key', signed: joined().replace(me.pbcKey, key) });
  });

  const sorted = '/?a=1&b=%2B2&req=echo_write';
  const MISTAKES: readonly (readonly [string, string, () => string])[] = [
    ['an LF at the end', 'form', () => signed(`${joined()}\n`)],
    ['CR LF', 'form', () => signed(textOf().join('\r\n'))],
    ['a backslash and an n', 'form', () => signed(textOf().join('\\n'))],
    ['no scheme', 'form', () => signed(textOf().slice(1).join('\n'))],
    ['nothing between the lines', 'form', () => signed(textOf().join(''))],
    ['an empty body', 'body_hash', () => signed(joined({ body: rawHash('') }))],
    ['an LF behind the body', 'body_hash', () => signed(joined({ body: rawHash(`${BODY}\n`) }))],
    [
      'the spaces of Python',
      'body_hash',
      () => signed(joined({ body: rawHash('{"note": "to sign, Zo\\u00eb", "name": "Ada"}') })),
    ],
    ['an indented body', 'body_hash', () => signed(joined({ body: rawHash(JSON.stringify(JSON.parse(BODY), null, 2)) }))],
    ['sorted fields', 'body_hash', () => signed(joined({ body: rawHash('{"name":"Ada","note":"to sign, Zoë"}') }))],
    ['no raw:', 'body_hash', () => signed(joined({ body: rawHash(BODY).slice(4) }))],
    ['upper-case hex', 'body_hash', () => signed(joined({ body: `raw:${rawHash(BODY).slice(4).toUpperCase()}` }))],
    ['SHA-256', 'body_hash', () => signed(joined({ body: `raw:${hash('sha256', BODY, 'hex')}` }))],
    ['the body itself', 'body_hash', () => signed(joined({ body: BODY }))],
    ['the sorted query', 'target', () => signed(joined({ target: sorted }))],
    ['no ?', 'target', () => signed(joined({ target: TARGET.replace('?', '') }))],
    ['the path alone', 'target', () => signed(joined({ target: '/' }))],
    ['the decoded target', 'target', () => signed(joined({ target: '/?req=echo_write&b=+2&a=1' }))],
    ['the alias', 'target', () => signed(joined({ target: '/echo_write?b=%2B2&a=1' }))],
    ['the whole address', 'target', () => signed(joined({ target: `http://test${TARGET}` }))],
    ['no slash', 'target', () => signed(joined({ target: TARGET.slice(1) }))],
    ['lower-case escapes', 'target', () => signed(joined({ target: TARGET.replace('%2B', '%2b') }))],
    ['the method in lower case', 'method', () => signed(joined({ method: 'post' }))],
    ['another method', 'method', () => signed(joined({ method: 'GET' }))],
    ['milliseconds', 'timestamp', () => signed(joined({ time: String(clock.time) }))],
    ['the secret with an LF', 'secret', () => signed(joined(), `${me.secret}\n`)],
    ['the decoded secret', 'secret', () => signed(joined(), Buffer.from(me.secret, 'base64url'))],
    ['the key in place of the secret', 'secret', () => signed(joined(), me.pbcKey)],
    ['nothing that is usual', 'signature', () => signed('something else')],
  ];

  it.each(MISTAKES)('names the mistake: %s', async (_, reason, signal) => {
    const { explanation } = await refused({ signal: signal() });
    expect(explanation).toMatchObject({ reason, signed: joined() });
    expect(explanation.text.length).toBeGreaterThan(20);
  });

  it('names a body hash where there is no body, and an Idempotency-Key that was left out', async () => {
    const ofBraces = { signal: signed(joined({ body: rawHash('{}') })), body: '' };
    expect((await refused(ofBraces)).explanation).toMatchObject({ reason: 'body_hash', signed: joined({ body: rawHash('') }) });
    const keyed = { signal: signed(joined()), extra: ['idempotency-key: order-000001'] };
    const { explanation } = await refused(keyed);
    expect(explanation).toMatchObject({ reason: 'idempotency_key', signed: `${joined()}\norder-000001` });
  });

  it('names a secret that was replaced', async () => {
    const secrets = [
      { secret: 'the secret now', validUntilMs: clock.time + 3_600_000 },
      { secret: 'the secret before', validUntilMs: clock.time },
    ];
    const { pbcKey } = edge.sessions.open({ secrets });
    const text = joined().replace(me.pbcKey, pbcKey);
    const { explanation } = await refused({ key: pbcKey, signal: signed(text, 'the secret before') });
    expect(explanation).toMatchObject({ reason: 'secret', text: expect.stringContaining('replaced') as string, signed: text });
  });

  it('signs the text that it shows', async () => {
    const { explanation } = await refused({});
    const headers = signedHeaders(me, { method: 'POST', target: TARGET, body: BODY, timestamp: Number(now) });
    expect(signed(explanation.signed!)).toBe(headers['svc-reqsignal']);
    const sent = Object.entries({ ...headers, 'content-type': 'application/json' }).map(([name, value]) => `${name}: ${value}`);
    expectOk(await edge.raw.request(`POST ${TARGET}`, sent, BODY), 'echo_write');
  });

  it('is in the line of the log', async () => {
    const { explanation, reference } = await refused({});
    const found = lines.map((line) => JSON.parse(line) as { reference: string }).find((line) => line.reference === reference);
    expect(found).toMatchObject({ failure: 'edge.unauthenticated', explanation });
  });

  it('takes a bounded time for a large body', async () => {
    const body = JSON.stringify({ note: 'x'.repeat(900_000) });
    const { explanation } = await refused({ body });
    expect(explanation.reason).toBe('signature');
  });
});
