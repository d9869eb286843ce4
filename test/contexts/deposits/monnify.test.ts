import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MonnifyDepositProvider } from '../../../src/contexts/deposits/adapters/monnify/monnify-deposit-provider.js';
import { parseMonnifyTime } from '../../../src/platform/companies/monnify/monnify-time.js';
import type { AccountRequest } from '../../../src/contexts/deposits/deposit-provider.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import { ShiftedClock } from '../../support/clocks.js';
import type { Fault } from '../../../packages/simulators/shared/fault.js';
import type { Shapes } from '../../../packages/simulators/monnify/monnify-books.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';

const TIMEOUT_MS = 400;
const INIT = '/api/v1/merchant/transactions/init-transaction';
const ACCOUNT = '/api/v1/merchant/bank-transfer/init-payment';

describe('MonnifyDepositProvider', () => {
  const http = new HttpClient();
  let simulator: MonnifySimulator;
  let provider: MonnifyDepositProvider;

  const providerWith = (url: string, clock = new ShiftedClock(), secretKey = 'monnify-secret') => {
    const times = { submitTimeoutMs: TIMEOUT_MS, readTimeoutMs: TIMEOUT_MS };
    const keys = { apiKey: 'MK_TEST_1', secretKey, contractCode: '4934121693' };
    return new MonnifyDepositProvider({ ...times, ...keys, url, utcOffset: '+01:00' }, http, clock);
  };

  beforeAll(async () => {
    simulator = await MonnifySimulator.start();
    provider = providerWith(simulator.url);
  });
  afterEach(() => {
    simulator.faults.clear();
    Object.assign(simulator.books.shapes, { paidOn: 'dashed', sources: 'array', numbers: 'number' } satisfies Shapes);
  });
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await simulator.stop();
  });

  const request = (amountKobo = naira(5_000)): AccountRequest => ({
    reference: newId(),
    amountKobo,
    expiresAt: Date.now() + 1_800_000,
    customer: { name: 'Ada Obi', email: 'ada@example.com' },
  });
  async function opened(wish = request()) {
    const outcome = await provider.openAccount(wish);
    if (outcome.outcome !== 'opened') throw new Error(JSON.stringify(outcome));
    const transaction = simulator.books.byReference(wish.reference)!;
    return { ...wish, ...outcome, accountNumber: outcome.account.accountNumber, transaction };
  }

  it("opens an account for the amount in naira, until Monnify's own end", async () => {
    const { account, accountNumber, expiresAt, transaction } = await opened(request(kobo(500_050)));
    expect(account).toEqual({ accountNumber, accountName: 'Harmattan', bankName: 'Moniepoint MFB' });
    expect(expiresAt - Date.now()).toBeGreaterThan(2_390_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(2_400_000);
    expect(transaction.amount).toBe(5_000.5);
  });

  it('shows the account of a repeated reference, with what remains of its time', async () => {
    const wish = request();
    const first = await opened(wish);
    first.transaction.openedAt! -= 600_000;
    const again = await opened(wish);
    expect(again.account).toEqual(first.account);
    expect(first.expiresAt - again.expiresAt).toBeGreaterThan(590_000);
  });

  it('names what the payer has to pay where Monnify adds a fee', async () => {
    simulator.feeNaira = 50;
    expect(await opened()).toMatchObject({ payableKobo: 505_000 });
    simulator.feeNaira = 0;
  });

  it.each<[string, Fault, string]>([
    [INIT, 'refused', 'refused'],
    [INIT, 'unavailable', 'unknown'],
    [INIT, 'done_then_hang', 'unknown'],
    [INIT, 'done_then_close', 'unknown'],
    [INIT, 'done_then_garbage', 'unknown'],
    [INIT, 'unauthorized', 'opened'],
    [ACCOUNT, 'refused', 'refused'],
    [ACCOUNT, 'done_then_hang', 'opened'],
    [ACCOUNT, 'done_then_close', 'opened'],
    [ACCOUNT, 'done_then_error', 'opened'],
    [ACCOUNT, 'unauthorized', 'opened'],
  ])('where %s is %s the account is %s, and a repeat finds it', async (path, fault, outcome) => {
    const wish = request();
    simulator.faults.add(path, fault);
    expect(await provider.openAccount(wish)).toMatchObject({ outcome });
    expect(await provider.openAccount(wish)).toMatchObject({ outcome: 'opened' });
    expect([...simulator.books.transactions.values()].filter((each) => each.paymentReference === wish.reference)).toHaveLength(1);
  });

  describe('the token', () => {
    it('is fetched once for many callers, again before its end, and once when it is refused', async () => {
      const clock = new ShiftedClock();
      const fresh = providerWith(simulator.url, clock);
      const before = simulator.logins;
      await Promise.all(Array.from({ length: 8 }, () => fresh.payments({ reference: newId() })));
      expect(simulator.logins - before).toBe(1);
      clock.aheadMs = 3_590_000;
      await fresh.payments({ reference: newId() });
      expect(simulator.logins - before).toBe(2);
      simulator.endTokens();
      expect(await fresh.openAccount(request())).toMatchObject({ outcome: 'opened' });
      expect(simulator.logins - before).toBe(3);
    });

    it('that is not granted means that nothing was sent, or that we are refused', async () => {
      expect(await providerWith('http://127.0.0.1:9').openAccount(request())).toMatchObject({ outcome: 'not_sent' });
      simulator.faults.add('/api/v1/auth/login', 'unavailable');
      expect(await providerWith(simulator.url).openAccount(request())).toMatchObject({ outcome: 'not_sent' });
      const refused = providerWith(simulator.url, new ShiftedClock(), 'wrong');
      expect(await refused.openAccount(request())).toEqual({ outcome: 'refused', reason: 'login: http 401' });
    });
  });

  describe('payments', () => {
    it.each<[string, Partial<Shapes>]>([
      ['as a list, with numbers', {}],
      ['with amounts as text', { numbers: 'text' }],
      ['with the other form of time', { paidOn: 'slashed' }],
      ['as one object', { sources: 'object' }],
    ])('are told with who paid, from where and when: %s', async (_, shapes) => {
      Object.assign(simulator.books.shapes, shapes);
      const { reference, accountNumber, transaction } = await opened();
      expect(await provider.payments({ reference })).toEqual({ outcome: 'known', payments: [] });
      await simulator.transfer(accountNumber, 5_000.5, { sessionId: `s-${reference}` });
      const answer = await provider.payments({ reference });
      const common = {
        providerReference: transaction.transactionReference,
        amountKobo: 500_050,
        payer: { name: 'CHINUA OBI', bank: '058', account: '******6789' },
        reference,
        narration: 'Wallet deposit',
        accountNumber: '',
      };
      expect(answer).toMatchObject({
        outcome: 'known',
        payments: [{ ...common, transactionId: `s-${reference}`, sessionId: `s-${reference}` }],
        total: { ...common, transactionId: transaction.transactionReference },
      });
      const receivedAt = answer.outcome === 'known' ? answer.payments[0]!.receivedAt! : 0;
      expect(Math.abs(receivedAt - Date.now())).toBeLessThan(5_000);
    });

    it('are asked about by a reference with pipes too, and name the account of the webhook', async () => {
      const { reference, accountNumber, transaction } = await opened();
      await simulator.transfer(accountNumber, 100);
      const question = { transactionId: transaction.transactionReference, accountNumber };
      expect(await provider.payments(question)).toMatchObject({ payments: [{ reference, accountNumber, amountKobo: 10_000 }] });
    });

    it.each<[string, number[], Shapes['sources'], number[]]>([
      ['less', [2_000], 'array', [200_000]],
      ['more', [6_000], 'array', [600_000]],
      ['in two parts', [2_000, 3_000], 'array', [200_000, 300_000]],
      ['in two parts of which the latest is listed', [2_000, 3_000], 'latest', [300_000]],
      ['in two parts of which none is listed', [2_000, 3_000], 'none', []],
    ])('of %s have their own amounts, and the total so far', async (_, amounts, sources, listed) => {
      simulator.books.shapes.sources = sources;
      const { reference, accountNumber } = await opened();
      for (const amount of amounts) await simulator.transfer(accountNumber, amount);
      const answer = await provider.payments({ reference });
      const payments = answer.outcome === 'known' ? answer.payments.map(({ amountKobo }) => amountKobo) : [];
      expect(payments).toEqual(listed);
      expect(answer).toMatchObject({
        total: { amountKobo: amounts.reduce((sum, amount) => sum + amount) * 100, feeKobo: 1_000 },
      });
    });

    it('are reversed, not found, nothing or unknown', async () => {
      const { reference, accountNumber, transaction } = await opened();
      const unpaid = await opened();
      for (const state of ['EXPIRED', 'CANCELLED'] as const) {
        unpaid.transaction.state = state;
        expect(await provider.payments({ reference: unpaid.reference })).toEqual({ outcome: 'known', payments: [] });
      }
      await simulator.transfer(accountNumber, 5_000);
      transaction.state = 'EXPIRED';
      expect(await provider.payments({ reference })).toMatchObject({ outcome: 'unknown' });
      await simulator.reverse(accountNumber);
      expect(await provider.payments({ reference })).toEqual({
        outcome: 'reversed',
        providerReference: transaction.transactionReference,
      });
      expect(await provider.payments({ reference: newId() })).toEqual({ outcome: 'not_found' });
      simulator.faults.add('/api/v2/', 'unavailable', 'refused', 'done_then_garbage');
      for (let time = 0; time < 3; time++) expect(await provider.payments({ reference })).toMatchObject({ outcome: 'unknown' });
    });
  });

  describe('webhooks', () => {
    /** As Monnify's documentation has it, with the key and the hash. */
    const published =
      '{"eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},"transactionReference":"MNFY|76|20211117154810|000001","paymentReference":"0.01462001097368737","paidOn":"17/11/2021 3:48:10 PM","paymentDescription":"Mockaroo Jesse","metaData":{},"destinationAccountInformation":{},"paymentSourceInformation":{},"amountPaid":78000,"totalPayable":78000,"offlineProductInformation":{"code":"41470","type":"DYNAMIC"},"cardDetails":{},"paymentMethod":"CASH","currency":"NGN","settlementAmount":77600,"paymentStatus":"PAID","customer":{"name":"Mockaroo Jesse","email":"111222333@ZZAMZ4WT4Y3E.monnify"}},"eventType":"SUCCESSFUL_TRANSACTION"}';
    const hash =
      'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c';
    const merchant = () => providerWith('http://127.0.0.1:9', new ShiftedClock(), '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y');
    const identify = (body: string, signature: string | undefined) =>
      merchant().identifyWebhook({ body: Buffer.from(body), headers: { 'monnify-signature': signature } });

    it('are authentic by the published vector', async () => {
      expect(identify(published, hash)).toMatchObject({ event: 'SUCCESSFUL_TRANSACTION' });
      expect(await merchant().readWebhook(published)).toEqual({
        questions: [{ transactionId: 'MNFY|76|20211117154810|000001' }],
        announcesPayment: true,
      });
    });

    it.each([
      ['a changed body', published.replace('78000', '79000'), hash],
      ['no signature', published, undefined],
      [
        'the hash of key and body, as the prose has it',
        published,
        createHash('sha512').update(`91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y${published}`).digest('hex'),
      ],
    ])('are refused with %s', (_, body, signature) => {
      expect(identify(body, signature)).toBeUndefined();
    });

    it('of a rejected payment ask, and tell how much was sent back and why', async () => {
      const eventData = {
        transactionReference: 'MNFY|1',
        paymentReference: 'ours',
        amount: '100.00',
        paymentSourceInformation: [{ sessionId: 's1' }],
        paymentRejectionInformation: { rejectionReason: 'UNDER_PAYMENT', expectedAmount: 5_000 },
      };
      expect(await provider.readWebhook(JSON.stringify({ eventType: 'REJECTED_PAYMENT', eventData }))).toMatchObject({
        questions: [{ transactionId: 'MNFY|1' }],
        announcesPayment: false,
        rejected: {
          id: 's1',
          reference: 'ours',
          amountKobo: 10_000,
          reason: 'the amount is less than that of the deposit order',
        },
      });
    });

    it('of other kinds ask nothing', async () => {
      const message = { eventType: 'SETTLEMENT', eventData: { transactionReference: 'MNFY|1' } };
      expect(await provider.readWebhook(JSON.stringify(message))).toMatchObject({ questions: [] });
    });
  });

  it('sent nothing that Monnify would not take', () => {
    expect(simulator.complaints).toEqual([]);
  });
});

describe('parseMonnifyTime', () => {
  it.each([
    ['17/11/2021 3:48:10 PM', '2021-11-17T14:48:10.000Z'],
    ['17/11/2021 12:05:09 AM', '2021-11-16T23:05:09.000Z'],
    ['17/11/2021 12:05:09 PM', '2021-11-17T11:05:09.000Z'],
    ['2021-11-17 15:48:10.123', '2021-11-17T14:48:10.123Z'],
    ['2021-11-17T15:48:10.123+0000', '2021-11-17T15:48:10.123Z'],
    ['2021-11-17T15:48:10Z', '2021-11-17T15:48:10.000Z'],
  ])('reads %s', (text, iso) => {
    expect(new Date(parseMonnifyTime(text, '+01:00')!).toISOString()).toBe(iso);
  });

  it.each(['', '11/17/2021', '17-11-2021 3:48:10 PM', '32/13/2021 3:48:10 PM', 'yesterday'])('does not read "%s"', (text) => {
    expect(parseMonnifyTime(text, '+01:00')).toBeUndefined();
  });
});
