import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaystackDepositProvider } from '../../../src/contexts/deposits/adapters/paystack/paystack-deposit-provider.js';
import type { AccountRequest } from '../../../src/contexts/deposits/deposit-provider.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import type { Fault } from '../../../packages/simulators/shared/fault.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';

const TIMEOUT_MS = 400;

describe('PaystackDepositProvider', () => {
  const http = new HttpClient();
  let simulator: PaystackSimulator;
  let provider: PaystackDepositProvider;

  beforeAll(async () => {
    simulator = await PaystackSimulator.start('sk_test_1');
    const times = { submitTimeoutMs: TIMEOUT_MS, readTimeoutMs: TIMEOUT_MS };
    provider = new PaystackDepositProvider({ ...times, url: simulator.url, secretKey: 'sk_test_1' }, http);
  });
  afterEach(() => {
    simulator.faults.clear();
    simulator.books.exactAmounts = true;
    simulator.books.distort = (data) => data;
  });
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await simulator.stop();
  });

  const request = (): AccountRequest => ({
    reference: newId(),
    amountKobo: naira(5_000),
    expiresAt: Date.now() + 1_800_000,
    customer: { name: 'Ada Obi', email: 'ada@example.com' },
  });
  async function opened(wish = request()) {
    const outcome = await provider.openAccount(wish);
    if (outcome.outcome !== 'opened') throw new Error(JSON.stringify(outcome));
    return { ...wish, ...outcome, accountNumber: outcome.account.accountNumber };
  }

  it('opens an account for the amount in kobo until the given end', async () => {
    const wish = request();
    const { accountNumber, account, expiresAt } = await opened(wish);
    expect(account).toEqual({ accountNumber, accountName: 'PAYSTACK CHECKOUT', bankName: 'Test Bank' });
    expect(expiresAt).toBe(wish.expiresAt);
    expect(simulator.books.charges.get(wish.reference)).toMatchObject({ amountKobo: 500_000, email: 'ada@example.com' });
  });

  it.each<Fault>(['refused', 'unauthorized'])('takes a charge that is %s for refused', async (fault) => {
    simulator.faults.add('/charge', fault);
    expect(await provider.openAccount(request())).toMatchObject({ outcome: 'refused' });
  });

  it('leaves the outcome unknown where the charge of a repeated reference is not shown', async () => {
    const wish = request();
    await opened(wish);
    simulator.faults.add('/charge/', 'unavailable');
    expect(await provider.openAccount(wish)).toMatchObject({ outcome: 'unknown' });
  });

  it('tells who paid, from where and when', async () => {
    const { reference, accountNumber } = await opened();
    expect(await provider.payments({ reference })).toEqual({ outcome: 'known', payments: [] });
    await simulator.transfer(accountNumber, { amountKobo: 500_000, narration: 'school fees' });
    const charge = simulator.books.charges.get(reference)!;
    expect(await provider.payments({ reference })).toEqual({
      outcome: 'known',
      payments: [
        {
          transactionId: String(charge.id),
          providerReference: reference,
          amountKobo: 500_000,
          feeKobo: 5_000,
          payer: { name: 'ADA OBI', bank: 'First Bank of Nigeria', account: '******8151' },
          reference,
          accountNumber: '',
          narration: 'school fees',
          sessionId: '',
          receivedAt: Date.parse(charge.paidAt!),
        },
      ],
    });
  });

  it('tells the amount that came in where it is not the one asked for', async () => {
    simulator.books.exactAmounts = false;
    const { reference, accountNumber } = await opened();
    await simulator.transfer(accountNumber, { amountKobo: 123_456 });
    expect(await provider.payments({ reference })).toMatchObject({ payments: [{ amountKobo: 123_456 }] });
  });

  it.each<[string, (data: Record<string, unknown>) => object]>([
    ['another currency', (data) => ({ ...data, currency: 'USD' })],
    ['an amount that is not whole kobo', (data) => ({ ...data, amount: 5_000.5 })],
    ['another reference', (data) => ({ ...data, reference: 'other' })],
    ['a state of its own', (data) => ({ ...data, status: 'celebrated' })],
  ])('takes %s for unknown', async (_, changed) => {
    const { reference, accountNumber } = await opened();
    await simulator.transfer(accountNumber, { amountKobo: 500_000 });
    simulator.books.distort = changed;
    expect(await provider.payments({ reference })).toMatchObject({ outcome: 'unknown' });
  });

  it('names a payment by its reference where its id is beyond the safe integers', async () => {
    const { reference, accountNumber } = await opened();
    await simulator.transfer(accountNumber, { amountKobo: 500_000 });
    simulator.books.charges.get(reference)!.id = 2 ** 53 + 2;
    expect(await provider.payments({ reference })).toMatchObject({ payments: [{ transactionId: reference }] });
  });

  it('knows reversed and unknown transactions, and reads that fail', async () => {
    const { reference, accountNumber } = await opened();
    await simulator.transfer(accountNumber, { amountKobo: 500_000 });
    await simulator.reverse(reference);
    expect(await provider.payments({ reference })).toEqual({ outcome: 'reversed', providerReference: reference });
    expect(await provider.payments({ reference: 'nobody' })).toEqual({ outcome: 'not_found' });
    simulator.faults.add('/transaction/verify/', 'unavailable', 'unauthorized', 'done_then_hang');
    for (let time = 0; time < 3; time++) expect(await provider.payments({ reference })).toMatchObject({ outcome: 'unknown' });
  });

  describe('webhooks', () => {
    const body = Buffer.from(JSON.stringify({ event: 'charge.success', data: { reference: 'r', status: 'success' } }));
    const signature = (bytes: Uint8Array, key = 'sk_test_1') => createHmac('sha512', key).update(bytes).digest('hex');
    const identify = (bytes: Uint8Array, header: string | string[] | undefined) =>
      provider.identifyWebhook({ body: bytes, headers: { 'x-paystack-signature': header } });

    it('are authentic by the signature over the raw bytes', () => {
      expect(identify(body, signature(body))).toEqual({
        event: 'charge.success',
        eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(identify(body, signature(body).toUpperCase())).toBeDefined();
    });

    it.each<[string, string | string[] | undefined]>([
      ['none', undefined],
      ['of another key', signature(body, 'sk_test_2')],
      ['of the same JSON with other spaces', signature(Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)))],
      ['cut short', signature(body).slice(2)],
      ['twice', [signature(body), signature(body)]],
    ])('are refused with a signature: %s', (_, header) => {
      expect(identify(body, header)).toBeUndefined();
    });

    it.each<[string, object, object]>([
      [
        'a charge asks about it',
        { event: 'charge.success', data: { reference: 'r1', authorization: { receiver_bank_account_number: '0123456789' } } },
        { questions: [{ transactionId: 'r1', accountNumber: '0123456789' }], announcesPayment: true },
      ],
      [
        'a refund asks, and announces no payment',
        { event: 'refund.processed', data: { transaction_reference: 'r1' } },
        { questions: [{ transactionId: 'r1' }], announcesPayment: false },
      ],
      [
        'a rejected transfer names the customer only',
        {
          event: 'bank.transfer.rejected',
          data: {
            bank_transfer: { amount: '30000', message_type: 'INCORRECT_AMOUNT', transaction_id: 7 },
            customer: { email: 'ada@example.com' },
          },
        },
        {
          questions: [],
          rejected: { id: '7', customerEmail: 'ada@example.com', amountKobo: kobo(30_000), reference: undefined },
        },
      ],
      ['other events ask nothing', { event: 'transfer.success', data: { reference: 'r1' } }, { questions: [] }],
      ['what is no event asks nothing', [1], { questions: [] }],
    ])('%s', async (_, message, content) => {
      expect(await provider.readWebhook(JSON.stringify(message))).toMatchObject(content);
    });
  });

  it('sent nothing that Paystack would not take', () => {
    expect(simulator.complaints).toEqual([]);
  });
});
