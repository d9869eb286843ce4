import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import { PurchaseSettings } from '../../../src/contexts/purchases/purchases.js';
import { AdvancePurchase } from '../../../src/contexts/purchases/advance-purchase.js';
import { Purchases } from '../../../src/contexts/purchases/purchases.js';
import { FEES_ACCOUNT, providerClearing } from '../../../src/ledger/index.js';
import { BACKENDS } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { outcomes, ScriptedProvider } from './fakes.js';
import { AIRTIME, customerEnding, ELECTRICITY, newKey, Shop } from './support.js';
import { changeRow } from '../../support/change-row.js';

const UNCHARGED = { charges: [], fee: 0, duty: 0, vat: 0, surcharge: 0 };
const SURCHARGE = { charges: [{ kind: 'surcharge', name: 'Surcharge', amount: 100 }], surcharge: 100 };

describe.each(BACKENDS)('purchases on %s', (backend) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await Shop.open(backend);
  });
  afterAll(() => shop.service.close());

  it('delivers airtime at once and shows the purchase', async () => {
    const user = await shop.customer();
    const { status, body } = await shop.buyAirtime(user, { phone: '\u200e+234\u00a0803 123\u200b4567' });

    expect([status, body.DATA]).toEqual([
      200,
      { orderId: expect.any(String), status: 'completed', ...UNCHARGED, total: 500, COMMENT: 'Your purchase was successful' },
    ]);
    expect(await shop.balance(user)).toBe(9_500);
    const purchase = await shop.purchase(user, body.DATA.orderId);
    expect(purchase).toEqual({
      marker: body.DATA.orderId,
      userid: user.userid,
      tx_type: 'airtime',
      tx_amount: '500.00',
      ...UNCHARGED,
      total: 500,
      tx_reference: expect.stringMatching(/^SBX[0-9A-Z]{26}$/),
      payment_code: 'mtn-airtime:vtu',
      customer_id: '08031234567',
      customer_email: user.email,
      customer_mobile: '08031234567',
      itemId: 'mtn-airtime-vtu',
      billerId: 'mtn-airtime',
      categoryTag: 'airtime',
      biller_name: 'MTN Airtime',
      biller_item: 'Airtime Top-up',
      response_code: '90000',
      response_message: 'Successful',
      recharge_pin: '',
      misc_data: '{"itemFee":"0.00","surcharge":"0.00","product":"Airtime Top-up","deliverables":[]}',
      status: 'completed',
      recorded: expect.stringMatching(/^[0-9]{13}$/),
    });
    const [entry] = (await shop.service.client.get('user_wallet_history', { as: user, query: { rqtp: 'all' } })).body.DATA;
    expect(entry).toMatchObject({
      amount: -500,
      balance: 9_500,
      pxtype: 'debit',
      pxnote: 'MTN Airtime, Airtime Top-up, 08031234567',
    });
  });

  it('charges fee and surcharge, and stores them with the commission', async () => {
    const user = await shop.customer();
    const fees = await shop.accountKobo(FEES_ACCOUNT);
    const owed = await shop.accountKobo(providerClearing('sandbox'));
    const before = await shop.biller(user, 'ikeja-electric');
    const postpaid = { paymentCode: 'ikeja-electric:postpaid', itemId: 'ikeja-electric-postpaid', amount: 3_000.5 };
    expect((await shop.payBill(user, postpaid)).status).toBe(200);

    // 3,000.50 and a fee of 50 and a surcharge of 100; 1.5 percent of 3,000.50 is 45.00.
    expect(await shop.balance(user)).toBe(6_849.5);
    expect((await shop.accountKobo(FEES_ACCOUNT)) - fees).toBe(19_500);
    expect((await shop.accountKobo(providerClearing('sandbox'))) - owed).toBe(295_550);
    const after = await shop.biller(user, 'ikeja-electric');
    const grown = (name: string) => Number(after[name]) - Number(before[name]);
    expect([grown('transactions'), grown('tradeVolume'), grown('tradeRevenue')]).toEqual([1, 3_000.5, 195]);
  });

  it('shows an electricity token to its owner only in full requests, and stores it encrypted', async () => {
    const user = await shop.customer();
    const { orderId } = (await shop.payBill(user)).body.DATA;
    const token = (await shop.purchase(user, orderId))['recharge_pin']!;

    expect(token).toMatch(/^[0-9]{20}$/);
    expect((await shop.fetch(user, 'user_full', user.userid)).body.DATA[0].recharge_pin).toBe(token);
    expect((await shop.fetch(user, 'user', user.userid)).body.DATA[0]).toMatchObject({ recharge_pin: '', misc_data: '' });
    const [row] = await shop.rows<{ sealed_deliverables: string }>('SELECT * FROM purchase WHERE id = ?', orderId);
    expect(row!.sealed_deliverables).toMatch(/^v2\./);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('shows all that was delivered in the provider’s order, and its first token as recharge PIN', async () => {
    const user = await shop.customer();
    const { orderId } = (await shop.payBill(user, { customerId: customerEnding('0008') })).body.DATA;
    const { recharge_pin: pin, misc_data: details } = await shop.purchase(user, orderId);
    const { deliverables, ...others } = JSON.parse(details!) as { deliverables: Record<string, string>[] };
    expect(deliverables.map(({ kind, units }) => [kind, units])).toEqual([
      ['reset_token', ''],
      ['configure_token', ''],
      ['token', '8.88'],
      ['bonus_token', '5.00'],
    ]);
    expect(new Set(deliverables.map(({ value }) => value)).size).toBe(4);
    expect(pin).toBe(deliverables[2]!['value']);
    expect(others).toMatchObject({ itemFee: '0.00', surcharge: '100.00', units: '8.88', tariff: 'R2 Single Phase' });
    const [listed] = (await shop.fetch(user, 'user_full', user.userid)).body.DATA as { misc_data: string }[];
    expect(JSON.parse(listed!.misc_data)).toMatchObject({ deliverables });
  });

  it('sells a recharge PIN, and is not complete without the PIN', async () => {
    const user = await shop.customer();
    const { orderId } = (
      await shop.buyAirtime(user, { rechargeType: 'epin', provider: 'etisalat', billerId: 't2-airtime', amount: 200 })
    ).body.DATA;

    const purchase = await shop.purchase(user, orderId);
    expect(purchase).toMatchObject({
      itemId: 't2-airtime-epin-200',
      status: 'completed',
      recharge_pin: expect.stringMatching(/^[0-9]{16}$/),
    });
    expect(JSON.parse(purchase['misc_data']!)).toMatchObject({ serial: expect.stringMatching(/^[0-9]{12}$/) });
  });

  it('repeats an answer with its fields', async () => {
    const user = await shop.customer();
    const buy = () => shop.payBill(user, {}, { idempotencyKey: 'the-first-key' });
    const first = await buy();
    expect(first.body.DATA).toMatchObject({ status: 'completed', fee: 0, ...SURCHARGE, total: 2_100 });
    expect((await buy()).body).toEqual(first.body);
    expect(await shop.balance(user)).toBe(7_900);
  });

  it('completes a pending purchase after one query', async () => {
    const user = await shop.customer();
    const phone = customerEnding('0001');
    const { body } = await shop.buyAirtime(user, { phone });
    expect(body.DATA).toMatchObject({ status: 'pending', fee: 0, total: 500, COMMENT: 'Your purchase is being processed' });
    expect([await shop.balance(user), (await shop.purchase(user, body.DATA.orderId))['status']]).toEqual([9_500, 'pending']);

    await shop.becomes(user, body.DATA.orderId, 'completed');
    expect(await shop.balance(user)).toBe(9_500);
    expect(await shop.sandboxOrders(phone)).toMatchObject([{ deliveries: 1, state: 'delivered' }]);
  });

  it('refunds a definite failure in full, once', async () => {
    const user = await shop.customer();
    const customerId = customerEnding('0002');
    const { status, body } = await shop.payBill(user, { customerId });

    expect([status, body.DATA]).toMatchObject([
      200,
      {
        status: 'failed',
        ...SURCHARGE,
        total: 2_100,
        COMMENT: 'Your purchase could not be completed and your money was returned',
      },
    ]);
    expect(await shop.balance(user)).toBe(10_000);
    expect(await shop.purchase(user, body.DATA.orderId)).toMatchObject({
      status: 'failed',
      response_code: '90020',
      recharge_pin: '',
    });
    const history = (await shop.service.client.get('user_wallet_history', { as: user, query: { rqtp: 'all' } })).body.DATA as {
      amount: number;
    }[];
    expect(history.map(({ amount }) => amount)).toEqual([2_100, -2_100, 10_000]);
  });

  it.each([
    ['0003', 'completed', 9_500, 1],
    ['0004', 'failed', 10_000, 0],
  ])("answers in time without the provider's answer (%s), and settles as %s later", async (ending, end, balance, deliveries) => {
    const user = await shop.customer();
    const phone = customerEnding(ending);
    // Decided after the answer, however slow the machine is.
    const [times, settings] = [shop.service.app.get(SandboxTimes), shop.service.app.get(PurchaseSettings)];
    const [{ decidesAfterMs }, { answerWithinMs }] = [times, settings];
    Object.assign(times, { decidesAfterMs: 2_000 });
    Object.assign(settings, { answerWithinMs: 300 });
    const { body } = await shop.buyAirtime(user, { phone });
    Object.assign(times, { decidesAfterMs });
    Object.assign(settings, { answerWithinMs });
    expect(body.DATA.COMMENT).toBe('Your purchase is being processed');
    expect(await shop.balance(user)).toBe(9_500);

    await shop.becomes(user, body.DATA.orderId, end);
    expect(await shop.balance(user)).toBe(balance);
    expect(await shop.sandboxOrders(phone)).toMatchObject([{ deliveries }]);
  });

  it('refunds a reversed delivery once, and corrects the counters', async () => {
    const user = await shop.customer();
    const fees = await shop.accountKobo(FEES_ACCOUNT);
    const owed = await shop.accountKobo(providerClearing('sandbox'));
    const { body } = await shop.payBill(user, { customerId: customerEnding('0005') });
    expect(body.DATA.COMMENT).toBe('Your purchase was successful');
    expect(await shop.balance(user)).toBe(7_900);

    await shop.becomes(user, body.DATA.orderId, 'reversed');
    // Several looks at the list of reversals later, it is still given back once.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await shop.balance(user)).toBe(10_000);
    expect(await shop.accountKobo(FEES_ACCOUNT)).toBe(fees);
    expect(await shop.accountKobo(providerClearing('sandbox'))).toBe(owed);
    const profile = (await shop.service.client.get('user_profile_get_info', { as: user })).body.DATA;
    expect(profile).toMatchObject({ tradeVolume: 0, tradeCounts: 0, rewardPoint: 0 });
  });

  it('repeats the first answer', async () => {
    const user = await shop.customer();
    const idempotencyKey = newKey();
    const phone = customerEnding('7777');
    const storm = await Promise.all(Array.from({ length: 8 }, () => shop.buyAirtime(user, { phone }, { idempotencyKey })));
    const answered = storm.filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ body }) => body.DATA.orderId)).size).toBe(1);
    for (const { status, body } of storm)
      expect([200, 409]).toContain(status === 409 && body.ERRORS.ID !== 'idempotency_in_progress' ? 0 : status);

    const again = await shop.buyAirtime(user, { phone }, { idempotencyKey });
    expect([again.body.DATA, again.headers.get('idempotency-replayed')]).toEqual([answered[0]!.body.DATA, 'true']);
    expect(await shop.balance(user)).toBe(9_500);
    expect(await shop.sandboxOrders(phone)).toMatchObject([{ deliveries: 1 }]);
    const other = await shop.buyAirtime(user, { phone, amount: 600 }, { idempotencyKey });
    expect([other.status, other.body.ERRORS.ID]).toEqual([422, 'idempotency_mismatch']);
  });

  it('refuses insufficient funds, and repeats the refusal', async () => {
    const user = await shop.customer(2_099);
    const idempotencyKey = newKey();
    const first = await shop.payBill(user, {}, { idempotencyKey });
    expect([first.status, first.body.ERRORS.CODE, first.body.ERRORS.DETAILS]).toEqual([
      400,
      400,
      expect.stringMatching(/^Insufficient funds \(₦[\d,.]+ is needed, ₦[\d,.]+ is there\) \(/),
    ]);
    const again = await shop.payBill(user, {}, { idempotencyKey });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([400, 'true']);
    expect((await shop.fetch(user, 'user', user.userid)).status).toBe(404);
  });

  it.each([
    [{ amount: undefined }, 'amount_required'],
    [{ amount: 0 }, 'amount_invalid'],
    [{ customerId: undefined }, 'customer_id_required'],
    [{ paymentCode: undefined }, 'paymentCode_required'],
    [{ category: 'nothing' }, 'category_invalid'],
    [{ category: 'airtime' }, 'billerId_invalid'],
    [{ billerId: 'nobody' }, 'billerId_invalid'],
    [{ itemId: 'eko-electric-prepaid' }, 'itemId_invalid'],
    [{ paymentCode: 'ikeja-electric:postpaid' }, 'paymentCode_invalid'],
    [{ amount: 499.99 }, 'amount_minimum'],
    [{ amount: 500_000.01 }, 'amount_maximum'],
    [{ customerMobile: '12345' }, 'customerMobile_invalid'],
  ])('refuses a bill with %o as %s', async (body, id) => {
    const user = await shop.customer(0);
    const answer = await shop.payBill(user, body);
    expect([answer.status, answer.body.ERRORS.CODE, answer.body.ERRORS.ID]).toEqual([400, 400, id]);
  });

  it.each([
    [{ phone: '0803123456' }, 'phone_invalid'],
    [{ phone: '0800 123 4567' }, 'phone_invalid'],
    [{ provider: 'glo' }, 'provider_invalid'],
    [{ provider: undefined }, 'provider_required'],
    [{ rechargeType: 'fax' }, 'rechargeType_invalid'],
    [{ rechargeType: 'epin', amount: 150 }, 'amount_mismatch'],
    [{ itemId: 'mtn-airtime-epin-500', rechargeType: 'vtu' }, 'rechargeType_invalid'],
    [{ amount: 49 }, 'amount_minimum'],
  ])('refuses airtime with %o as %s', async (body, id) => {
    const user = await shop.customer(0);
    const answer = await shop.buyAirtime(user, body);
    expect([answer.status, answer.body.ERRORS.CODE, answer.body.ERRORS.ID]).toEqual([400, 400, id]);
  });

  it('refuses test accounts', async () => {
    const user = await shop.service.register();
    await changeRow(shop.service.app, 'user_account', user.userid, { is_test: 1 });
    const credentials = { emal: user.email, pswd: user.password, dvty: 'Web', dsnm: 'another' };
    const session = { ...user, ...(await shop.service.client.post('user_profile_login', { body: credentials })).body.DATA };
    for (const answer of [await shop.buyAirtime(session), await shop.payBill(session)]) {
      expect(answer.body.ERRORS).toMatchObject({
        CODE: 400,
        DETAILS: expect.stringMatching(/^Oops, this operation is not available for test accounts/),
      });
    }
  });

  it('shows purchases to their owner only, page by page', async () => {
    const user = await shop.customer();
    const stranger = await shop.customer();
    for (let count = 0; count < 5; count++) await shop.buyAirtime(user, { amount: 50 + count });

    const first = (await shop.fetch(user, 'user', user.userid, { pnum: 2 })).body.DATA as Record<string, string>[];
    const second = (await shop.fetch(user, 'user', user.userid, { pnum: 10, page: first.at(-1)!['recorded']! })).body
      .DATA as Record<string, string>[];
    expect([...first, ...second].map((purchase) => purchase['tx_amount'])).toEqual(['54.00', '53.00', '52.00', '51.00', '50.00']);
    for (const [type, value] of [
      ['user', user.userid],
      ['user_full', user.userid],
      ['mk', first[0]!['marker']!],
    ] as const) {
      const answer = await shop.fetch(stranger, type, value);
      expect([answer.status, answer.body.ERRORS.CODE]).toEqual([404, 404]);
    }
  });

  it('completes a purchase whose process crashed before the provider call', async () => {
    const user = await shop.customer();
    const phone = customerEnding('8888');
    const idempotencyKey = newKey();
    const restore = shop.unplugProvider();
    const cut = await shop.buyAirtime(user, { phone }, { idempotencyKey });
    restore();
    expect(cut.body.DATA.COMMENT).toBe('Your purchase is being processed');

    await shop.becomes(user, cut.body.DATA.orderId, 'completed');
    expect(await shop.sandboxOrders(phone)).toMatchObject([{ deliveries: 1 }]);
    expect(await shop.balance(user)).toBe(9_500);
  });

  it('answers the current state when another process refunded it before failover', async () => {
    const user = await shop.customer();
    const advance = shop.service.app.get(AdvancePurchase);
    const purchases = shop.service.app.get(Purchases);
    const { sandbox, remove } = await shop.addProvider(new ScriptedProvider('second', []));
    vi.spyOn(sandbox, 'query').mockResolvedValueOnce(outcomes.refused);
    vi.spyOn(sandbox, 'submit').mockImplementationOnce(async ({ reference }) => {
      await advance.query((await purchases.findByReference('sandbox', reference))!);
      return outcomes.notSent;
    });
    const { status, body } = await shop.buyAirtime(user);
    remove();
    expect([status, body.DATA.COMMENT]).toEqual([200, 'Your purchase could not be completed and your money was returned']);
    expect(await shop.balance(user)).toBe(10_000);
    const attempts = 'SELECT a.provider, p.status FROM purchase_attempt a JOIN purchase p ON p.id = a.purchase_id WHERE p.id = ?';
    expect(await shop.rows(attempts, body.DATA.orderId)).toEqual([{ provider: 'sandbox', status: 'failed' }]);
  });

  it.each<[string, (reference: string) => string]>([
    ['a trailing space', (reference) => `${reference} `],
    ['case', (reference) => reference.toLowerCase()],
  ])('finds no purchase by a reference that differs by %s', async (_, changed) => {
    const user = await shop.customer();
    const reference = (await shop.purchase(user, (await shop.buyAirtime(user)).body.DATA.orderId))['tx_reference']!;
    const purchases = shop.service.app.get(Purchases);
    expect((await purchases.findByReference('sandbox', reference))?.attempt.reference).toBe(reference);
    expect(await purchases.findByReference('sandbox', changed(reference))).toBeUndefined();
  });

  it("pays the referrer's bonus once, for the first purchase that is large enough", async () => {
    const referrer = await shop.customer(0);
    const { referralCode } = (await shop.service.client.get('user_profile_get_info', { as: referrer })).body.DATA;
    const buyer = await shop.customer(10_000, { refx: referralCode });
    await shop.buyAirtime(buyer, { amount: 999 });
    await shop.buyAirtime(buyer, { amount: 1_000 });
    await shop.buyAirtime(buyer, { amount: 2_000 });

    await until(async () => (await shop.balance(referrer)) === 100);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await shop.balance(referrer)).toBe(100);
    const figures = (await shop.service.client.get('user_profile_get_info', { as: referrer })).body.DATA;
    expect(figures).toMatchObject({ referralBonus: 100, rewardTotal: 100 });
    const own = (await shop.service.client.get('user_profile_get_info', { as: buyer })).body.DATA;
    expect(own).toMatchObject({ tradeCounts: 3, tradeVolume: 3_999, rewardPoint: 39, rewardValue: 3.9, rewardTotal: 3.9 });
  });

  it('verifies a customer, and uses name and address in a payment', async () => {
    const user = await shop.customer();
    const verify = (pcode: string, ctmid: string) =>
      shop.service.client.post('service_customer_verify', { as: user, body: { pcode, ctmid } });
    const { body } = await verify(ELECTRICITY.paymentCode, ELECTRICITY.customerId);
    expect(body.DATA).toEqual({
      status: 'SUCCESSFUL',
      responseCode: '90000',
      responseDescription: 'Customer verified',
      customerId: ELECTRICITY.customerId,
      customerName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      customerAddress: expect.stringMatching(/^[0-9]+ .+, .+$/),
      customerEmail: '',
      customerMobile: '',
      dueDate: '',
      amount: 0,
      exchangeReference: expect.stringMatching(/^[0-9]{12}$/),
      miscData: { 'Meter Number': ELECTRICITY.customerId, product: 'IKEDC Prepaid' },
    });
    const paid = await shop.payBill(user);
    const { customerName, customerAddress } = body.DATA;
    expect(JSON.parse((await shop.purchase(user, paid.body.DATA.orderId))['misc_data']!)).toMatchObject({
      customerName,
      customerAddress,
    });

    for (const [pcode, ctmid, id, words] of [
      [ELECTRICITY.paymentCode, customerEnding('0006'), 'unknown_customer', ''],
      ['nobody:nothing', '45031234567', 'unknown_customer', ''],
      [ELECTRICITY.paymentCode, '123', 'customerId_invalid', '. The meter number must have 10 to 13 digits and nothing else'],
      [ELECTRICITY.paymentCode, '45031234567890', 'customerId_invalid', '. The meter number'],
      [ELECTRICITY.paymentCode, '4503123456A', 'customerId_invalid', '. The meter number'],
      ['dstv:padi', '703123456', 'customerId_invalid', '. The smartcard number must have 10 to 11 digits'],
      ['dstv:padi', '703123456789', 'customerId_invalid', '. The smartcard number'],
      ['mtn-airtime:vtu', '0803123456', 'customerId_invalid', '. The phone number must be a Nigerian mobile number'],
      ['mtn-airtime:vtu', '06031234567', 'customerId_invalid', '. The phone number'],
      ['bet9ja:wallet', '12', 'customerId_invalid', '. The user ID must have 4 to 20 characters'],
    ] as const) {
      const unknown = await verify(pcode, ctmid);
      const { CODE, ID, DETAILS } = unknown.body.ERRORS;
      expect([ctmid, unknown.status, CODE, ID]).toEqual([ctmid, 404, 404, id]);
      expect(DETAILS).toContain(`Unable to verify customer ID${words}`);
    }
    for (const [pcode, ctmid] of [
      [ELECTRICITY.paymentCode, '4503123456'],
      [ELECTRICITY.paymentCode, '4503123456789'],
      ['dstv:padi', '7031234567'],
      ['startimes:basic', '70312345678'],
      ['mtn-airtime:vtu', '+2348031234567'],
    ] as const)
      expect([ctmid, (await verify(pcode, ctmid)).status]).toEqual([ctmid, 200]);
    expect((await verify('', 'x')).body.ERRORS.ID).toBe('pcode_required');
  });

  it('refuses a number that no customer can have, before the debit and at every door', async () => {
    const user = await shop.customer();
    const dstv = { itemId: 'dstv-padi', paymentCode: 'dstv:padi', billerId: 'dstv', category: 'cabletv', amount: 4_400 };
    const bet = { itemId: 'bet9ja-wallet', paymentCode: 'bet9ja:wallet', billerId: 'bet9ja', category: 'betting', amount: 500 };
    for (const [order, customerId, words] of [
      [{}, '7', 'The meter number must have 10 to 13 digits and nothing else'],
      [{}, 'abc', 'The meter number must have 10 to 13 digits and nothing else'],
      [{}, '<b>', 'The meter number must have 10 to 13 digits and nothing else'],
      [{}, '123', 'The meter number must have 10 to 13 digits and nothing else'],
      [dstv, '70312345', 'The smartcard number must have 10 to 11 digits and nothing else'],
      [bet, 'ada 99', 'The user ID must have letters and digits only'],
    ] as const) {
      const body = { ...ELECTRICITY, ...order, customerId };
      const quote = shop.service.client.get('service_quote_fetch', { as: user, query: body });
      for (const answer of [await shop.payBill(user, body), await quote]) {
        expect([answer.status, answer.body.ERRORS?.ID]).toEqual([400, 'customerId_invalid']);
        expect(answer.body.ERRORS.DETAILS).toContain(words);
      }
    }
    const { itemId, billerId } = ELECTRICITY;
    const payee = { kind: 'customer', label: 'Home', itemId, billerId, customerId: '123' };
    const saved = await shop.service.client.post('user_payee_create', { as: user, body: payee });
    expect(saved.body.ERRORS?.ID).toBe('customerId_invalid');
    expect(await shop.balance(user)).toBe(10_000);
  });

  it('needs no more than the item, its customer and the amount, or all of it', async () => {
    const user = await shop.customer();
    const post = (action: string, body: object) => shop.service.client.post(action, { as: user, body });
    const { amount, customerId, itemId } = ELECTRICITY;
    const bill = { amount, customerId, itemId };
    const paid = await post('service_bill_payment', bill);
    expect(await shop.purchase(user, paid.body.DATA.orderId)).toMatchObject({
      payment_code: ELECTRICITY.paymentCode,
      billerId: ELECTRICITY.billerId,
      categoryTag: 'electricity',
    });
    expect((await shop.service.client.get('service_quote_fetch', { as: user, query: bill })).body.DATA.total).toBe(2_100);
    const pin = await post('service_airtime_purchase', { amount: 500, phone: AIRTIME.phone, itemId: 'mtn-airtime-epin-500' });
    expect((await shop.purchase(user, pin.body.DATA.orderId))['recharge_pin']).toMatch(/^[0-9]{16}$/);
    for (const [action, body, id] of [
      ['service_bill_payment', { ...bill, paymentCode: ELECTRICITY.paymentCode }, 'billerId_required'],
      ['service_bill_payment', { amount, customerId }, 'paymentCode_required'],
      ['service_bill_payment', { ...ELECTRICITY, category: 'airtime' }, 'billerId_invalid'],
      ['service_airtime_purchase', { amount: 500, phone: AIRTIME.phone }, 'provider_required'],
      ['service_airtime_purchase', { ...AIRTIME, itemId: 'mtn-airtime-epin-500', rechargeType: 'vtu' }, 'rechargeType_invalid'],
    ] as const)
      expect([id, (await post(action, body)).body.ERRORS?.ID]).toEqual([id, id]);
  });

  it('tells a second tap from a second order', async () => {
    const user = await shop.customer();
    const once = { again: undefined };
    const tapped = await Promise.all([1, 2, 3, 4].map(() => shop.payBill(user, once)));
    expect(tapped.map(({ status, body }) => String(body.ERRORS?.ID ?? status)).toSorted()).toEqual([
      '200',
      'payment_repeated',
      'payment_repeated',
      'payment_repeated',
    ]);
    expect(await shop.balance(user)).toBe(7_900);
    for (const other of [{ amount: 1_000 }, { customerId: customerEnding('1234') }, { again: true }])
      expect((await shop.payBill(user, { ...once, ...other })).status).toBe(200);
    const phone = customerEnding('0002');
    expect((await shop.buyAirtime(user, { ...once, phone })).body.DATA.status).toBe('failed');
    const key = newKey();
    const first = await shop.buyAirtime(user, { ...once, phone }, { idempotencyKey: key });
    expect((await shop.buyAirtime(user, { ...once, phone }, { idempotencyKey: key })).body.DATA).toEqual(first.body.DATA);
    const [good, later] = [await shop.buyAirtime(user, once), await shop.buyAirtime(user, once)];
    expect([good.status, later.status, later.body.ERRORS?.ID]).toEqual([200, 409, 'payment_repeated']);
  });

  it('lists the catalogue in the documented ways', async () => {
    const user = await shop.service.register();
    const list = (action: string, query: Readonly<Record<string, string>>) =>
      shop.service.client.get(action, { as: user, query });
    const billers = (await list('service_biller_fetch', { rqtp: 'all' })).body.DATA as Record<string, string>[];
    const items = (await list('service_biller_item_fetch', { rqtp: 'all' })).body.DATA as Record<string, string>[];
    expect([billers.length >= 25, items.length >= 100]).toEqual([true, true]);
    const names = async (action: string, query: Readonly<Record<string, string>>, name: string) =>
      ((await list(action, query)).body.DATA as Record<string, string>[]).map((entry) => entry[name]);

    expect(await names('service_biller_fetch', { rqtp: 'owner', rqvl: 'cabletv' }, 'billerId')).toEqual([
      'dstv',
      'gotv',
      'startimes',
      'showmax',
    ]);
    expect(await names('service_biller_fetch', { rqtp: 'transaction', rqvl: 'DSTV' }, 'billerId')).toEqual(['dstv']);
    expect(await names('service_biller_fetch', { rqtp: 'mk', rqvl: billers[3]!['marker']! }, 'billerId')).toEqual([
      billers[3]!['billerId'],
    ]);
    expect(await names('service_biller_item_fetch', { rqtp: 'owner', rqvl: 'waec' }, 'itemName')).toEqual([
      'WAEC Result Checker PIN',
      'WAEC Private Registration PIN',
    ]);
    expect(await names('service_biller_item_fetch', { rqtp: 'code', rqvl: 'padi' }, 'itemId')).toEqual(['dstv-padi']);
    expect(await names('service_biller_item_fetch', { rqtp: 'mk', rqvl: 'dstv-padi' }, 'itemAmount')).toEqual([4_400]);
    expect(await names('service_biller_item_fetch', { rqtp: 'mk', rqvl: items[7]!['marker']! }, 'itemId')).toEqual([
      items[7]!['itemId'],
    ]);
    for (const action of ['service_biller_fetch', 'service_biller_item_fetch']) {
      const nothing = await list(action, { rqtp: 'owner', rqvl: 'nothing' });
      expect([nothing.status, nothing.body.ERRORS.CODE]).toEqual([404, 404]);
      expect((await list(action, { rqtp: 'owner' })).status).toBe(404);
      expect((await list(action, {})).body.ERRORS).toMatchObject({ CODE: 400, ID: 'rqtp_required' });
      expect((await list(action, { rqtp: 'colour' })).body.ERRORS).toMatchObject({
        CODE: 400,
        DETAILS: expect.stringMatching(/^Unsupported request type/),
      });
    }
    expect(billers.find((biller) => biller['billerId'] === AIRTIME.billerId)).toMatchObject({
      categoryName: 'Airtime',
      networkId: 'mtn',
      productCount: 5,
    });
  });
});
