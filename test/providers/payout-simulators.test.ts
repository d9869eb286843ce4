import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleServer } from '../../packages/simulators/console/console-server.js';
import { PAYOUT_SCENARIOS } from '../../packages/simulators/console/payout-actions.js';
import { type RunningPayer, Simulators } from '../../packages/simulators/console/simulators.js';

interface Received {
  readonly url: string;
  readonly signature: string;
  readonly body: string;
}

const PAYSTACK_KEY = 'sk_test_simulated';
const MONNIFY = '/api/v2/disbursements/single';
let orders = 0;

describe('simulated payouts', () => {
  let simulators: Simulators;
  let page: ConsoleServer;
  let server: Server;
  let received: Received[] = [];
  let approve: 'yes' | 'no' | 'nothing' = 'yes';
  let monnifyToken = '';
  const payer = (name: string): RunningPayer => simulators.payers.find((each) => each.name === name)!;

  beforeAll(async () => {
    simulators = await Simulators.start();
    page = await ConsoleServer.start(simulators);
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { 'x-paystack-signature': one, 'monnify-signature': other } = request.headers;
        received.push({ url: request.url ?? '', signature: String(one ?? other), body });
        const isApproval = (request.url ?? '').includes('req=payout_authorize');
        if (isApproval && approve === 'nothing') return undefined;
        const status = isApproval && approve === 'no' ? 400 : 200;
        return response.writeHead(status).end(JSON.stringify({ status: approve === 'yes' ? 'APPROVE' : 'REJECT' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    simulators.announceTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { MONNIFY_API_KEY: key, MONNIFY_SECRET_KEY: secret } = simulators.environment;
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const login = await fetch(`${payer('monnify').running.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { authorization },
    });
    monnifyToken = ((await login.json()) as { responseBody: { accessToken: string } }).responseBody.accessToken;
  });
  afterEach(() => {
    received = [];
    approve = 'yes';
    for (const { running } of simulators.payers) {
      running.payouts.scenarios.clear();
      running.payouts.approvals.url = undefined;
    }
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await page.stop();
    await simulators.stop();
  });

  async function call(name: string, method: string, path: string, body?: object) {
    const { url } = payer(name).running;
    const authorization = `Bearer ${name === 'paystack' ? PAYSTACK_KEY : monnifyToken}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, body: (await response.json()) as any };
  }
  const account = () => String(4_000_000_000 + ++orders * 10 + 1);
  async function transfer(more: object = {}) {
    const recipient = { type: 'nuban', name: 'ADA OBI', account_number: account(), bank_code: '058', currency: 'NGN' };
    const code = (await call('paystack', 'POST', '/transferrecipient', recipient)).body.data.recipient_code as string;
    const reference = `po-simulated-${String(orders).padStart(4, '0')}`;
    const order = { source: 'balance', amount: 1_000_000, recipient: code, reference, reason: 'Rent', currency: 'NGN', ...more };
    return { reference, recipient, order, answer: await call('paystack', 'POST', '/transfer', order) };
  }
  const disbursement = (more: object = {}) => ({
    amount: 10_000.01,
    reference: `po-simulated-${String(++orders).padStart(4, '0')}`,
    narration: 'Rent',
    destinationBankCode: '058',
    destinationAccountNumber: account(),
    destinationAccountName: 'ADA OBI',
    currency: 'NGN',
    sourceAccountNumber: '8016472829',
    ...more,
  });
  const statusOf = async (reference: string) =>
    (await call('paystack', 'GET', `/transfer/verify/${reference}`)).body.data.status as string;
  async function act(action: object) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${page.url}/actions`, { method: 'POST', headers, body: JSON.stringify(action) });
    return { status: response.status, body: (await response.json()) as { happened?: string; error?: string } };
  }

  it('are those of the servers that take deposits, too', () => {
    const [banks, payers] = [simulators.banks, simulators.payers].map((all) => all.map(({ running }) => running.url));
    expect(payers).toEqual(banks);
    expect(simulators.environment).toMatchObject({
      DEPOSIT_PROVIDERS: 'paystack,monnify',
      PAYOUT_PROVIDERS: 'paystack,monnify',
      MONNIFY_SOURCE_ACCOUNT: '8016472829',
    });
  });

  it('give an account one recipient, and pages of banks one after the other', async () => {
    const { recipient } = await transfer();
    const [one, other] = [
      await call('paystack', 'POST', '/transferrecipient', recipient),
      await call('paystack', 'POST', '/transferrecipient', recipient),
    ];
    expect(other.body.data.recipient_code).toBe(one.body.data.recipient_code);
    const first = await call('paystack', 'GET', '/bank?use_cursor=true&perPage=4');
    const second = await call('paystack', 'GET', `/bank?use_cursor=true&perPage=4&next=${first.body.meta.next as string}`);
    expect(first.body.data).toHaveLength(4);
    expect(second.body.data[0].code).not.toBe(first.body.data[0].code);
  });

  it('wait for a code, refuse a wrong one, and pay by the right one', async () => {
    payer('paystack').running.payouts.scenarios.next({ end: 'paid', code: 'sent' });
    const { reference, answer } = await transfer();
    expect(answer.body).toMatchObject({ message: 'Transfer requires OTP to continue', data: { status: 'otp' } });
    const code = answer.body.data.transfer_code as string;
    const finalize = (otp: string) => call('paystack', 'POST', '/transfer/finalize_transfer', { transfer_code: code, otp });
    expect((await finalize('no')).status).toBe(400);
    expect((await finalize(payer('paystack').running.payouts.books.of(reference).code)).status).toBe(200);
    expect(await statusOf(reference)).toBe('success');
  });

  it('refuse all of a batch that has one used reference', async () => {
    const { order } = await transfer();
    const fresh = { ...order, reference: 'po-simulated-bulk-1' };
    const answer = await call('paystack', 'POST', '/transfer/bulk', {
      source: 'balance',
      currency: 'NGN',
      transfers: [order, fresh],
    });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toContain(order.reference);
    expect(payer('paystack').running.payouts.books.payouts.has('po-simulated-bulk-1')).toBe(false);
  });

  it.each([
    ['yes', 'success', 1],
    ['no', 'rejected', 0],
    ['nothing', 'blocked', 0],
  ] as const)('ask our server, and take %s for what it is', async (said, status, payments) => {
    approve = said;
    simulators.askAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a token');
    payer('paystack').running.payouts.approvals.patienceMs = 200;
    const { reference, answer, order } = await transfer();
    expect(answer.body.data.status).toBe('received');
    await expect.poll(() => statusOf(reference)).toBe(status);
    expect(payer('paystack').running.payouts.books.of(reference).payments).toBe(payments);
    const asked = received.find(({ url }) => url.includes('payout_authorize'))!;
    expect(asked.url).toContain('token=a%20token');
    expect(JSON.parse(asked.body)).toMatchObject({ reference, amount: 1_000_000, recipient: order.recipient });
  });

  it.each([
    ['APPROVE', 'yes', 'SUCCESS'],
    ['REJECT', 'no', 'FAILED'],
    ['nothing', 'nothing', 'FAILED'],
  ] as const)('validate a disbursement before it is answered: %s', async (_, said, status) => {
    approve = said;
    simulators.askAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
    payer('monnify').running.payouts.approvals.patienceMs = 200;
    const answer = await call('monnify', 'POST', MONNIFY, disbursement());
    expect(answer.body).toMatchObject({ requestSuccessful: true, responseBody: { status } });
  });

  it('demand the name of the account, know equal payouts, and find a low wallet out at once or later', async () => {
    const nameless = disbursement({ destinationAccountName: undefined });
    expect((await call('monnify', 'POST', MONNIFY, nameless)).status).toBe(400);
    const first = disbursement();
    expect((await call('monnify', 'POST', MONNIFY, first)).body.responseBody.status).toBe('SUCCESS');
    const equal = await call('monnify', 'POST', MONNIFY, { ...first, reference: 'po-equal' });
    expect(equal.body).toMatchObject({ requestSuccessful: false, responseCode: 'D07' });

    expect((await act({ provider: 'monnify', kind: 'payout', action: 'empty' })).body.happened).toBe('The balance is too low');
    expect((await call('monnify', 'POST', MONNIFY, disbursement())).body.responseCode).toBe('D04');
    const later = disbursement({ async: true });
    expect((await call('monnify', 'POST', MONNIFY, later)).body.responseBody.status).toBe('PENDING');
    const summary = await call('monnify', 'GET', `${MONNIFY}/summary?reference=${later.reference}`);
    expect(summary.body.responseBody).toMatchObject({ status: 'FAILED' });
    expect(summary.body.responseBody.transactionDescription).toContain('sufficient balance');
    await act({ provider: 'monnify', kind: 'payout', action: 'fill' });
    await expect.poll(() => received.filter(({ body }) => body.includes('LOW_BALANCE_ALERT')).length).toBeGreaterThan(0);
  });

  const told = (reference: string) => received.filter(({ body }) => body.includes(reference));
  const isSigned = ({ body, signature }: Received) => createHmac('sha512', PAYSTACK_KEY).update(body).digest('hex') === signature;

  it('announce before the answer, twice, wrongly signed, and with another amount', async () => {
    const { scenarios } = payer('paystack').running.payouts;
    scenarios.next({ end: 'paid', webhook: 'early' });
    expect(told((await transfer()).reference)).toHaveLength(1);

    scenarios.next({ end: 'paid', webhook: 'twice' });
    const twice = (await transfer()).reference;
    await expect.poll(() => told(twice).filter(isSigned)).toHaveLength(2);

    scenarios.next({ end: 'paid', webhook: 'wrongly signed' });
    const forged = (await transfer()).reference;
    await expect.poll(() => told(forged).map(isSigned)).toEqual([false]);

    scenarios.next({ end: 'paid', webhook: 'of another amount' });
    const dearer = (await transfer()).reference;
    await expect.poll(() => told(dearer)).toHaveLength(1);
    const { data } = JSON.parse(told(dearer)[0]!.body) as { data: { amount: number } };
    expect([data.amount, isSigned(told(dearer)[0]!)]).toEqual([1_000_100, true]);
  });

  it('give money back later, with their word of it', async () => {
    payer('paystack').running.payouts.scenarios.next({ end: 'paid', reversedAfterMs: 30 });
    const { reference } = await transfer();
    await expect
      .poll(() => told(reference).map(({ body }) => (JSON.parse(body) as { event: string }).event))
      .toContain('transfer.reversed');
    expect(await statusOf(reference)).toBe('reversed');
  });

  it('are shown and decided on the page', async () => {
    const action = { provider: 'paystack', kind: 'payout' };
    expect((await fetch(page.url)).status).toBe(200);
    await act({ ...action, action: 'scenario', scope: 'next', scenario: 'is pending until settled here' });
    const { reference } = await transfer();
    const state = (await (await fetch(`${page.url}/state`)).json()) as {
      payoutScenarios: string[];
      payers: { name: string; payouts: { reference: string; state: string }[] }[];
    };
    expect(state.payoutScenarios).toEqual(Object.keys(PAYOUT_SCENARIOS));
    const shown = state.payers.find(({ name }) => name === 'paystack')!.payouts[0];
    expect(shown).toMatchObject({ reference, state: 'pending' });
    expect((await act({ ...action, action: 'pay', reference })).body.happened).toBe(`${reference} is paid`);
    expect((await act({ ...action, action: 'reverse', reference })).body.happened).toBe(`${reference} is given back`);
    expect(await act({ ...action, action: 'reverse', reference })).toMatchObject({ status: 400 });
    expect(await act({ ...action, action: 'scenario', scenario: 'none' })).toMatchObject({ status: 400 });
  });

  it.each(Object.keys(PAYOUT_SCENARIOS))('can be told that the next one %s', async (scenario) => {
    const set = await act({ provider: 'monnify', kind: 'payout', action: 'scenario', scope: 'next', scenario });
    expect(set.body.happened).toBe(`The next payout ${scenario}`);
    expect(payer('monnify').running.payouts.scenarios.take('any', 'any')).toBe(PAYOUT_SCENARIOS[scenario]);
  });
});
