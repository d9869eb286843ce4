import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, signedHeaders, type SignedRequest } from '../support/client.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';
import { expectFailed, expectOk } from './support/expect-envelope.js';
import { ManualClock } from '../support/clocks.js';

const clock = new ManualClock(Math.floor(Date.now() / 1000) * 1000);
let edge: EdgeApp;
let me: Credentials;
let distinct = 0;

beforeAll(async () => {
  // No sandbox, which explains what it refuses.
  edge = await startEdge({
    clock,
    environment: { DEPOSIT_PROVIDERS: 'other', BILLER_PROVIDERS: 'other', PAYOUT_PROVIDERS: 'other' },
  });
});
afterAll(() => edge.close());
beforeEach(() => {
  me = edge.sessions.open();
});

const seconds = () => Math.floor(clock.time / 1000);
const fresh = (target: string) => `${target}${target.includes('?') ? '&' : '?'}n=distinct-${++distinct}`;

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly extra?: readonly string[];
}

/** Signs one request and sends another, which differs in what `sent` says. */
function send(request: SignedRequest, sent: Sent = {}, as: Credentials = me) {
  const body = sent.body ?? (request.body as string | undefined) ?? '';
  const headers = { ...signedHeaders(as, { timestamp: seconds(), ...request }), ...sent.headers };
  return edge.raw.request(
    `${sent.method ?? request.method} ${sent.target ?? request.target}`,
    [
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json',
      ...(sent.extra ?? []),
    ],
    body,
  );
}

const BODY = '{"name":"Ada","note":"to sign"}';
const write = (): SignedRequest => ({ method: 'POST', target: fresh('/?req=echo_write&a=1&b=%2B2'), body: BODY });
const withoutHeader = (name: string) => ({ headers: { [name]: '' } });

describe('signed request', () => {
  it('is accepted', async () => {
    expectOk(await send(write()), 'echo_write');
    expectOk(await send({ method: 'GET', target: fresh('/echo_read') }), 'echo_read');
  });

  it('is accepted with a non-ASCII body, signed as bytes', async () => {
    const answer = await send({ ...write(), body: '{"name":"Zoë ₦ 😀"}' });
    expectOk(answer, 'echo_write');
    expect(answer.envelope!.DATA).toMatchObject({ name: 'Zoë ₦ 😀' });
  });

  it.each([-300, -299, 0, 299, 300])('is accepted %d s off', async (offset) => {
    expectOk(await send({ ...write(), timestamp: seconds() + offset }), 'echo_write');
  });

  it.each([-301, 301, -86_400, 31_536_000])('is stale %d s off, with the server time', async (offset) => {
    const answer = await send({ ...write(), timestamp: seconds() + offset });
    expectFailed(answer, 401, 'echo_write');
    expect(answer.envelope!.ERRORS).toMatchObject({ CODE: 401, ID: 'rqat_required', MSG: 'timestamp_out_of_range' });
    expect(answer.envelope!.ERRORS).not.toHaveProperty('EXPLANATION');
    expect(answer.headers['svc-server-time']).toBe(String(seconds()));
  });

  it('is verified with any valid secret of the session', async () => {
    const before = { secret: 'the secret before', validUntilMs: clock.time + 60_000 };
    const now = { secret: 'the secret now', validUntilMs: clock.time + 3_600_000 };
    const { pbcKey } = edge.sessions.open({ secrets: [now, before] });
    expectOk(await send(write(), {}, { pbcKey, secret: now.secret }), 'echo_write');
    expectOk(await send(write(), {}, { pbcKey, secret: before.secret }), 'echo_write');
    clock.time += 60_000;
    expectOk(await send(write(), {}, { pbcKey, secret: now.secret }), 'echo_write');
    expectFailed(await send(write(), {}, { pbcKey, secret: before.secret }), 401);
  });

  it("records the user's activity only when it is authentic", async () => {
    const { session, ...credentials } = edge.sessions.open({ userId: 'the-living' });
    await send(write(), { body: `${BODY} ` }, credentials);
    expect(edge.sessions.seenBy).not.toContain(session.userId);
    await send(write(), {}, credentials);
    expect(edge.sessions.seenBy).toContain(session.userId);
  });
});

/** Every one of them must look the same: an unknown key, a wrong signature, a missing header. */
const FORGERIES: readonly (readonly [string, (request: SignedRequest) => Sent])[] = [
  ['no headers', () => ({ headers: { 'svc-securekey': '', 'svc-timestamp': '', 'svc-reqsignal': '' } })],
  ['no key', () => withoutHeader('svc-securekey')],
  ['no timestamp', () => withoutHeader('svc-timestamp')],
  ['no signature', () => withoutHeader('svc-reqsignal')],
  [
    'one bit of the signature',
    (request) => ({ headers: { 'svc-reqsignal': flipped(signedHeaders(me, request)['svc-reqsignal']!) } }),
  ],
  ['upper-case hex', (request) => ({ headers: { 'svc-reqsignal': upper(request) } })],
  ['one second', () => ({ headers: { 'svc-timestamp': String(seconds() + 1) } })],
  [
    'one letter of the key',
    () => ({ headers: { 'svc-securekey': `${me.pbcKey.slice(0, -1)}${me.pbcKey.endsWith('A') ? 'B' : 'A'}` } }),
  ],
  ['an unknown key', () => ({ headers: { 'svc-securekey': 'nobody-nobody-nobody-nobody' } })],
  ['another session’s key', () => ({ headers: { 'svc-securekey': edge.sessions.open().pbcKey } })],
  ['one letter of the body', (request) => ({ body: (request.body as string).replace('Ada', 'Adb') })],
  ['spaces in the JSON', (request) => ({ body: (request.body as string).replace(':', ': ') })],
  ['the order of the JSON', () => ({ body: '{"note":"to sign","name":"Ada"}' })],
  ['an LF behind the body', (request) => ({ body: `${request.body as string}\n` })],
  ['no body', () => ({ body: '' })],
  ['the order of the query', (request) => ({ target: request.target.replace('a=1&b=%2B2', 'b=%2B2&a=1') })],
  ['%2b for %2B', (request) => ({ target: request.target.replace('%2B', '%2b') })],
  ['a decoded query', (request) => ({ target: request.target.replace('%2B', '+') })],
  ['a value of the query', (request) => ({ target: request.target.replace('a=1', 'a=2') })],
  ['a parameter more', (request) => ({ target: `${request.target}&c=3` })],
  ['an empty & behind', (request) => ({ target: `${request.target}&` })],
  ['the alias', (request) => ({ target: request.target.replace('/?req=echo_write&', '/echo_write?') })],
  ['an operation of the same method', (request) => ({ target: request.target.replace('echo_write', 'echo_tested') })],
  ['an Idempotency-Key that was not signed', () => ({ extra: ['idempotency-key: order-000001'] })],
  ['the key twice', () => ({ extra: [`svc-securekey: ${me.pbcKey}`] })],
  ['the timestamp twice', () => ({ extra: [`svc-timestamp: ${seconds()}`] })],
  ['the signature twice', (request) => ({ extra: [`svc-reqsignal: ${signedHeaders(me, request)['svc-reqsignal']}`] })],
  ['a tab inside the key', () => ({ headers: { 'svc-securekey': `${me.pbcKey}\tx` } })],
  ['the timestamp in milliseconds', () => ({ headers: { 'svc-timestamp': String(clock.time) } })],
  ['the timestamp as a float', () => ({ headers: { 'svc-timestamp': `${seconds()}.0` } })],
];

const flipped = (hex: string) => `${(parseInt(hex[0]!, 16) ^ 1).toString(16)}${hex.slice(1)}`;
const upper = (request: SignedRequest) => signedHeaders(me, { timestamp: seconds(), ...request })['svc-reqsignal']!.toUpperCase();

describe('request changed after signing', () => {
  it.each(FORGERIES)('is refused: %s', async (_, change) => {
    const effects = edge.echo.effects;
    const request = { timestamp: seconds(), ...write() };
    const answer = await send(request, change(request));
    expectFailed(answer, 401, answer.envelope!.REQUEST.ACTION);
    const { DETAILS, ...errors } = answer.envelope!.ERRORS!;
    expect(errors).toEqual({ CODE: 401, ID: 'rqat_required', MSG: 'Unauthorized' });
    expect(DETAILS).toMatch(/^Access Denied \([0-9A-Z]{8}\)$/);
    expect(edge.echo.effects).toBe(effects);
  });

  it('is refused with another method', async () => {
    const target = fresh('/?req=echo_remove');
    expectFailed(await send({ method: 'POST', target }, { method: 'DELETE' }), 401, 'echo_remove');
    expectOk(await send({ method: 'DELETE', target }), 'echo_remove');
  });

  it('is refused without its signed Idempotency-Key, or with another', async () => {
    const request = { ...write(), idempotencyKey: 'order-000001' };
    expectFailed(await send(request), 401);
    expectFailed(await send(request, { extra: ['idempotency-key: order-000002'] }), 401);
    expectFailed(await send(request, { extra: ['idempotency-key: order-000001', 'idempotency-key: order-000001'] }), 401);
    expectOk(await send(request, { extra: ['idempotency-key: order-000001'] }), 'echo_write');
  });

  it('is refused once the session ended', async () => {
    expectOk(await send(write()), 'echo_write');
    edge.sessions.end(me);
    expectFailed(await send(write()), 401);
  });

  it("is refused when the session's secrets have expired", async () => {
    const { pbcKey } = edge.sessions.open({ secrets: [{ secret: 'gone', validUntilMs: clock.time }] });
    expectFailed(await send(write(), {}, { pbcKey, secret: 'gone' }), 401);
    expectFailed(await send(write(), {}, { pbcKey, secret: 'no such session' }), 401);
    expectFailed(await send(write(), {}, { pbcKey: 'nobody-nobody-nobody-nobody', secret: 'no such session' }), 401);
  });
});

describe('permission', () => {
  const staff = () => ({ method: 'GET', target: fresh('/?req=echo_staff') });

  it('is required of a staff session', async () => {
    const answer = await send(staff());
    expectFailed(answer, 403, 'echo_staff');
    expect(answer.envelope!.ERRORS!.DETAILS).toContain("Oops, you don't have the necessary permission for this request");
  });

  it('is checked by name', async () => {
    const other = edge.sessions.open({ grants: new Set(['userControl.viewDetails']) });
    expectFailed(await send(staff(), {}, other), 403, 'echo_staff');
    const right = edge.sessions.open({ grants: new Set(['userControl.viewDetails', 'userControl.getDataList']) });
    expectOk(await send(staff(), {}, right), 'echo_staff');
  });

  it('is checked before the parameters and after the session', async () => {
    expectFailed(await edge.raw.request('GET /?req=echo_staff'), 401, 'echo_staff');
  });

  it('is refused to test accounts where declared', async () => {
    const answer = await send({ method: 'POST', target: fresh('/?req=echo_tested') }, {}, edge.sessions.open({ isTest: true }));
    expectFailed(answer, 403, 'echo_tested');
    expect(answer.envelope!.ERRORS).toMatchObject({
      CODE: 401,
      MSG: 'test_account',
      DETAILS: expect.stringContaining('Oops, this operation is not available for test accounts') as string,
    });
    expectOk(await send({ method: 'POST', target: fresh('/?req=echo_tested') }), 'echo_tested');
  });
});

describe('order of the checks', () => {
  it('operation, method, authentication, permission, parameters', async () => {
    const broken = { body: '{"name":1' };
    expectFailed(await send({ method: 'PUT', target: '/?req=nothing' }, broken), 404);
    expectFailed(await send({ method: 'PUT', target: '/?req=echo_write' }, broken), 405);
    expectFailed(await edge.raw.request('POST /?req=echo_write', [], broken.body), 401);
    const target = fresh('/?req=echo_tested');
    const tester = edge.sessions.open({ isTest: true });
    expectFailed(await send({ method: 'POST', target, ...broken }, {}, tester), 403);
    expectFailed(await send({ method: 'POST', target: fresh('/?req=echo_write'), ...broken }), 400);
  });
});

describe('repeated identical request', () => {
  it('is allowed for reads', async () => {
    const request = { method: 'GET', target: fresh('/?req=echo_read') };
    expectOk(await send(request), 'echo_read');
    expectOk(await send(request), 'echo_read');
  });

  it.each([
    ['POST', '/?req=echo_write', BODY],
    ['GET', '/?req=echo_end', ''],
    ['DELETE', '/?req=echo_remove', ''],
  ])('has no second effect for writes: %s %s', async (method, address, body) => {
    const request = { method, target: fresh(address), body, timestamp: seconds() };
    const effects = edge.echo.effects;
    expectOk(await send(request), address.slice(6));
    clock.time += 1_000;
    const again = await send(request);
    expectFailed(again, 409, address.slice(6));
    expect(again.envelope!.ERRORS).toMatchObject({ CODE: 409, ID: 'request_replayed' });
    expect(edge.echo.effects).toBe(effects + 1);
  });

  it('has one effect when both arrive concurrently', async () => {
    const request = { ...write(), timestamp: seconds() };
    const effects = edge.echo.effects;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(request)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(edge.echo.effects).toBe(effects + 1);
  });

  it('differs by n within one second', async () => {
    const statuses = [];
    for (const n of ['aaaaaaaa', 'bbbbbbbb']) {
      statuses.push((await send({ ...write(), target: `/?req=echo_write&n=${n}`, timestamp: seconds() })).status);
    }
    expect(statuses).toEqual([200, 200]);
  });

  it('is not consumed by a forgery', async () => {
    const request = { ...write(), timestamp: seconds() };
    expectFailed(await send(request, { body: '{"name":"Eve"}' }), 401);
    expectOk(await send(request), 'echo_write');
  });
});
