import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaystackPayoutProvider } from '../../../src/contexts/banks/adapters/paystack/paystack-payout-provider.js';
import { PassingPayoutRecipients, type PayoutSubmission } from '../../../src/contexts/banks/index.js';
import { kobo } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import type { PayoutScenario } from '../../../packages/simulators/shared/payout-books.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';

const SECRET = 'sk_test_1';
const times = { submitTimeoutMs: 1_000, readTimeoutMs: 1_000 };

describe('PaystackPayoutProvider', () => {
  const http = new HttpClient();
  const recipients = new PassingPayoutRecipients();
  let simulator: PaystackSimulator;
  let provider: PaystackPayoutProvider;
  let accounts = 0;
  const signal = () => AbortSignal.timeout(5_000);

  const providerWith = (signsApprovals: boolean) =>
    new PaystackPayoutProvider({ ...times, url: simulator.url, secretKey: SECRET, signsApprovals }, http, recipients);

  beforeAll(async () => {
    simulator = await PaystackSimulator.start(SECRET);
    provider = providerWith(false);
  });
  afterEach(() => {
    simulator.faults.clear();
    simulator.payouts.scenarios.clear();
    simulator.payouts.approvals.url = undefined;
    simulator.transfers.isStarter = false;
    simulator.transfers.resolvesADay = Number.MAX_SAFE_INTEGER;
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
    name: 'ADA OBI',
    bankName: 'Guaranty Trust Bank',
    amountKobo: kobo(1_000_050),
    narration: 'Rent',
  });
  async function paid(scenario: PayoutScenario = { end: 'paid' }, order = submission()) {
    simulator.payouts.scenarios.for(order.reference, scenario);
    return { order, outcome: await provider.submit(order, signal()) };
  }

  it('sends references of small letters that Paystack takes', async () => {
    expect(provider.newReference()).toMatch(/^[a-z0-9_-]{16,40}$/);
    expect((await paid()).outcome.status).toBe('success');
    expect(simulator.complaints).toEqual([]);
  });

  it('registers an account once, and pays it again under the same name', async () => {
    const { order } = await paid();
    simulator.faults.always('/transferrecipient', 'unavailable');
    const again = await paid({ end: 'paid' }, { ...order, reference: provider.newReference() });
    expect(again.outcome).toMatchObject({ status: 'success' });
    expect(await recipients.find('paystack', order)).toMatch(/^RCP_/);
  });

  it('says that nothing was sent where an account cannot be registered', async () => {
    simulator.faults.always('/transferrecipient', 'done_then_hang');
    const { order, outcome } = await paid();
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'not_sent', failoverEligible: true });
    expect(simulator.payouts.books.payouts.has(order.reference)).toBe(false);
  });

  it('refuses an account of a bank that there is not, and registers anew what Paystack does not know any more', async () => {
    const { outcome } = await paid({ end: 'paid' }, { ...submission(), bankCode: '99999' });
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'customer_invalid', failoverEligible: true });
    const order = submission();
    await recipients.keep('paystack', order, 'RCP_gone');
    expect((await paid({ end: 'paid' }, order)).outcome).toMatchObject({ status: 'failed', errorClass: 'customer_invalid' });
    expect((await paid({ end: 'paid' }, { ...order, reference: provider.newReference() })).outcome.status).toBe('success');
  });

  it.each([
    ['pending', { status: 'pending' }],
    ['received', { status: 'pending' }],
    ['otp', { status: 'pending', waitsForPerson: true }],
    ['success', { status: 'success' }],
    ['failed', { status: 'failed', errorClass: 'biller_down', isOfOrder: true, failoverEligible: true }],
    ['reversed', { status: 'reversed' }],
    ['abandoned', { status: 'failed', errorClass: 'provider_config', isOfOrder: true, failoverEligible: true }],
    ['blocked', { status: 'failed', errorClass: 'provider_config', isOfOrder: true, failoverEligible: true }],
    ['rejected', { status: 'failed', errorClass: 'provider_config', isOfOrder: true, failoverEligible: false }],
    ['queued', { status: 'unknown', cause: 'unmapped_code' }],
    ['processing', { status: 'unknown', cause: 'unmapped_code' }],
  ])('takes the status %s for what it is', async (status, expected) => {
    const { order, outcome } = await paid({ end: 'paid', status });
    expect(outcome).toMatchObject(expected);
    expect(await provider.query(order.reference, signal(), order)).toMatchObject(expected);
    expect('waitsForPerson' in outcome).toBe('waitsForPerson' in expected);
  });

  it('names the session of the rail, the transfer and the fee, also of what is paid at once', async () => {
    const { order, outcome } = await paid();
    const { sessionId } = simulator.payouts.books.of(order.reference);
    const told = { status: 'success', providerReference: expect.stringMatching(/^TRF_/) as string, sessionId, feeKobo: 2_500 };
    expect(await provider.query(order.reference, signal(), order)).toMatchObject(told);
    expect(outcome).toMatchObject(told);
  });

  it('takes what was paid for paid where the session cannot be asked for', async () => {
    simulator.faults.always('/transfer/verify', 'unavailable');
    expect((await paid()).outcome).toMatchObject({ status: 'success' });
  });

  it('must ask about a reference that was sent before', async () => {
    const { order } = await paid();
    const { outcome } = await paid({ end: 'paid' }, order);
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'duplicate_reference', failoverEligible: false });
  });

  it.each(['unauthorized', 'refused'] as const)('tells a transfer that is %s', async (fault) => {
    const order = submission();
    await paid({ end: 'paid' }, order);
    simulator.faults.add('/transfer', fault);
    const { outcome } = await paid({ end: 'paid' }, { ...order, reference: provider.newReference() });
    const refused = { status: 'failed', errorClass: 'provider_auth' };
    expect(outcome).toMatchObject(fault === 'unauthorized' ? refused : { status: 'unknown', cause: 'unmapped_code' });
  });

  it('tells that the business may not pay out, and that the balance does not bear amount and fee', async () => {
    simulator.transfers.isStarter = true;
    expect((await paid()).outcome).toMatchObject({ status: 'failed', errorClass: 'provider_config', failoverEligible: true });
    simulator.transfers.isStarter = false;
    const { floatKobo } = simulator.payouts.books;
    simulator.payouts.books.floatKobo = 1_000_050 + 2_499;
    const { outcome } = await paid();
    simulator.payouts.books.floatKobo = floatKobo;
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'provider_float', failoverEligible: true });
  });

  it.each([
    ['Transfers to this account are disabled', true],
    ['Transfer to this account has been disabled. Please contact support', true],
    ['Transfers to the recipient bank account are currently disabled', true],
    ['Transfers to this account are disabled because of suspected fraud', false],
  ])('takes "%s" for a definite no about the customer', async (refusal, failoverEligible) => {
    const { outcome } = await paid({ end: 'refused', refusal });
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'customer_invalid', failoverEligible });
  });

  it('does not take what is disabled for us for a no about the customer', async () => {
    const { outcome } = await paid({ end: 'refused', refusal: 'Transfers are disabled on your integration' });
    expect(outcome).toMatchObject({ status: 'unknown' });
  });

  it('keeps no account number that Paystack says', async () => {
    const { outcome } = await paid({ end: 'refused' });
    expect(outcome).toMatchObject({ status: 'failed', errorClass: 'customer_invalid', failoverEligible: false });
    expect(JSON.stringify(outcome)).not.toMatch(/\d{7}/);
  });

  it('does not tell an account that there is not from a bank that is away', async () => {
    const resolve = (bankCode: string, account: string) => provider.resolve({ bankCode, account }, signal());
    expect(await resolve('001', '0123456789')).toEqual({ outcome: 'resolved', name: 'TEST ACCOUNT 0123456789' });
    expect(await resolve('058', '1000000404')).toMatchObject({ outcome: 'unavailable', cause: 'http 422 invalid_params' });
    expect(await resolve('99999', '1000000001')).toEqual({ outcome: 'unavailable', cause: 'a bank code that is not known' });
  });

  it('keeps the zeros at the beginning of an account', async () => {
    expect(await provider.resolve({ bankCode: '058', account: '0000000021' }, signal())).toMatchObject({ outcome: 'resolved' });
  });

  it('says that a name is unavailable beyond the three that test keys have a day', async () => {
    simulator.transfers.resolvesADay = 0;
    const account = { bankCode: '058', account: '1000000021' };
    expect(await provider.resolve(account, signal())).toMatchObject({ outcome: 'unavailable', cause: 'http 429 rate_limited' });
  });

  it('lists the banks that take transfers, with their codes of the rail', async () => {
    const banks = await provider.banks(signal());
    expect(banks).toContainEqual({ name: 'Kuda Bank', code: '50211', nipCode: '090267' });
    expect(banks.map(({ code }) => code)).not.toContain('030');
    expect(banks.map(({ code }) => code)).not.toContain('100039');
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  });

  it('is given back an hour later by the rail', async () => {
    const { order } = await paid({ end: 'paid', reversedAfterMs: 30 });
    expect((await provider.query(order.reference, signal(), order)).status).toBe('success');
    await expect.poll(async () => (await provider.query(order.reference, signal(), order)).status).toBe('reversed');
  });

  it('refuses nothing where the approval is refused or lost only after the transfer was taken', async () => {
    const { order, outcome } = await paid({ end: 'paid', approval: 'lost' });
    expect(outcome).toMatchObject({ status: 'pending' });
    await expect.poll(async () => (await provider.query(order.reference, signal(), order)).raw.code).toBe('blocked');
    expect(simulator.payouts.books.of(order.reference).payments).toBe(0);
  });

  describe('asked before a transfer', () => {
    const signed = (body: string) => createHmac('sha512', SECRET).update(body).digest('hex');
    const requestOf = (message: object, headers: Record<string, string> = {}) => ({
      headers,
      body: Buffer.from(JSON.stringify(message)),
    });

    it('reads both shapes, and finds the account by its recipient', async () => {
      const { order } = await paid();
      const { reference, amountKobo, bankCode, account } = order;
      const recipient = await recipients.find('paystack', order);
      const flat = { reference: reference.toUpperCase(), amount: amountKobo, recipient };
      const question = { reference, amountKobo, destination: { bankCode, account } };
      expect(await provider.approvals.read(requestOf(flat))).toEqual(question);
      const wrapped = { event: 'transfer.approval', data: { ...flat, recipient: { recipient_code: recipient } } };
      expect(await provider.approvals.read(requestOf(wrapped))).toEqual(question);
    });

    it('refuses a recipient that is not ours, and what is incomplete', async () => {
      const { order } = await paid();
      const recipient = await recipients.find('paystack', order);
      const flat = { reference: order.reference, amount: order.amountKobo, recipient };
      for (const message of [
        { ...flat, recipient: 'RCP_stranger' },
        { ...flat, amount: undefined },
        { amount: 1, recipient },
      ])
        expect(await provider.approvals.read(requestOf(message))).toBeUndefined();
    });

    it('refuses a wrong signature always, and none where one is required', async () => {
      const { order } = await paid();
      const recipient = await recipients.find('paystack', order);
      const flat = { reference: order.reference, amount: order.amountKobo, recipient };
      const strict = providerWith(true);
      const good = requestOf(flat, { 'x-paystack-signature': signed(JSON.stringify(flat)) });
      const bad = requestOf(flat, { 'x-paystack-signature': signed('other') });
      expect(await strict.approvals.read(good)).toMatchObject({ reference: order.reference });
      expect(await provider.approvals.read(bad)).toBeUndefined();
      expect(await strict.approvals.read(requestOf(flat))).toBeUndefined();
    });

    it('answers with a status alone', () => {
      expect(provider.approvals.answer(true)).toEqual({ httpStatus: 200, body: {} });
      expect(provider.approvals.answer(false)).toEqual({ httpStatus: 400, body: {} });
    });
  });

  it('reads the references of transfers, and leaves deposits to others', () => {
    const { webhooks } = provider;
    expect(webhooks.read(JSON.stringify({ event: 'transfer.reversed', data: { reference: 'PO-1' } }))).toEqual(['po-1']);
    expect(webhooks.read(JSON.stringify({ event: 'charge.success', data: { reference: 'po-1' } }))).toEqual([]);
  });
});
