import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QuicktellerBillerProvider } from '../../../src/contexts/billers/adapters/quickteller/quickteller-biller-provider.js';
import { QUICKTELLER_CODES } from '../../../src/contexts/billers/adapters/quickteller/quickteller-codes.js';
import type { Submission } from '../../../src/contexts/billers/biller-provider.js';
import { naira } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import { type Received, ScriptedServer } from './scripted-server.js';

const REFERENCE = '1453ABCDEFGH';
const AIRTIME: Submission = {
  reference: REFERENCE,
  paymentCode: '90106',
  customerId: '08031234567',
  customerName: '',
  customerEmail: 'ada@example.com',
  customerMobile: '08031234567',
  amountKobo: naira(500),
  deliversPin: false,
};
const EPIN: Submission = { ...AIRTIME, paymentCode: '10801', deliversPin: true };

const UNKNOWN = { status: 'unknown' };
const FAILED = { status: 'failed', errorClass: 'biller_down', failoverEligible: false };
const refused = (errorClass: string, failoverEligible = true) => ({ status: 'failed', errorClass, failoverEligible });
const looked = (code: string, grouping: string) => ({
  TransactionResponseCode: code,
  ResponseCodeGrouping: grouping,
  ResponseCode: '90000',
  Status: 'Complete',
  TransactionRef: 'DMO%7CWeb%7C3DMO0001',
});

describe('QuicktellerBillerProvider', () => {
  const server = new ScriptedServer();
  const http = new HttpClient();
  const signal = new AbortController().signal;
  let base = '';
  let now = 0;
  let tokens = 0;
  const open = (phoneForm: 'local' | 'international' = 'local') =>
    new QuicktellerBillerProvider(
      http,
      {
        url: `${base}/api/v5`,
        tokenUrl: `${base}/passport/oauth/token`,
        clientId: 'id',
        clientSecret: 'secret',
        terminalId: '3PBL0001',
        referencePrefix: '1453',
        referenceLength: 12,
        phoneForm,
        submitTimeoutMs: 500,
        readTimeoutMs: 500,
      },
      { now: () => now },
    );
  let quickteller: QuicktellerBillerProvider;
  const answers = (answer: (received: Received) => { status?: number; body: unknown } | 'close') => {
    server.answer = (received) =>
      received.path.startsWith('/passport')
        ? { body: { access_token: `T${++tokens}`, token_type: 'bearer', expires_in: 3_599 } }
        : answer(received);
  };
  const submit = (body: unknown, submission = AIRTIME, status = 200) => {
    answers(() => ({ status, body }));
    return quickteller.submit(submission, signal);
  };
  const query = (body: unknown, submission = AIRTIME) => {
    answers(() => ({ body }));
    return quickteller.query(REFERENCE, signal, submission);
  };

  beforeAll(async () => {
    base = await server.start();
    quickteller = open();
  });
  beforeEach(() => void server.received.splice(0));
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await server.stop();
  });

  it('makes references of the prefix and the configured length', () => {
    const [first, second] = [quickteller.newReference(), quickteller.newReference()];
    expect(first).toMatch(/^1453[0-9A-Z]{8}$/);
    expect(first).not.toBe(second);
  });

  it('pays in kobo with token and terminal, and fetches the token once for concurrent calls', async () => {
    const fresh = open('international');
    answers(() => ({ body: { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL', TransactionRef: 'DMO|Web' } }));
    const outcomes = await Promise.all([fresh.submit(AIRTIME, signal), fresh.submit(AIRTIME, signal)]);
    expect(outcomes).toMatchObject([{ status: 'success', providerReference: 'DMO|Web' }, { status: 'success' }]);
    const [token, pay, ...more] = server.received as [Received, Received, Received];
    expect([token.path, token.headers['authorization'], token.body]).toEqual([
      '/passport/oauth/token',
      `Basic ${Buffer.from('id:secret').toString('base64')}`,
      { text: 'grant_type=client_credentials' },
    ]);
    expect([pay.path, pay.headers['authorization'], pay.headers['terminalid']]).toEqual([
      '/api/v5/Transactions',
      `Bearer T${tokens}`,
      '3PBL0001',
    ]);
    expect(pay.body).toEqual({
      TerminalId: '3PBL0001',
      paymentCode: '90106',
      customerId: '2348031234567',
      customerMobile: '2348031234567',
      customerEmail: 'ada@example.com',
      amount: '50000',
      requestReference: REFERENCE,
    });
    expect(more).toHaveLength(1);
  });

  it('renews the token before it ends', async () => {
    await submit({ ResponseCode: '90009' });
    now += 3_600_000;
    server.received.splice(0);
    await submit({ ResponseCode: '90009' });
    expect(server.received.map(({ path }) => path)).toEqual(['/passport/oauth/token', '/api/v5/Transactions']);
  });

  it('sends the same reference once more with a new token after a 401, and no third time', async () => {
    let refusals = 1;
    answers(() =>
      refusals-- > 0 ? { status: 401, body: {} } : { body: { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' } },
    );
    expect(await quickteller.submit(AIRTIME, signal)).toMatchObject({ status: 'success' });
    const pays = server.received.filter(({ path }) => path.endsWith('/Transactions'));
    expect(pays.map(({ body }) => body['requestReference'])).toEqual([REFERENCE, REFERENCE]);
    expect(new Set(pays.map(({ headers }) => headers['authorization'])).size).toBe(2);

    server.received.splice(0);
    expect(await submit('', AIRTIME, 401)).toMatchObject(refused('provider_auth'));
    expect(server.received.filter(({ path }) => path.endsWith('/Transactions'))).toHaveLength(2);
  });

  it('has not sent a purchase for which there is no token', async () => {
    server.answer = () => ({ status: 503, body: 'down' });
    expect(await open().submit(AIRTIME, signal)).toMatchObject({
      status: 'failed',
      errorClass: 'not_sent',
      failoverEligible: true,
    });
    expect(server.received).toHaveLength(1);
  });

  // Code, answer to a payment, inner code of a query; the grouping is the one that belongs to the code.
  const ROWS: readonly (readonly [string, string, object, object])[] = [
    ['90000', 'Successful', { status: 'success' }, { status: 'success' }],
    ['90011', 'SUCCESSFUL', { status: 'success' }, { status: 'success' }],
    ['90016', 'SUCCESSFUL', { status: 'success' }, { status: 'success' }],
    ['90010', 'SUCCESSFUL', { ...UNKNOWN, asksStaff: true }, { ...UNKNOWN, asksStaff: true }],
    ['90009', 'PENDING', { status: 'pending' }, { status: 'pending' }],
    ...['10010', '10020', '10030', '10040', '10050', '10060', '10070', '10080', '10090', '10100', '10200', '20021'].map(
      (code) => [code, 'FAILED', refused('provider_config'), FAILED] as const,
    ),
    ['10002', 'FAILED', refused('validation'), FAILED],
    ['20010', 'FAILED', refused('validation'), FAILED],
    ['20020', 'FAILED', refused('validation'), FAILED],
    ['10003', 'FAILED', refused('provider_auth'), FAILED],
    ['E13', 'FAILED', refused('provider_auth'), FAILED],
    ['E22', 'FAILED', refused('provider_auth'), FAILED],
    ['E23', 'FAILED', refused('provider_auth'), FAILED],
    ['70010', 'FAILED', refused('item_unavailable', false), FAILED],
    ['70013', 'FAILED', refused('customer_invalid', false), FAILED],
    ['70066', 'FAILED', refused('amount_out_of_range', false), FAILED],
    ...['90006', '90013', '90020', '90030', '90051', '90052', '90091', '90092', '90096', '70017'].map(
      (code) => [code, 'FAILED', UNKNOWN, FAILED] as const,
    ),
    ['70038', 'FAILED', UNKNOWN, { status: 'not_found' }],
    ['90025', 'FAILED', UNKNOWN, { status: 'not_found' }],
    ...['90001', '90026', '90068', '90094', '900A0', '70018', 'E18', 'E19', 'E20', 'E21', '90099'].map(
      (code) => [code, 'FAILED', UNKNOWN, UNKNOWN] as const,
    ),
  ];

  it.each(ROWS)('maps the code %s (%s) of a payment and of a query', async (code, grouping, paid, asked) => {
    expect(await submit({ ResponseCode: code, ResponseCodeGrouping: grouping })).toMatchObject(paid);
    expect(await query(looked(code, grouping))).toMatchObject(asked);
  });

  it('has a row above for every code that it knows', () => {
    const tested = new Set(ROWS.map(([code]) => code));
    expect(Object.keys(QUICKTELLER_CODES).filter((code) => !tested.has(code))).toEqual([]);
  });

  it.each([
    ['90000', 'FAILED'],
    ['90000', 'PENDING'],
    ['70013', 'SUCCESSFUL'],
    ['90006', ''],
    ['', 'SUCCESSFUL'],
  ])('does not know the outcome where code %s and grouping %s disagree', async (code, grouping) => {
    expect(await submit({ ResponseCode: code, ResponseCodeGrouping: grouping })).toMatchObject(UNKNOWN);
    expect(await query(looked(code, grouping))).toMatchObject(UNKNOWN);
  });

  it('takes a partial approval for a delivery only where all of the amount was approved', async () => {
    const partial = { ResponseCode: '90010', ResponseCodeGrouping: 'SUCCESSFUL' };
    expect(await submit({ ...partial, ApprovedAmount: '50000' })).toMatchObject({ status: 'success' });
    expect(await submit({ ...partial, ApprovedAmount: 40_000 })).toMatchObject({ ...UNKNOWN, asksStaff: true });
  });

  it('takes a surcharge that the answer names for what it costs us, and one that it does not for none', async () => {
    const paid = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };
    expect(await submit({ ...paid, Surcharge: '10000' })).toMatchObject({ chargedKobo: AIRTIME.amountKobo + 10_000 });
    expect(await query({ ...looked('90000', 'SUCCESSFUL'), Surcharge: 0 })).toMatchObject({ chargedKobo: AIRTIME.amountKobo });
    for (const Surcharge of ['', 'free', '-1', undefined])
      expect(await submit({ ...paid, Surcharge })).not.toHaveProperty('chargedKobo');
  });

  it('reads names in any case and values that are encoded, and never takes the look-up for the outcome', async () => {
    const lower = {
      transactionResponseCode: '90000',
      responseCodeGrouping: 'Successful',
      responseCode: '90000',
      transactionRef: 'DMO%7CWeb+1',
    };
    expect(await query(lower)).toMatchObject({ status: 'success', providerReference: 'DMO|Web 1' });
    expect(server.received.at(-1)!.path).toBe(`/api/v5/Transactions?requestRef=${REFERENCE}`);
    expect(await query({ ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL', Status: 'Complete' })).toMatchObject(UNKNOWN);
    expect(await query({ ResponseCode: '70038', ResponseCodeGrouping: 'FAILED' })).toMatchObject({ status: 'not_found' });
    expect(await query({ ResponseCode: '10003', ResponseCodeGrouping: 'FAILED' })).toMatchObject(UNKNOWN);
  });

  it('does not know the outcome from no JSON, errors of the gateway, server errors and a closed connection', async () => {
    expect(await submit('<html>')).toMatchObject(UNKNOWN);
    expect(await submit({ errors: [{ code: 'E20', message: 'timed out' }] }, AIRTIME, 400)).toMatchObject(UNKNOWN);
    expect(await submit({ ResponseCode: '70013', ResponseCodeGrouping: 'FAILED' }, AIRTIME, 500)).toMatchObject(UNKNOWN);
    answers(() => 'close');
    expect(await quickteller.submit(AIRTIME, signal)).toMatchObject(UNKNOWN);
    expect(await submit({ errors: [{ code: '70013', responseCodeGrouping: 'FAILED' }] }, AIRTIME, 400)).toMatchObject(
      refused('customer_invalid', false),
    );
  });

  it('returns a PIN and no literal in its place', async () => {
    const paid = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };
    expect(await submit({ ...paid, RechargePIN: '1234-5678-9012' }, EPIN)).toMatchObject({
      deliverables: [{ kind: 'pin', value: '1234-5678-9012' }],
    });
    expect(await submit({ ...paid, RechargePIN: 'Virtual Top Up', MiscData: '998877665544' }, EPIN)).toMatchObject({
      deliverables: [{ kind: 'pin', value: '998877665544' }],
    });
    expect(await submit({ ...paid, RechargePIN: 'Virtual Top Up' }, EPIN)).toMatchObject({ deliverables: [] });
    expect(await submit({ ...paid, RechargePIN: 'Virtual Top Up', MiscData: '08031234567' })).toMatchObject({ deliverables: [] });
    expect(await query({ ...looked('90000', 'SUCCESSFUL'), rechargePin: '445566778899' }, EPIN)).toMatchObject({
      deliverables: [{ kind: 'pin', value: '445566778899' }],
    });
  });

  it.each<[string, object, object[]]>([
    [
      'a serial',
      { RechargePIN: '373820665258', MiscData: 'Serial 3751726966' },
      [{ kind: 'pin', value: '373820665258', serial: '3751726966' }],
    ],
    ['a serial without a PIN', { RechargePIN: 'Virtual Top Up', MiscData: 'Serial 3751726966' }, []],
    [
      'several PINs with their serials',
      { RechargePIN: '111122223333, 444455556666', MiscData: 'Serial 31, Serial 32' },
      [
        { kind: 'pin', value: '111122223333', serial: '31' },
        { kind: 'pin', value: '444455556666', serial: '32' },
      ],
    ],
    [
      'a token with units',
      { MiscData: '11112222333344445555', AdditionalInfo: 'Units: 44.4 kWh' },
      [{ kind: 'token', value: '11112222333344445555', units: '44.4 kWh' }],
    ],
    [
      'a sentence',
      { MiscData: 'Token: 1111-2222-3333-4444-5555, Units: 12, Bonus Token: 99998888777766665555' },
      [
        { kind: 'token', value: '11112222333344445555', units: '12' },
        { kind: 'bonus_token', value: '99998888777766665555' },
      ],
    ],
    [
      'a PIN before its serial',
      { MiscData: 'PIN: 373820665258 Serial No: WRN182135587 Expires: 31/12/2027' },
      [{ kind: 'pin', value: '373820665258', serial: 'WRN182135587', expires: '31/12/2027' }],
    ],
    [
      'a PIN whose end stands before its serial',
      { MiscData: 'PIN: 373820665258 Expires: 31 Dec 2027 Serial: WRN182135587' },
      [{ kind: 'pin', value: '373820665258', expires: '31 Dec 2027', serial: 'WRN182135587' }],
    ],
    [
      'a PIN and, behind it, its serial',
      { MiscData: '445566778899 Serial 3751726966' },
      [{ kind: 'pin', value: '445566778899', serial: '3751726966' }],
    ],
  ])('finds what was delivered in %s', async (_name, more, deliverables) => {
    const paid = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };
    expect(await submit({ ...paid, ...more }, EPIN)).toMatchObject({ status: 'success', deliverables });
  });

  it('verifies a customer where envelope and customer both confirm', async () => {
    const question = { paymentCode: '10403', customerId: '1212121212' };
    const confirmed = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };
    answers(() => ({ body: { ...confirmed, Customers: [{ ResponseCode: '90000', FullName: 'Ada', Amount: 185_000 }] } }));
    expect(await quickteller.verifyCustomer(question, signal)).toMatchObject({ name: 'Ada', amountKobo: 185_000 });
    expect(server.received.at(-1)).toMatchObject({
      path: '/api/v5/Transactions/validatecustomers',
      body: { customers: [{ PaymentCode: '10403', CustomerId: '1212121212' }], TerminalId: '3PBL0001' },
    });
    answers(() => ({ body: { ...confirmed, Customers: [{ ResponseCode: '70013' }] } }));
    expect(await quickteller.verifyCustomer(question, signal)).toBeUndefined();
    answers(() => ({ body: { ResponseCode: '90091', Customers: [] } }));
    await expect(quickteller.verifyCustomer(question, signal)).rejects.toThrow('90091');
  });

  it('lists billers with their items, but none whose surcharge is unknown', async () => {
    const BILLERS = [
      { Id: 901, Name: 'Airtel Top-up', CustomerField1: 'Phone Number', Surcharge: '0' },
      { Id: 108, Name: 'Airtel Recharge Pins', Surcharge: '10000' },
      { Id: 402, Name: 'Glo QuickCharge', Surcharge: '' },
    ];
    const ITEMS: Record<string, unknown> = {
      '901': [{ Id: 6, Name: 'Any', Amount: '0', IsAmountFixed: false, PaymentCode: '90106', AmountType: 0 }],
      '108': [{ Id: 1, Name: 'N100', Amount: '10000', IsAmountFixed: 'True', PaymentCode: '10801', ItemFee: '0' }],
      '402': [{ Id: 1, Name: 'Any', Amount: '0', PaymentCode: '40201' }],
    };
    answers(({ path }) => {
      const service = new URL(path, base).searchParams.get('serviceid');
      if (service) return { body: { PaymentItems: ITEMS[service] } };
      return { body: { BillerList: { Category: [{ Id: 4, Name: 'Mobile Recharge', Billers: BILLERS }] } } };
    });
    const { billers, items } = await quickteller.list(signal);
    expect(billers).toMatchObject([
      { billerId: '901', categoryId: '4', networkId: 'airtel', surchargeKobo: 0 },
      { billerId: '108', surchargeKobo: 10_000 },
      { billerId: '402' },
    ]);
    expect(items).toMatchObject([
      { paymentCode: '90106', kind: 'vtu', price: { fixed: false, minimumKobo: naira(50), maximumKobo: naira(10_000) } },
      { paymentCode: '10801', kind: 'epin', deliversPin: true, price: { fixed: true, amountKobo: 10_000 } },
    ]);
  });
});
