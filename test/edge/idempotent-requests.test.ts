import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, type Credentials, signedHeaders } from '../support/client.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';

let edge: EdgeApp;
let me: Credentials;
let keys = 0;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());
beforeEach(() => {
  me = edge.sessions.open();
});

const newKey = () => `order-${String(++keys).padStart(6, '0')}`;
const pay = (body: object, options: CallOptions = {}) => edge.client.post('echo_pay', { body, as: me, ...options });
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');

/** The very same bytes as before. */
function repeatable(body: object, idempotencyKey?: string) {
  const target = `/?req=echo_pay&n=${newKey()}`;
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(me, { method: 'POST', target, body: text, idempotencyKey }),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return () => edge.raw.request(`POST ${target}`, lines, text);
}

describe('money request with an Idempotency-Key', () => {
  it('is executed once, and its answer is repeated', async () => {
    const idempotencyKey = newKey();
    const first = await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
    const second = await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
    expect(first.body.DATA).toMatchObject({ paid: 5000 });
    expect(replayed(first)).toBeNull();
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(replayed(second)).toBe('true');
  });

  it('is the same however its parameters are written', async () => {
    const idempotencyKey = newKey();
    const first = await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
    const second = await pay({ amount: '50.00', unknown: 1, to: '  obi ' }, { idempotencyKey });
    expect(second.body).toEqual(first.body);
    expect(replayed(second)).toBe('true');
  });

  it.each([
    ['another amount', { to: 'obi', amount: 50.01 }],
    ['another recipient', { to: 'eze', amount: 50 }],
    ['a recipient that would be refused', { to: 'nobody', amount: 50 }],
  ])('is refused with %s', async (_, changed) => {
    const idempotencyKey = newKey();
    await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
    const answer = await pay(changed, { idempotencyKey });
    expect(answer.status).toBe(422);
    expect(answer.body.ERRORS).toMatchObject({ CODE: 422, ID: 'idempotency_mismatch' });
    expect(replayed(answer)).toBeNull();
  });

  it('has keys separate from other users', async () => {
    const idempotencyKey = newKey();
    const first = await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
    const other = await pay({ to: 'eze', amount: 70 }, { idempotencyKey, as: edge.sessions.open() });
    expect(other.status).toBe(200);
    expect(other.body.DATA).not.toEqual(first.body.DATA);
    expect(replayed(other)).toBeNull();
  });

  it('repeats a refusal by state', async () => {
    const idempotencyKey = newKey();
    const [phone, laptop] = [edge.sessions.open({ userId: 'both' }), edge.sessions.open({ userId: 'both' })];
    const first = await pay({ to: 'obi', amount: 50 }, { idempotencyKey, as: phone });
    const second = await pay({ to: 'obi', amount: 50 }, { idempotencyKey, as: laptop });
    expect(second.body.DATA).toEqual(first.body.DATA);
    expect(replayed(second)).toBe('true');
  });

  it('may be retried after another failure', async () => {
    const idempotencyKey = newKey();
    const first = await pay({ to: 'nobody', amount: 50 }, { idempotencyKey });
    const second = await pay({ to: 'nobody', amount: 50 }, { idempotencyKey });
    const unreferenced = ({ body }: Answer) => ({ ...body.ERRORS, DETAILS: body.ERRORS.DETAILS.replace(/\(.*\)/, '()') });
    expect(first.status).toBe(400);
    expect(second.status).toBe(400);
    expect(unreferenced(second)).toEqual(unreferenced(first));
    expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
  });

  it('is not recorded with a missing parameter', async () => {
    for (const to of ['busy', 'fault']) {
      const idempotencyKey = newKey();
      const first = await pay({ to, amount: 50 }, { idempotencyKey });
      expect(first.status).toBe(to === 'busy' ? 409 : 500);
      const second = await pay({ to: 'obi', amount: 50 }, { idempotencyKey });
      expect(second.status).toBe(200);
      expect(replayed(second)).toBeNull();
    }
  });

  it('is not executed again while it is running', async () => {
    const idempotencyKey = newKey();
    expect((await pay({ to: 'obi' }, { idempotencyKey })).status).toBe(400);
    expect((await pay({ to: 'obi', amount: 50 }, { idempotencyKey })).status).toBe(200);
  });

  it('is executed once under concurrency', async () => {
    const idempotencyKey = newKey();
    await pay({ to: 'later', amount: 50 }, { idempotencyKey });
    const answer = await pay({ to: 'later', amount: 50 }, { idempotencyKey });
    expect(answer.status).toBe(409);
    expect(answer.body.ERRORS).toMatchObject({ CODE: 409, ID: 'idempotency_in_progress' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(replayed(answer)).toBeNull();
  });

  it('happens once, when many arrive at once', async () => {
    const idempotencyKey = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ to: 'obi', amount: 50 }, { idempotencyKey })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  });

  it.each([
    ['too short', 'short-1'],
    ['too long', 'x'.repeat(256)],
    ['with a space', 'order 000001'],
    ['not ASCII', 'commande-é'],
  ])('is refused when the key is %s', async (_, idempotencyKey) => {
    const answer = await repeatable({ to: 'obi', amount: 50 }, idempotencyKey)();
    expect(answer.status).toBe(400);
    expect(answer.envelope!.ERRORS).toMatchObject({ CODE: 400, ID: 'idempotency_key_invalid' });
  });

  it.each(['12345678', 'x'.repeat(255), '!~"\\,;:+'])('accepts the key %s', async (idempotencyKey) => {
    expect((await repeatable({ to: 'obi', amount: 50 }, idempotencyKey)()).status).toBe(200);
  });
});

describe('money request without a key', () => {
  it('is executed once for a signature, and its answer is repeated', async () => {
    const send = repeatable({ to: 'obi', amount: 50 });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(second.envelope).toEqual(first.envelope);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('that was refused is refused again', async () => {
    const send = repeatable({ to: 'nobody', amount: 50 });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('is executed again with a new signature', async () => {
    const first = await pay({ to: 'obi', amount: 50 });
    const second = await pay({ to: 'obi', amount: 50 });
    expect(second.body.DATA).not.toEqual(first.body.DATA);
    expect(replayed(second)).toBeNull();
  });
});

describe('amount', () => {
  it.each([1, 0.01, 50.5, 1e2, '50', '50.5', '50.50', ' 50 ', 999_999_999_999.99])('accepts %j', async (amount) => {
    const answer = await pay({ to: 'obi', amount });
    expect(answer.status).toBe(200);
    expect(answer.body.DATA.paid).toBe(Math.round(Number(amount) * 100));
  });

  it.each([
    0,
    -1,
    0.001,
    50.555,
    1e21,
    '0',
    '0.00',
    '-50',
    '+50',
    '1e2',
    '50,00',
    '1,000',
    '0x10',
    '050',
    '50.',
    '.5',
    'NaN',
    'Infinity',
    '٥٠',
    '5０',
    true,
    [50],
    ['50'],
    { valueOf: 50 },
    1_000_000_000_000.01,
    '99999999999999999999',
  ])('refuses %j', async (amount) => {
    const answer = await pay({ to: 'obi', amount });
    expect(answer.status).toBe(400);
    expect(answer.body.ERRORS).toMatchObject({ CODE: 400, ID: 'amount_invalid' });
  });

  it.each(['1e400', '-0', '1e-400', '100.000000000001'])('refuses the number %s', async (literal) => {
    const answer = await edge.client.post('echo_pay', { body: `{"to":"obi","amount":${literal}}`, as: me });
    expect(answer.body.ERRORS).toMatchObject({ CODE: 400, ID: 'amount_invalid' });
  });

  it.each([null, '', '  '])('is missing when it is %j', async (amount) => {
    expect((await pay({ to: 'obi', amount })).body.ERRORS).toMatchObject({ CODE: 400, ID: 'amount_required' });
  });
});
