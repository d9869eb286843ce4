import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VTPASS_CODES } from '../../../src/contexts/billers/adapters/vtpass/vtpass-codes.js';
import { VtpassBillerProvider } from '../../../src/contexts/billers/adapters/vtpass/vtpass-biller-provider.js';
import type { Submission } from '../../../src/contexts/billers/biller-provider.js';
import { naira } from '../../../src/kernel/money.js';
import { HttpClient } from '../../../src/platform/http-client/http-client.js';
import { ScriptedServer } from './scripted-server.js';

const NOON = Date.UTC(2026, 10, 22, 23, 30);
const REFERENCE = '202611230030ABC';

const AIRTIME: Submission = {
  reference: REFERENCE,
  paymentCode: 'mtn:airtime',
  customerId: '08031234567',
  customerName: '',
  customerEmail: '',
  customerMobile: '',
  amountKobo: naira(500),
  deliversPin: false,
};
const POWER: Submission = {
  ...AIRTIME,
  paymentCode: 'ikeja-electric:prepaid',
  customerId: '1111111111111',
  customerMobile: '08031234567',
  deliversPin: true,
};

const processed = (status: string, more: object = {}) => ({
  code: '000',
  response_description: 'TRANSACTION SUCCESSFUL',
  requestId: REFERENCE,
  content: { transactions: { status, transactionId: 17_000, total_amount: 485 } },
  ...more,
});
const failed = (errorClass: string, failoverEligible = false) => ({ status: 'failed', errorClass, failoverEligible });
const UNKNOWN = { status: 'unknown', cause: 'unmapped_code' };

describe('VtpassBillerProvider', () => {
  const server = new ScriptedServer();
  const http = new HttpClient();
  const signal = new AbortController().signal;
  let vtpass: VtpassBillerProvider;

  beforeAll(async () => {
    const settings = {
      url: `${await server.start()}/api`,
      apiKey: 'AK',
      publicKey: 'PK',
      secretKey: 'SK',
      webhookToken: '',
      submitTimeoutMs: 500,
      readTimeoutMs: 500,
    };
    vtpass = new VtpassBillerProvider(http, settings, { now: () => NOON });
  });
  beforeEach(() => void server.received.splice(0));
  afterAll(async () => {
    await http.beforeApplicationShutdown();
    await server.stop();
  });

  const submit = (body: unknown, submission = AIRTIME, status = 200) => {
    server.answer = () => ({ status, body });
    return vtpass.submit(submission, signal);
  };
  const query = (body: unknown, status = 200) => {
    server.answer = () => ({ status, body });
    return vtpass.query(REFERENCE, signal);
  };

  it('makes references that begin with the minute in Lagos', () => {
    const [first, second] = [vtpass.newReference(), vtpass.newReference()];
    expect(first).toMatch(/^202611230030[0-9A-Z]{26}$/);
    expect(first).not.toBe(second);
  });

  it('pays with the secret key, in Naira, and asks for no variation of airtime', async () => {
    expect(await submit(processed('delivered'))).toMatchObject({
      status: 'success',
      providerReference: '17000',
      chargedKobo: naira(485),
      raw: { code: '000', httpStatus: 200 },
    });
    const [{ method, path, headers, body }] = server.received as [(typeof server.received)[number]];
    expect([method, path, headers['api-key'], headers['secret-key'], headers['public-key']]).toEqual([
      'POST',
      '/api/pay',
      'AK',
      'SK',
      undefined,
    ]);
    expect(body).toEqual({ request_id: REFERENCE, serviceID: 'mtn', amount: '500.00', phone: '08031234567' });
  });

  it('sends meter and variation, and for a bouquet what kind of subscription it is', async () => {
    await submit(processed('delivered'), POWER);
    await submit(processed('delivered'), { ...POWER, paymentCode: 'dstv:dstv-padi', customerId: '1212121212' });
    expect(server.received.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        serviceID: 'ikeja-electric',
        billersCode: '1111111111111',
        variation_code: 'prepaid',
        phone: '08031234567',
      }),
      expect.objectContaining({ serviceID: 'dstv', billersCode: '1212121212', subscription_type: 'change', quantity: 1 }),
    ]);
  });

  it.each([
    ['renew', 'dstv-padi', 4_400],
    ['change', 'dstv-yanga', 4_400],
    ['change', 'dstv-padi', 6_000],
  ])('sends %s where the smartcard has %s, which costs %d', async (expected, bouquet, amount) => {
    const verified = { amountKobo: naira(amount), details: { Current_Bouquet_Code: bouquet } };
    const bought = { ...POWER, paymentCode: 'dstv:dstv-padi', customerId: '1212121212', amountKobo: naira(4_400), verified };
    await submit(processed('delivered'), bought);
    expect(server.received[0]!.body).toMatchObject({ variation_code: 'dstv-padi', subscription_type: expected, quantity: 1 });
  });

  it.each([
    ['delivered', { status: 'success' }],
    ['initiated', { status: 'pending' }],
    ['pending', { status: 'pending' }],
    ['failed', failed('biller_down')],
    ['reversed', { status: 'reversed' }],
    ['resolved', UNKNOWN],
  ])('takes the status %s of a processed purchase, and not its code', async (status, expected) => {
    expect(await submit(processed(status))).toMatchObject(expected);
    expect(await query({ ...processed(status), code: '001' })).toMatchObject(expected);
  });

  const ROWS: readonly (readonly [string, object, object])[] = [
    ['099', { status: 'pending' }, { status: 'pending' }],
    ['089', { status: 'pending' }, { status: 'pending' }],
    ['016', failed('biller_down'), failed('biller_down')],
    ['040', { status: 'reversed' }, { status: 'reversed' }],
    ['044', { ...UNKNOWN, asksStaff: true }, { ...UNKNOWN, asksStaff: true }],
    ['091', failed('biller_down', true), failed('biller_down')],
    ['014', UNKNOWN, UNKNOWN],
    ['015', UNKNOWN, { status: 'not_found' }],
    ['010', failed('validation'), UNKNOWN],
    ['011', failed('validation'), UNKNOWN],
    ['012', failed('validation'), UNKNOWN],
    ['013', failed('validation'), UNKNOWN],
    ['017', failed('validation'), UNKNOWN],
    ['031', failed('validation'), UNKNOWN],
    ['032', failed('validation'), UNKNOWN],
    ['018', failed('provider_float', true), UNKNOWN],
    ['021', failed('provider_config', true), UNKNOWN],
    ['022', failed('provider_config', true), UNKNOWN],
    ['023', failed('provider_config', true), UNKNOWN],
    ['024', failed('provider_config', true), UNKNOWN],
    ['027', failed('provider_config', true), UNKNOWN],
    ['028', failed('provider_config', true), UNKNOWN],
    ['085', failed('provider_config', true), UNKNOWN],
    ['087', failed('provider_config', true), UNKNOWN],
    ['030', failed('biller_down', true), UNKNOWN],
    ['034', failed('biller_down', true), UNKNOWN],
    ['035', failed('biller_down', true), UNKNOWN],
    ['020', failed('validation'), UNKNOWN],
    ['083', UNKNOWN, UNKNOWN],
    ['777', UNKNOWN, UNKNOWN],
  ];

  it.each(ROWS)('maps the code %s of a payment and of a query', async (code, paid, asked) => {
    expect(await submit({ code, response_description: 'text' })).toMatchObject(paid);
    expect(await query({ code, response_description: 'text' })).toMatchObject(asked);
  });

  it('has a row above for every code that it knows', () => {
    const tested = new Set([...ROWS.map(([code]) => code), '000', '001', '019']);
    expect(Object.keys(VTPASS_CODES).filter((code) => !tested.has(code))).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['no code', {}],
    ['another purchase', { ...processed('delivered'), requestId: 'another' }],
    ['a failure beside a delivery', { ...processed('delivered'), code: '016' }],
    ['a processed purchase without a status', { code: '000' }],
  ])('does not know the outcome from %s', async (_name, body) => {
    expect(await submit(body)).toMatchObject({ status: 'unknown' });
    expect(await query(body)).toMatchObject({ status: 'unknown' });
  });

  it('does not know the outcome from a server error, a closed connection and silence', async () => {
    expect(await submit(processed('failed'), AIRTIME, 502)).toMatchObject({ status: 'unknown', cause: 'http_5xx' });
    server.answer = () => 'close';
    expect(await vtpass.submit(AIRTIME, signal)).toMatchObject({ status: 'unknown', cause: 'connection_lost' });
    expect(server.received).toHaveLength(2);
  });

  it.each([
    [{ code: '015' }, failed('suspected_duplicate')],
    [processed('failed'), failed('suspected_duplicate')],
    [processed('delivered'), { status: 'success' }],
    [{ code: '099' }, { status: 'pending' }],
  ])('asks once about a likely duplicate before it says that nothing was delivered', async (asked, expected) => {
    server.answer = ({ path }) => ({ body: path.endsWith('/pay') ? { code: '019' } : asked });
    expect(await vtpass.submit(AIRTIME, signal)).toMatchObject(expected);
    expect(server.received.map(({ path }) => path)).toEqual(['/api/pay', '/api/requery']);
  });

  const [SERIAL, PIN] = ['WRN182135587', '373820665258'];
  it.each<[string, object, object[]]>([
    [
      'one token',
      { token: '4216-1234-5678', purchased_code: 'Token : 4216 1234 5678' },
      [{ kind: 'token', value: '4216-1234-5678' }],
    ],
    ['a main token', { mainToken: '1234 5678 9012', purchased_code: '' }, [{ kind: 'token', value: '1234 5678 9012' }]],
    ['a sentence', { purchased_code: 'Token : 4216 1234 5678 9012 3456' }, [{ kind: 'token', value: '42161234567890123456' }]],
    [
      'a sentence with a serial',
      { purchased_code: `Serial No:${SERIAL}, pin: ${PIN}` },
      [{ kind: 'pin', value: PIN, serial: SERIAL }],
    ],
    [
      'tokens of a new key, as Ikeja Electric names them',
      {
        purchased_code: 'Token : 11112222333344445555',
        resetToken: '22223333444455556666',
        configureToken: '33334444555566667777',
        token: '11112222333344445555',
        units: '79.9 kWh',
      },
      [
        { kind: 'reset_token', value: '22223333444455556666' },
        { kind: 'configure_token', value: '33334444555566667777' },
        { kind: 'token', value: '11112222333344445555', units: '79.9 kWh' },
      ],
    ],
    [
      'a bonus, as Eko Electric names it',
      { mainToken: '11112222333344445555', mainTokenUnits: '16.7', bonusToken: '22223333444455556666', bonusTokenUnits: 50 },
      [
        { kind: 'token', value: '11112222333344445555', units: '16.7' },
        { kind: 'bonus_token', value: '22223333444455556666', units: '50' },
      ],
    ],
    [
      'no tokens',
      { token: '11112222333344445555', resetToken: null, configureToken: '', bonusToken: 'N/A' },
      [{ kind: 'token', value: '11112222333344445555' }],
    ],
    [
      'several cards',
      {
        purchased_code: `Serial No:A1, pin: 111122223333||Serial No:A2, pin: 444455556666`,
        cards: [
          { Serial: 'A1', Pin: '111122223333' },
          { Serial: 'A2', Pin: '444455556666' },
        ],
      },
      [
        { kind: 'pin', value: '111122223333', serial: 'A1' },
        { kind: 'pin', value: '444455556666', serial: 'A2' },
      ],
    ],
    [
      'several PINs of a sentence',
      { purchased_code: 'Serial No:A11, pin: 111122223333||Serial No:A22, pin: 444455556666' },
      [
        { kind: 'pin', value: '111122223333', serial: 'A11' },
        { kind: 'pin', value: '444455556666', serial: 'A22' },
      ],
    ],
    [
      'a token that the sentence has otherwise',
      { token: '4216-1234-5678', purchased_code: 'Token : 999999' },
      [{ kind: 'token', value: '4216-1234-5678' }],
    ],
    [
      'a card less than the sentence',
      {
        purchased_code: 'Serial No:A11, pin: 111122223333||Serial No:A22, pin: 444455556666',
        cards: [{ Serial: 'A11', Pin: '111122223333' }],
      },
      [
        { kind: 'pin', value: '111122223333', serial: 'A11' },
        { kind: 'pin', value: '444455556666', serial: 'A22' },
      ],
    ],
    [
      'a labelled bonus',
      { token: '11112222333344445555', bonusToken: 'Token : 22223333444455556666' },
      [
        { kind: 'token', value: '11112222333344445555' },
        { kind: 'bonus_token', value: '22223333444455556666' },
      ],
    ],
    ['a labelled PIN', { Pin: 'Pin : 6574128937', purchased_code: 'Pin : 6574128937' }, [{ kind: 'pin', value: '6574128937' }]],
    ['the price of a token, and none', { purchased_code: '', tokenValue: 15_000 }, []],
    ['a number that lost its last digits', { purchased_code: '', token: 2 ** 64 }, []],
    ['nothing', { purchased_code: '' }, []],
  ])('finds what was delivered in %s', async (_name, more, deliverables) => {
    expect(await submit(processed('delivered', more), POWER)).toMatchObject({ status: 'success', deliverables });
  });

  it('keeps numbers of customers and PINs out of the message', async () => {
    const { raw } = await submit({ code: '016', response_description: 'Meter 11111111111 refused, token 4216-1234-5678' });
    expect(raw.message).toBe('Meter …11 refused, token …78');
  });

  it.each([
    [
      'a meter',
      { code: '000', content: { Customer_Name: 'ADA', Can_Vend: 'yes', WrongBillersCode: false, Address: 'Lagos' } },
      { name: 'ADA', address: 'Lagos' },
    ],
    ['the wrong number', { code: '000', content: { Customer_Name: 'ADA', WrongBillersCode: true } }, undefined],
    ['a meter that cannot buy', { code: '000', content: { Customer_Name: 'ADA', Can_Vend: 'no' } }, undefined],
    ['nobody', { code: '000', content: { error: 'not found' } }, undefined],
    ['invalid arguments', { code: '011', content: {} }, undefined],
  ])('verifies %s', async (_name, body, expected) => {
    server.answer = () => ({ body });
    const verified = await vtpass.verifyCustomer({ paymentCode: 'ikeja-electric:prepaid', customerId: '1111111111111' }, signal);
    expect(verified && { name: verified.name, address: verified.address }).toEqual(expected);
    expect(server.received[0]).toMatchObject({
      path: '/api/merchant-verify',
      body: { billersCode: '1111111111111', serviceID: 'ikeja-electric', type: 'prepaid' },
    });
  });

  it('cannot verify while the biller is unreachable', async () => {
    server.answer = () => ({ body: { code: '030' } });
    await expect(vtpass.verifyCustomer({ paymentCode: 'dstv:x', customerId: '1212121212' }, signal)).rejects.toThrow('030');
  });

  it('lists categories, services and both spellings of variations with the public key', async () => {
    const CATALOGUE: Record<string, unknown> = {
      '/api/service-categories': {
        response_description: '000',
        content: ['airtime', 'data', 'electricity-bill'].map((identifier) => ({ identifier, name: identifier })),
      },
      '/api/services?identifier=airtime': {
        content: [
          { serviceID: 'etisalat', name: '9mobile', minimium_amount: '5', maximum_amount: 50_000, convinience_fee: '0 %' },
          { serviceID: 'foreign-airtime', name: 'x' },
        ],
      },
      '/api/services?identifier=data': {
        content: [{ serviceID: 'mtn-data', name: 'MTN Data', minimium_amount: '0', maximum_amount: '0', convinience_fee: 'N0' }],
      },
      '/api/services?identifier=electricity-bill': {
        content: [
          {
            serviceID: 'ikeja-electric',
            name: 'Ikeja',
            minimium_amount: '1000',
            maximum_amount: '100000',
            convinience_fee: 'N100',
          },
        ],
      },
      '/api/service-variations?serviceID=mtn-data': {
        content: { varations: [{ variation_code: 'mtn-1gb', name: '1 GB', variation_amount: '1850.00', fixedPrice: 'Yes' }] },
      },
      '/api/service-variations?serviceID=ikeja-electric': {
        content: { variations: [{ variation_code: 'prepaid', name: 'Prepaid', variation_amount: '0.00', fixedPrice: 'No' }] },
      },
    };
    server.answer = ({ path }) => ({ body: CATALOGUE[path] });
    const { categories, billers, items } = await vtpass.list(signal);
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(['airtime', 'data', 'electricity-bill']);
    expect(billers.map(({ billerId, networkId }) => [billerId, networkId])).toEqual([
      ['etisalat', 't2'],
      ['mtn-data', 'mtn'],
      ['ikeja-electric', ''],
    ]);
    expect(items).toMatchObject([
      {
        paymentCode: 'etisalat:airtime',
        kind: 'vtu',
        price: { fixed: false, minimumKobo: naira(5), maximumKobo: naira(50_000) },
        feeKobo: 0,
      },
      { paymentCode: 'mtn-data:mtn-1gb', kind: 'data', price: { fixed: true, amountKobo: naira(1_850) } },
      { paymentCode: 'ikeja-electric:prepaid', kind: 'bill', deliversPin: true, price: { fixed: false }, feeKobo: naira(100) },
    ]);
    expect(server.received.every(({ headers }) => headers['public-key'] === 'PK' && headers['secret-key'] === undefined)).toBe(
      true,
    );
  });

  it('reads the balance', async () => {
    server.answer = () => ({ body: { code: 1, contents: { balance: 1234.567 } } });
    expect(await vtpass.balance(signal)).toBe(123_456);
  });
});
