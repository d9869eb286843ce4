import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ClientOptions,
  HarmattanClient,
  type HarmattanError,
  followPayout,
  isHarmattanError,
  offerAirtime,
  offerBill,
  offerPayout,
  paymentStatus,
  payoutEndOf,
  type Session,
  sessionIn,
  sessionInMemory,
} from '../../packages/client/src/index.js';
import type { WebhookMessage } from '../../packages/client/src/webhooks.js';
import { Ledger } from '../../src/ledger/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { TcpProxy } from '../../packages/harness/servers/tcp-proxy.js';

const PASSWORD = 'Correct-horse-7';
const FAST = { firstDelayMs: 20 };
const FOLLOWED = { firstDelayMs: 100 };

let service: TestApp;
let proxy: TcpProxy;
let baseUrl: string;
let users = 0;
let sent: { method: string; url: string; headers: Record<string, string> }[] = [];

beforeAll(async () => {
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0' });
  const before = await TcpProxy.before(service.client.baseUrl);
  proxy = before.proxy;
  baseUrl = before.url;
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});
beforeEach(() => {
  sent = [];
  proxy.speak();
  proxy.loseAnswers(0);
});

function clientWith(options: Partial<ClientOptions> = {}): HarmattanClient {
  const fetch: ClientOptions['fetch'] = (url, init) => {
    sent.push({ method: init.method!, url, headers: init.headers as Record<string, string> });
    return globalThis.fetch(url, init);
  };
  return new HarmattanClient({ baseUrl, retries: FAST, fetch, ...options });
}

const newUser = () => ({
  fsnm: 'Ada',
  lsnm: 'Obi',
  emal: `client${++users}@example.com`,
  pswd: PASSWORD,
  devt: 'Web',
  devs: `client-${users}`,
  devn: 'Laptop',
});

async function signedIn(options: Partial<ClientOptions> = {}, balanceNaira = 0) {
  const client = clientWith(options);
  const user = newUser();
  const { userid } = await client.signIn('user_profile_create', user);
  if (balanceNaira > 0) await service.app.get(Ledger).commit(movement('system:suspense', userid, balanceNaira * 100));
  sent = [];
  return { client, email: user.emal, userid };
}

const sentOf = (action: string) => sent.filter(({ url }) => url.includes(`/${action}`));

async function failure(call: Promise<unknown>): Promise<HarmattanError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isHarmattanError(error)) throw new Error(`No failure of the service: ${String(error)}`);
  return error;
}

describe('client', () => {
  it('registers, signs what needs a session, and answers DATA', async () => {
    const { client, userid } = await signedIn();
    expect(await client.call('user_wallet_get_info')).toMatchObject({ balance: 0 });
    expect((await client.session())?.userid).toBe(userid);
    await client.call('user_profile_update', { fNme: 'Ifeọma-Söhne’s' });
    expect(await client.call('user_profile_get_info')).toMatchObject({ firstName: 'Ifeọma-Söhne’s' });
  });

  it('sends parameters of every kind, with characters that are encoded in addresses', async () => {
    const { client } = await signedIn();
    const error = await failure(
      client.call('user_transfer_check_receiver', { rqtype: 'email', rqvalue: "a+b'(*)&=%20@example.com" }),
    );
    expect(error.id).toBe('receiver_not_found');
  });

  it('throws failures with ID, code, status and reference', async () => {
    const { client, email } = await signedIn();
    const error = await failure(client.call('user_transfer_create', { email, amount: 500 }));
    expect(error).toMatchObject({ name: 'HarmattanError', action: 'user_transfer_create', status: 400, isOutcomeUnknown: false });
    expect(error.reference).toMatch(/^[0-9A-Z]{8}$/);
    expect(error.message).not.toContain(error.reference!);
    const wrong = await failure(clientWith().call('user_profile_login', { emal: email, pswd: 'x', dvty: 'Web', dsnm: '1' }));
    expect(wrong).toMatchObject({ id: 'incorrect_credentials', code: 401, status: 401 });
  });

  it('signs out, and forgets a session that the service has ended', async () => {
    const store = sessionInMemory();
    const { client } = await signedIn({ session: store });
    const copy = (await store.load())!;
    await client.signOut();
    expect(await store.load()).toBeUndefined();
    await store.save(copy);
    expect(await failure(client.call('user_wallet_get_info'))).toMatchObject({ id: 'rqat_required', status: 401 });
    expect(await store.load()).toBeUndefined();
  });

  it('keeps the session in a storage of keys and values', async () => {
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    };
    await signedIn({ session: sessionIn(storage) });
    const other = clientWith({ session: sessionIn(storage) });
    expect(await other.call('authentication_verify')).toHaveProperty('COMMENT');
    await other.signOut();
    expect(values.size).toBe(0);
  });

  it('works with a clock that is off by an hour either way', async () => {
    for (const offMs of [3_600_000, -3_600_000]) {
      const now = () => Date.now() + offMs;
      const { client } = await signedIn({ now });
      await client.call('user_wallet_get_info');
      expect(sent, 'the answer of the registration has corrected it').toHaveLength(1);
      const session = (await client.session())!;
      const fresh = clientWith({ now, session: { ...sessionInMemory(), load: () => session } });
      sent = [];
      await fresh.call('user_profile_update', { fNme: 'Bola' });
      expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/user_profile_update', '/user_profile_update']);
    }
  });

  it('iterates over all items of lists in each of their forms', async () => {
    const { client } = await signedIn({}, 100_000);
    const { email } = await signedIn();
    for (let amount = 1000; amount < 1023; amount++) await client.call('user_transfer_create', { email, amount });
    const amounts: number[] = [];
    for await (const transfer of client.items('user_transfer_fetch', { rqtp: 'all' })) amounts.push(transfer.amount);
    expect(amounts).toHaveLength(23);
    expect(new Set(amounts).size).toBe(23);
    const subjects = new Set<string>();
    for await (const { marker } of client.items('user_notice_fetch')) subjects.add(marker);
    expect(subjects.size).toBeGreaterThanOrEqual(23);
    const tickets = async () => {
      const subjects: string[] = [];
      for await (const { subject } of client.items('support_ticket_fetch', { limit: 1 })) subjects.push(subject);
      return subjects;
    };
    expect(await tickets()).toEqual([]);
    for (const subject of ['First', 'Second', 'Third'])
      await client.call('support_ticket_create', { subject, message: 'My token is late', category: 'payment' });
    expect(await tickets()).toEqual(['Third', 'Second', 'First']);
  });

  it('uploads a file with its progress', async () => {
    const { client } = await signedIn();
    const lines = Array.from({ length: 30_000 }, (_, line) => `${line} of a "file"`).join('\n');
    const steps: number[][] = [];
    const file = { content: new Blob([lines], { type: 'text/plain' }), fileName: 'notes "of" ada.txt' };
    const record = await client.upload(file, {}, { onProgress: (done, total) => steps.push([done, total]) });
    expect(record).toMatchObject({ fileSize: lines.length });
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.at(-1)![0]).toBe(steps.at(-1)![1]);
    const plain = await client.upload({ content: new TextEncoder().encode('plain text'), fileName: 'a.txt' });
    expect(plain).toMatchObject({ fileSize: 10 });
  });

  it('is cancelled by a signal', async () => {
    const { client } = await signedIn();
    proxy.fallSilent();
    const control = new AbortController();
    const call = failure(client.call('user_wallet_get_info', {}, { signal: control.signal }));
    control.abort();
    expect((await call).id).toBe('cancelled');
  });
});

describe('client payouts', () => {
  it('are offered, paid once when the answer is lost, and followed until they end', async () => {
    const { client } = await signedIn({}, 10_000);
    const offer = await offerPayout(client, { amount: 2_500, code: 'gtbank', account: '0123450001' });
    expect(offer).toMatchObject({ account: '0123450001', bank: 'Guaranty Trust Bank', total: 2_500 });
    expect(await client.call('user_wallet_get_info')).toMatchObject({ balance: 10_000 });
    proxy.loseAnswers(1);
    const { transact } = await offer.pay({ messge: 'Rent' });
    expect(await offer.pay({ messge: 'Rent' })).toMatchObject({ transact });
    const payout = await followPayout(client, transact, FOLLOWED);
    expect(payout).toMatchObject({ marker: transact, status: 'complete', name: offer.name, note: 'Rent' });
    expect(paymentStatus(payout.status)).toBe('completed');
    expect(await client.call('user_wallet_get_info')).toMatchObject({ balance: 7_500 });
  });

  it('to a payee are processing while they are undecided, and end with the webhook', async () => {
    const { client } = await signedIn({}, 10_000);
    const saved = { kind: 'bank', label: 'Rent', code: 'gtbank', account: '0123450007' } as const;
    const { MKID: payee } = await client.call('user_payee_create', saved);
    const { transact } = await (await offerPayout(client, { amount: 1_500, payee })).pay();
    expect(await followPayout(client, transact, { withinMs: 0 })).toMatchObject({ status: 'processing' });
    await client.sandbox.outcome(transact, 'failed');
    expect(await followPayout(client, transact, FOLLOWED)).toMatchObject({ status: 'failed' });
    const message = { id: 'msg', timestamp: '', data: { payoutId: transact } };
    expect(payoutEndOf({ ...message, type: 'payout.failed' } as WebhookMessage)).toEqual({
      payoutId: transact,
      status: 'failed',
    });
    expect(payoutEndOf({ ...message, type: 'deposit.completed' } as unknown as WebhookMessage)).toBeUndefined();
  });
});

describe('bills and airtime', () => {
  it('are offered, paid once when the answer is lost, and followed to what they delivered', async () => {
    const { client } = await signedIn({}, 10_000);
    const offer = await offerBill(client, { itemId: 'ikeja-electric-prepaid', customerId: '45031234567', amount: 2_000 });
    expect(offer).toMatchObject({ biller: 'Ikeja Electric', item: 'IKEDC Prepaid', amount: 2_000, total: 2_100 });
    expect(offer.name).toMatch(/^[A-Z]+ [A-Z]+$/);
    expect(await client.call('user_wallet_get_info')).toMatchObject({ balance: 10_000 });
    proxy.loseAnswers(1);
    const paid = await offer.pay({ follow: FOLLOWED });
    expect(paid).toMatchObject({ status: 'completed', deliverables: [{ kind: 'token', units: '8.88' }] });
    expect(await offer.pay({ follow: FOLLOWED })).toMatchObject({ orderId: paid.orderId });
    expect(await client.call('user_wallet_get_info')).toMatchObject({ balance: 7_900 });
    const second = await offerBill(client, { itemId: 'ikeja-electric-prepaid', customerId: '45031234567', amount: 2_000 });
    await expect(second.pay()).rejects.toMatchObject({ id: 'payment_repeated' });
  });

  it('are pending while they are undecided', async () => {
    const { client } = await signedIn({}, 10_000);
    const pin = await offerAirtime(client, { itemId: 'mtn-airtime-epin-500', phone: '08031234567', amount: 500 });
    expect(await pin.pay({ follow: FOLLOWED })).toMatchObject({ status: 'completed', deliverables: [{ kind: 'pin' }] });
    const airtime = await offerAirtime(client, { itemId: 'mtn-airtime-vtu', phone: '08030000007', amount: 500 });
    expect(await airtime.pay({ follow: { withinMs: 0 } })).toMatchObject({ status: 'pending', deliverables: [] });
  });
});

describe('client retries', () => {
  const balance = async (client: HarmattanClient) => (await client.call('user_wallet_get_info')).balance;

  it('pay once under one key, however many answers are lost', async () => {
    const payer = await signedIn({}, 10_000);
    const { client: receiver, email } = await signedIn();
    for (const lost of [1, 2, 3]) {
      sent = [];
      proxy.loseAnswers(lost);
      await payer.client.call('user_transfer_create', { email, amount: 1_000 });
      const attempts = sentOf('user_transfer_create');
      expect(attempts).toHaveLength(lost + 1);
      expect(new Set(attempts.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
      expect(new Set(attempts.map(({ headers }) => headers['SVC-REQSIGNAL'])).size).toBe(lost + 1);
      expect(await balance(receiver)).toBe(lost * 1_000);
    }
    expect(await balance(payer.client)).toBe(7_000);
  });

  it('leave an unknown outcome with its key, under which the call is done once later', async () => {
    const payer = await signedIn({ retries: { ...FAST, attempts: 2 } }, 10_000);
    const { client: receiver, email } = await signedIn();
    const transfer = { email, amount: 2_500 };
    proxy.loseAnswers(2);
    const error = await failure(payer.client.call('user_transfer_create', transfer));
    expect(error).toMatchObject({ id: 'no_answer', isOutcomeUnknown: true });
    const idempotencyKey = error.idempotencyKey!;
    await payer.client.call('user_transfer_create', transfer, { idempotencyKey });
    expect(await balance(receiver)).toBe(2_500);
    const other = await failure(payer.client.call('user_transfer_create', { ...transfer, amount: 1 }, { idempotencyKey }));
    expect(other.id).toBe('idempotency_mismatch');
  });

  it('make two calls two payments', async () => {
    const payer = await signedIn({}, 10_000);
    const { client: receiver, email } = await signedIn();
    await Promise.all([1, 2].map(() => payer.client.call('user_transfer_create', { email, amount: 1_000 })));
    expect(await balance(receiver)).toBe(2_000);
  });

  it('repeat reads', async () => {
    const { client } = await signedIn();
    proxy.loseAnswers(2);
    expect(await balance(client)).toBe(0);
    expect(sent).toHaveLength(3);
  });

  it('do not repeat another write that may have been done', async () => {
    const { client } = await signedIn();
    proxy.loseAnswers(1);
    const error = await failure(client.call('user_profile_update', { fNme: 'Once' }));
    expect(error).toMatchObject({ id: 'no_answer', status: 0, isOutcomeUnknown: true });
    expect(sent).toHaveLength(1);
    expect(await client.call('user_profile_get_info')).toMatchObject({ firstName: 'Once' });
  });

  it('repeat a write that was not sent', async () => {
    const closed = await TcpProxy.before(service.client.baseUrl);
    await closed.proxy.close();
    const client = clientWith({ baseUrl: closed.url, retries: { ...FAST, attempts: 3 } });
    const error = await failure(client.call('user_profile_create', newUser()));
    expect(error).toMatchObject({ id: 'unreachable', isOutcomeUnknown: false });
    expect(sent).toHaveLength(3);
  });

  const answering = (...answers: readonly [status: number, id: string, retryAfter?: number][]) => {
    const left = [...answers];
    return async () => {
      const [status, ID, retryAfter] = left.length > 1 ? left.shift()! : left[0]!;
      const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
      const body = status === 200 ? { REQUEST: { STATUS: 'OK' }, DATA: {} } : { REQUEST: { STATUS: 'FAILED' }, ERRORS: { ID } };
      return new Response(JSON.stringify(body), { status, ...(headers ? { headers } : {}) });
    };
  };
  const update = (fetch: ClientOptions['fetch']) => clientWith({ fetch }).call('user_profile_update', { fNme: 'X' });
  const pay = (fetch: ClientOptions['fetch']) => clientWith({ fetch }).call('user_transfer_create', { email: 'x', amount: 1 });

  it('wait for the limit of requests, but not for a delay that is meant for people', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await update(answering([429, 'too_many_requests', 1], [200, '']));
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1_000);
    timers.mockRestore();
    expect(await failure(update(answering([429, 'login_delayed', 1], [200, ''])))).toMatchObject({
      id: 'login_delayed',
      retryAfter: 1,
    });
    const late = await failure(update(answering([429, 'too_many_requests', 3_600], [200, ''])));
    expect(late).toMatchObject({ retryAfter: 3_600, isOutcomeUnknown: false });
  });

  it('repeat money that is in work or unknown, and a write only where it was not begun', async () => {
    await pay(answering([409, 'idempotency_in_progress'], [503, 'outcome_unknown'], [502, ''], [200, '']));
    await update(answering([503, 'busy'], [200, '']));
    const unknown = await failure(update(answering([503, 'unavailable'], [200, ''])));
    expect(unknown).toMatchObject({ id: 'unavailable', isOutcomeUnknown: true });
  });

  it('keep an outcome unknown when the repetition was not heard', async () => {
    const error = await failure(pay(answering([503, 'outcome_unknown'], [503, 'busy'])));
    expect(error).toMatchObject({ id: 'busy', isOutcomeUnknown: true });
    const decided = await failure(pay(answering([503, 'outcome_unknown'], [400, 'insufficient_funds'])));
    expect(decided).toMatchObject({ id: 'insufficient_funds', isOutcomeUnknown: false });
  });

  it('name an answer that is none of the service', async () => {
    const page = async () => new Response('<html>Bad gateway</html>', { status: 502 });
    expect(await failure(update(page))).toMatchObject({ id: 'not_an_envelope', status: 502, isOutcomeUnknown: true });
  });
});

describe('client sessions', () => {
  /** A session whose secret is to be replaced. */
  async function due() {
    const store = sessionInMemory();
    const user = await signedIn({ session: store });
    const session = (await store.load())!;
    await store.save({ ...session, rotateAt: 1 });
    return { ...user, store, session };
  }

  it('replace their secret once for concurrent calls', async () => {
    const { client, store, session } = await due();
    await Promise.all(Array.from({ length: 10 }, () => client.call('user_wallet_get_info')));
    expect(sentOf('user_authentication')).toHaveLength(1);
    const next = (await store.load())!;
    expect(next.pbcKey).toBe(session.pbcKey);
    expect(next.secret).not.toBe(session.secret);
    expect(next.rotateAt).toBeGreaterThan(Date.now() / 1000 + 600);
    await client.call('authentication_verify');
    expect(sentOf('user_authentication')).toHaveLength(1);
  });

  it('survive lost answers of the replacement', async () => {
    const { client, store, session } = await due();
    proxy.loseAnswers(2);
    await client.call('user_wallet_get_info');
    expect(sentOf('user_authentication')).toHaveLength(3);
    expect((await store.load())!.secret).not.toBe(session.secret);
  });

  it('are read again where the secret was replaced elsewhere', async () => {
    const { session } = await due();
    const stale: Session = { ...session, secret: 'replaced long ago', rotateAt: session.expires };
    const loads = [stale, { ...session, rotateAt: session.expires }];
    const store = { load: () => (loads.length > 1 ? loads.shift() : loads[0]), save: () => undefined, clear: () => undefined };
    const client = clientWith({ session: store });
    sent = [];
    await client.call('user_profile_update', { fNme: 'Tab' });
    expect(sent).toHaveLength(2);
  });
});
