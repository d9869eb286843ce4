import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MonnifyPayoutProvider } from '../../../src/contexts/banks/adapters/monnify/monnify-payout-provider.js';
import type { PayoutSubmission } from '../../../src/contexts/banks/index.js';
import { kobo } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import type { PayoutScenario } from '../../../packages/simulators/shared/payout-books.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';

const HOUR_MS = 3_600_000;
const SECRET = 'monnify-secret';
const SINGLE = '/api/v2/disbursements/single';

describe('MonnifyPayoutProvider', () => {
  const http = new HttpClient();
  let simulator: MonnifySimulator;
  let provider: MonnifyPayoutProvider;
  let accounts = 0;
  const signal = () => AbortSignal.timeout(5_000);

  const providerWith = (changed: object = {}) =>
    new MonnifyPayoutProvider(
      {
        submitTimeoutMs: 1_000,
        readTimeoutMs: 1_000,
        url: simulator.url,
        apiKey: 'MK_TEST_1',
        secretKey: SECRET,
        utcOffset: '+01:00',
        sourceAccount: '8016472829',
        approvalField: 'status',
        signsApprovals: false,
        ...changed,
      },
      http,
      { now: Date.now },
    );

  beforeAll(async () => {
    simulator = await MonnifySimulator.start();
    provider = providerWith();
  });
  afterEach(() => {
    simulator.faults.clear();
    simulator.payouts.scenarios.clear();
    simulator.disbursements.times = 'zoned';
    simulator.complaints.length = 0;
  });
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await simulator.stop();
  });

  const submission = (): PayoutSubmission => ({
    reference: provider.newReference(),
    bankCode: '058',
    account: String(3_000_000_000 + ++accounts * 10 + 1),
    name: 'OBI, Ada  M.',
    bankName: 'Guaranty Trust Bank',
    amountKobo: kobo(1_000_001),
    narration: 'Rent',
  });
  async function paid(scenario: PayoutScenario = { end: 'paid' }, order = submission()) {
    simulator.payouts.scenarios.for(order.reference, scenario);
    return { order, outcome: await provider.submit(order, signal()) };
  }

  it('sends the name as the enquiry told it, and the amount with its kobo', async () => {
    const { order, outcome } = await paid();
    expect(outcome).toMatchObject({ status: 'success', feeKobo: 2_000 });
    expect(simulator.payouts.books.of(order.reference)).toMatchObject({ name: 'OBI, Ada  M.', amountKobo: 1_000_001 });
    expect(simulator.complaints).toEqual([]);
  });

  it.each([
    ['SUCCESS', { status: 'success' }],
    ['COMPLETED', { status: 'success' }],
    ['PENDING', { status: 'pending' }],
    ['AWAITING_PROCESSING', { status: 'pending' }],
    ['IN_PROGRESS', { status: 'pending' }],
    ['PENDING_AUTHORIZATION', { status: 'pending', waitsForPerson: true }],
    ['PENDING_BATCH_AUTHORIZATION', { status: 'pending', waitsForPerson: true }],
    ['OTP_EMAIL_DISPATCH_FAILED', { status: 'pending', waitsForPerson: true }],
    ['FAILED', { status: 'failed', errorClass: 'biller_down', isOfOrder: true, failoverEligible: true }],
    ['EXPIRED', { status: 'failed', errorClass: 'provider_config', isOfOrder: true }],
    ['REVERSED', { status: 'reversed' }],
    ['QUEUED', { status: 'unknown', cause: 'unmapped_code' }],
  ])('takes the status %s for what it is', async (status, expected) => {
    const { order, outcome } = await paid({ end: 'paid', status });
    expect(outcome).toMatchObject(expected);
    expect(await provider.query(order.reference, signal(), order)).toMatchObject(expected);
    expect('waitsForPerson' in outcome).toBe('waitsForPerson' in expected);
  });

  it('fails where Monnify says success of the request and FAILED of the payout', async () => {
    const { outcome } = await paid({ end: 'failed' });
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'biller_down', raw: { code: 'FAILED' } });
    const description = 'You do not have sufficient balance to process this request. Please fund your account and try again.';
    const short = await paid({ end: 'failed', description });
    const asked = await provider.query(short.order.reference, signal(), short.order);
    expect(asked).toMatchObject({ status: 'failed', errorClass: 'provider_float', failoverEligible: true });
  });

  it('takes a token that has ended for no refusal', async () => {
    await paid();
    simulator.endTokens();
    expect((await paid()).outcome.status).toBe('success');
  });

  it('says that nothing was sent without a token', async () => {
    const other = providerWith({ apiKey: 'MK_TEST_2' });
    const order = submission();
    expect(await other.submit(order, signal())).toMatchObject({ status: 'failed', errorClass: 'provider_auth' });
    expect(await other.query(order.reference, signal(), order)).toMatchObject({ status: 'unknown' });
    const late = providerWith();
    simulator.faults.always('/api/v1/auth/login', 'done_then_hang');
    expect(await late.submit(order, signal())).toMatchObject({ status: 'failed', errorClass: 'not_sent' });
    expect(simulator.payouts.books.payouts.has(order.reference)).toBe(false);
  });

  it('refuses an equal payout within two minutes, once it has asked about it', async () => {
    const { order } = await paid();
    const second = { ...order, reference: provider.newReference() };
    expect((await paid({ end: 'paid' }, second)).outcome).toMatchObject({
      status: 'failed',
      errorClass: 'suspected_duplicate',
      failoverEligible: false,
      raw: { code: 'D07' },
    });
    expect(provider.capabilities.equalPayoutSpacingMs).toBeGreaterThanOrEqual(120_000);
    simulator.faults.add(`${SINGLE}/summary`, 'unavailable');
    const third = { ...order, reference: provider.newReference() };
    expect((await paid({ end: 'paid' }, third)).outcome).toMatchObject({ status: 'unknown', cause: 'http_5xx' });
  });

  it('pays equal payouts behind each other', async () => {
    const { order } = await paid();
    simulator.disbursements.spacingMs = 0;
    const { outcome } = await paid({ end: 'paid' }, { ...order, reference: provider.newReference() });
    simulator.disbursements.spacingMs = 120_000;
    expect(outcome.status).toBe('success');
  });

  it('decides nothing by a refusal that is not known, as that of a reference which was sent before', async () => {
    const { order } = await paid();
    expect((await paid({ end: 'paid' }, order)).outcome).toMatchObject({ status: 'unknown', raw: { code: 'D01' } });
    simulator.faults.add(SINGLE, 'refused');
    expect((await paid()).outcome).toMatchObject({ status: 'unknown', cause: 'unmapped_code' });
  });

  it('waits for the code that a person gives', async () => {
    const { order } = await paid({ end: 'paid', code: 'undeliverable' });
    const post = (path: string, body: object) =>
      simulator.disbursements.answer('POST', new URL(`${simulator.url}${SINGLE}${path}`), JSON.stringify(body));
    expect(await provider.query(order.reference, signal(), order)).toMatchObject({ raw: { code: 'OTP_EMAIL_DISPATCH_FAILED' } });
    await post('/resend-otp', { reference: order.reference });
    expect(await provider.query(order.reference, signal(), order)).toMatchObject({ raw: { code: 'PENDING_AUTHORIZATION' } });
    const wrong = await post('/validate-otp', { reference: order.reference, authorizationCode: 'no' });
    expect(wrong.reply.status).toBe(400);
    const { code } = simulator.payouts.books.of(order.reference);
    await post('/validate-otp', { reference: order.reference, authorizationCode: code });
    expect(await provider.query(order.reference, signal(), order)).toMatchObject({ status: 'success' });
  });

  it('tells an account that there is not from a bank that is away', async () => {
    const resolve = (bankCode: string, account: string) => provider.resolve({ bankCode, account }, signal());
    expect(await resolve('058', '1000000021')).toMatchObject({ outcome: 'resolved' });
    expect(await resolve('058', '1000000404')).toEqual({ outcome: 'not_found' });
    expect(await resolve('058', '1000000503')).toMatchObject({ outcome: 'unavailable' });
    expect(await resolve('99999', '1000000021')).toMatchObject({ outcome: 'unavailable' });
  });

  it.each(['slashed', 'zoned'] as const)('lists disbursements whose times are %s', async (times) => {
    simulator.disbursements.times = times;
    const { order } = await paid();
    const listed = [];
    const pages = provider.transactions({ from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS });
    for await (const page of pages) listed.push(...page);
    const found = listed.find(({ reference }) => reference === order.reference);
    expect(found).toMatchObject({ amountKobo: 1_000_001, status: 'success', statusText: 'SUCCESS' });
    expect(Math.abs(found!.at! - Date.now())).toBeLessThan(60_000);
  });

  describe('asked before a disbursement', () => {
    const question = { reference: 'po-1', amount: 10_000.01, destinationBankCode: '058', destinationAccountNumber: '0123456789' };
    const expected = { reference: 'po-1', amountKobo: 1_000_001, destination: { bankCode: '058', account: '0123456789' } };
    const requestOf = (message: object, secret?: string) => {
      const body = Buffer.from(JSON.stringify(message));
      const signature =
        secret === undefined ? {} : { 'monnify-signature': createHmac('sha512', secret).update(body).digest('hex') };
      return { headers: signature, body };
    };

    it('reads it flat and wrapped, signed and, unless it is required, not', async () => {
      for (const message of [question, { eventData: question }, { data: question }])
        expect(await provider.approvals.read(requestOf(message))).toEqual(expected);
      const strict = providerWith({ signsApprovals: true });
      expect(await strict.approvals.read(requestOf(question, SECRET))).toEqual(expected);
      expect(await strict.approvals.read(requestOf(question))).toBeUndefined();
      expect(await provider.approvals.read(requestOf(question, 'other'))).toBeUndefined();
    });

    it('refuses a batch, and an amount that is no sum of naira and kobo', async () => {
      expect(await provider.approvals.read(requestOf({ batchReference: 'b-1', totalAmount: 5 }))).toBeUndefined();
      expect(await provider.approvals.read(requestOf({ ...question, amount: 1.005 }))).toBeUndefined();
    });

    it('answers in the field of the setting', () => {
      expect(provider.approvals.answer(true)).toEqual({ httpStatus: 200, body: { status: 'APPROVE' } });
      expect(providerWith({ approvalField: 'decision' }).approvals.answer(false)).toEqual({
        httpStatus: 200,
        body: { decision: 'REJECT' },
      });
    });
  });

  it('reads the references of disbursements, and leaves collections and the wallet to others', () => {
    const { webhooks } = provider;
    const eventData = { reference: 'po-1', transactionReference: 'MFDS|1' };
    for (const eventType of ['SUCCESSFUL_DISBURSEMENT', 'FAILED_DISBURSEMENT', 'REVERSED_DISBURSEMENT'])
      expect(webhooks.read(JSON.stringify({ eventType, eventData }))).toEqual(['po-1']);
    for (const eventType of ['SUCCESSFUL_TRANSACTION', 'LOW_BALANCE_ALERT', 'ACCOUNT_ACTIVITY'])
      expect(webhooks.read(JSON.stringify({ eventType, eventData }))).toEqual([]);
  });
});
