import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuicktellerBillerProvider } from '../../../src/contexts/billers/adapters/quickteller/quickteller-biller-provider.js';
import { VtpassBillerProvider } from '../../../src/contexts/billers/adapters/vtpass/vtpass-biller-provider.js';
import type { BillerProvider, Submission } from '../../../src/contexts/billers/biller-provider.js';
import { MonnifyDepositProvider } from '../../../src/contexts/deposits/adapters/monnify/monnify-deposit-provider.js';
import { PaystackDepositProvider } from '../../../src/contexts/deposits/adapters/paystack/paystack-deposit-provider.js';
import type { AccountRequest, DepositProvider } from '../../../src/contexts/deposits/deposit-provider.js';
import { naira } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import { mutatedTypes, withoutFields } from '../../support/mutated-answers.js';
import { ScriptedServer } from './scripted-server.js';

const REFERENCE = '202611230030ABC';
const NOT_DEFINITE = ['unknown', 'pending', 'success'];

const SUBMISSION: Submission = {
  reference: REFERENCE,
  paymentCode: 'mtn:airtime',
  customerId: '08031234567',
  customerName: '',
  customerEmail: '',
  customerMobile: '',
  amountKobo: naira(500),
  deliversPin: false,
};
const REQUEST: AccountRequest = {
  reference: REFERENCE,
  amountKobo: naira(5_000),
  expiresAt: 1_800_000,
  customer: { name: 'Ada Obi', email: 'ada@example.com' },
};

const transactions = { status: 'delivered', transactionId: '17000', total_amount: '485' };
const VTPASS = { code: '000', response_description: 'OK', requestId: REFERENCE, content: { transactions } };
const vtpassRefusal = (code: string, status: string) => ({
  ...VTPASS,
  code,
  content: { transactions: { ...transactions, status } },
});
const QUICKTELLER = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL', ResponseDescription: 'OK', TransactionRef: 'A' };
const PAYSTACK = {
  status: true,
  message: 'Charge attempted',
  data: { reference: REFERENCE, status: 'pending_bank_transfer', account_number: '0123456789', account_name: 'A' },
};
const ACCOUNT = { accountNumber: '0123456789', accountDurationSeconds: 2400, paymentReference: REFERENCE, accountName: 'A' };
const MONNIFY = { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody: ACCOUNT };

describe('answers that do not fit', () => {
  const server = new ScriptedServer();
  const http = new HttpClient();
  const signal = new AbortController().signal;
  const times = { submitTimeoutMs: 2_000, readTimeoutMs: 2_000 };
  let vtpass: BillerProvider;
  let quickteller: BillerProvider;
  let paystack: DepositProvider;
  let monnify: DepositProvider;

  beforeAll(async () => {
    const url = await server.start();
    const clock = { now: () => 0 };
    const keys = { apiKey: 'AK', publicKey: 'PK', secretKey: 'SK', webhookToken: '' };
    vtpass = new VtpassBillerProvider(http, { ...times, ...keys, url }, clock);
    const client = { clientId: 'id', clientSecret: 's', terminalId: 'T', referencePrefix: '1453', referenceLength: 12 };
    quickteller = new QuicktellerBillerProvider(
      http,
      { ...times, ...client, url, tokenUrl: `${url}/token`, phoneForm: 'local' },
      clock,
    );
    paystack = new PaystackDepositProvider({ ...times, url, secretKey: 'sk' }, http);
    const contract = { apiKey: 'MK', secretKey: 's', contractCode: '1', utcOffset: '+01:00' };
    monnify = new MonnifyDepositProvider({ ...times, ...contract, url }, http, clock);
  });
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await server.stop();
  });

  const answersTo = (answer: object) => (server.answer = ({ path }) => ({ body: path === '/token' ? TOKEN : answer }));
  const TOKEN = { access_token: 'T', expires_in: 3_599 };

  const purchase = async (provider: BillerProvider, answer: object) => {
    answersTo(answer);
    return [(await provider.submit(SUBMISSION, signal)).status, (await provider.query(REFERENCE, signal, SUBMISSION)).status];
  };

  it.each([
    ['a delivery', VTPASS],
    ['a refusal', vtpassRefusal('016', 'failed')],
    ['a reversal', vtpassRefusal('040', 'reversed')],
    ['a low balance', { code: '018', response_description: 'LOW WALLET BALANCE' }],
    ['an unknown reference', { code: '015', response_description: 'INVALID REQUEST ID' }],
    ['a suspected duplicate', { code: '019', response_description: 'LIKELY DUPLICATE' }],
  ])('of VTpass for %s, with a value in another type, are no definite refusal', async (_name, answer) => {
    for (const { title, answer: mutated } of mutatedTypes(answer, ['transactionId', 'total_amount'])) {
      const statuses = await purchase(vtpass, mutated);
      expect(
        statuses.filter((status) => !NOT_DEFINITE.includes(status)),
        title,
      ).toEqual([]);
    }
  });

  it.each([16, 40, 18, 11, 91, 30])('of VTpass with the number %i as their code say nothing', async (code) => {
    expect(await purchase(vtpass, { ...VTPASS, code })).toEqual(['unknown', 'unknown']);
    expect(await purchase(vtpass, { code: String(code) })).toEqual(['unknown', 'unknown']);
  });

  it('of VTpass for a delivery, without one of its fields, are no definite refusal', async () => {
    for (const { title, answer } of withoutFields(VTPASS)) {
      const statuses = await purchase(vtpass, answer);
      expect(
        statuses.filter((status) => !NOT_DEFINITE.includes(status)),
        title,
      ).toEqual([]);
    }
    expect(await purchase(vtpass, { ...vtpassRefusal('016', 'failed'), code: undefined })).toEqual(['unknown', 'unknown']);
  });

  it.each([
    ['a delivery', QUICKTELLER],
    ['a refusal', { ...QUICKTELLER, ResponseCode: '70013', ResponseCodeGrouping: 'FAILED' }],
    ['a failure that is asked about', { ...QUICKTELLER, TransactionResponseCode: '90020', ResponseCodeGrouping: 'FAILED' }],
  ])('of Quickteller for %s, with a value in another type, are no definite refusal', async (_name, answer) => {
    for (const { title, answer: mutated } of mutatedTypes(answer, ['TransactionRef'])) {
      const statuses = await purchase(quickteller, mutated);
      expect(
        statuses.filter((status) => !NOT_DEFINITE.includes(status)),
        title,
      ).toEqual([]);
    }
  });

  it('of Quickteller for a refusal with no list of errors, or no code, are no definite refusal', async () => {
    expect(await purchase(quickteller, { errors: { code: '70013' }, ResponseCodeGrouping: 'FAILED' })).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(await purchase(quickteller, { errors: [{ code: 70_013 }] })).toEqual(['unknown', 'unknown']);
    expect(await purchase(quickteller, { ResponseCodeGrouping: 'FAILED' })).toEqual(['unknown', 'unknown']);
  });

  it.each([
    ['an account', PAYSTACK],
    ['a refusal', { status: false, message: 'Invalid amount', code: 'invalid_params' }],
    ['a failed charge', { ...PAYSTACK, data: { reference: REFERENCE, status: 'failed' } }],
  ])('of Paystack for %s, with a value in another type, are no refusal', async (_name, answer) => {
    for (const { title, answer: mutated } of mutatedTypes(answer)) {
      if (typeof mutated['status'] === 'boolean' && mutated['status'] !== answer.status) continue;
      answersTo(mutated);
      expect((await paystack.openAccount(REQUEST)).outcome, title).not.toBe('refused');
    }
  });

  it.each([
    ['an account', MONNIFY],
    ['a refusal', { requestSuccessful: false, responseMessage: 'Invalid amount', responseCode: '99' }],
  ])('of Monnify for %s, with a value in another type, are no refusal', async (_name, answer) => {
    const login = { ...MONNIFY, responseBody: { accessToken: 'T', expiresIn: 3_000 } };
    const begun = { ...MONNIFY, responseBody: { transactionReference: 'MNFY|1', paymentReference: REFERENCE } };
    for (const isBegun of [true, false]) {
      for (const { title, answer: mutated } of mutatedTypes(answer, ['accountDurationSeconds'])) {
        server.answer = ({ path }) => {
          if (path.endsWith('/login')) return { body: login };
          return { body: isBegun && path.endsWith('/init-transaction') ? begun : mutated };
        };
        expect((await monnify.openAccount(REQUEST)).outcome, title).not.toBe('refused');
      }
    }
  });
});
