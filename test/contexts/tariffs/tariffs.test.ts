import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalogue } from '../../../src/contexts/catalogue/catalogue.js';
import { CreditPayment } from '../../../src/contexts/deposits/credits.js';
import { Tariffs } from '../../../src/contexts/tariffs/index.js';
import { readTariffs } from '../../../src/contexts/tariffs/read-tariffs.js';
import { AdvancePurchase } from '../../../src/contexts/purchases/advance-purchase.js';
import { Purchases } from '../../../src/contexts/purchases/purchases.js';
import { Ledger, VerifyLedger } from '../../../src/ledger/index.js';
import { readCharges } from '../../../src/kernel/charges.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { SandboxOutcomes } from '../../../src/sandbox/sandbox-outcomes.js';
import { naira } from '../../../src/kernel/money.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { movement, request } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { AIRTIME, ELECTRICITY } from '../purchases/support.js';
import { makeOlder } from './older-account.js';
import { verifyNumber } from '../identity/verify-number.js';
import { failed, StaffFixture } from '../staff/staff-fixture.js';

const BANDS = [
  { amount: 1_000, fee: 10 },
  { amount: 5_000, fee: 25.5 },
];
const shownBand = ({ amount, fee }: (typeof BANDS)[number]) => ({
  from: amount,
  amount,
  fee,
  percent: '',
  minimum: '',
  maximum: '',
});
const REFUSED_PHONE = '08031230002';

describe.each(ONE_BACKEND)('tariffs and limits on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend, { LIMITS: 'nigeria-2023' });
    await add({ id: 'fee-2020', kind: 'transfer_fee', name: 'Fee', from: '2020-01-01', bands: BANDS });
    const catalogue = staffApp.service.app.get(Catalogue, { strict: false });
    // Read after the start.
    await until(async () => (await catalogue.current()).activeItems.length > 0);
  });
  afterAll(() => staffApp.close());

  const ledger = () => staffApp.service.app.get(Ledger, { strict: false });
  const send = (from: TestUser, to: TestUser, amount: number) =>
    staffApp.post('user_transfer_create', from, { email: to.email, amount });
  const quote = async (from: TestUser, to: TestUser, amount: number) =>
    (await staffApp.get('user_transfer_quote', from, { email: to.email, amount })).body.DATA;
  const chargesOf = async (transferId: string) => {
    const [row] = await staffApp.rows<{ charges: string | null }>('SELECT charges FROM transfer WHERE id = ?', transferId);
    return readCharges(row!.charges);
  };
  const remaining = async (user: TestUser) => {
    const { amount, billerId, category } = AIRTIME;
    const answer = await staffApp.get('service_quote_fetch', user, { amount, billerId, category });
    return (answer.body.DATA.limits as { limit: string; remaining: number }[]).find(({ limit }) => limit === 'daily')!.remaining;
  };
  /** As another process does with an approved proposal. */
  async function add(...entries: readonly object[]): Promise<void> {
    const tariffs = staffApp.service.app.get(Tariffs, { strict: false });
    const inserts = readTariffs(JSON.stringify(entries)).map((tariff) => tariffs.toRow(tariff));
    await ledger().commit({ idempotencyKey: request(), inserts, response: 'done' });
    staffApp.clock.time += 10_000;
  }
  const balanceOf = async (user: TestUser) => (await staffApp.get('user_wallet_get_info', user)).body.DATA.balance as number;

  async function userWith(balanceNaira: number): Promise<TestUser> {
    const user = await staffApp.service.register();
    await makeOlder(staffApp.service, user.userid, staffApp.clock.now());
    await verify(user, 'bvn');
    if (balanceNaira > 0) await ledger().commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }
  const verify = (user: TestUser, type: 'bvn' | 'nin') =>
    verifyNumber(staffApp.service.client, user, type, Math.floor(staffApp.clock.now() / 1000));

  it('quote what is then charged, and keep the tariff with the transfer', async () => {
    const [ada, obi] = [await userWith(40_000), await userWith(0)];
    for (const amount of [50, 99.99, 999.99, 1_000, 1_234.56, 4_999.99, 5_000, 12_345.67]) {
      const { fee, duty, surcharge, total } = await quote(ada, obi, amount);
      const before = await balanceOf(ada);
      const { body } = await send(ada, obi, amount);
      expect([duty, surcharge, total]).toEqual([0, 0, Math.round((amount + fee) * 100) / 100]);
      expect(Math.round((before - (await balanceOf(ada))) * 100)).toBe(Math.round(total * 100));
      const kept = fee === 0 ? [] : [{ kind: 'transfer_fee', amountKobo: fee * 100, tariffId: 'fee-2020' }];
      expect(await chargesOf(body.DATA.transact as string)).toMatchObject(kept);
    }
    expect(failed(await staffApp.get('user_transfer_quote', ada, { email: ada.email, amount: 50 }))).toMatchObject({
      id: 'transfer_to_self',
    });
  });

  it('show with each item what a purchase of it is charged, by tariff where there is one', async () => {
    const user = await userWith(0);
    const itemOf = async (billerId: string) => {
      const { body } = await staffApp.get('service_biller_item_fetch', user, { rqtp: 'owner', rqvl: billerId });
      return (body.DATA as { itemId: string; surcharge: number; itemAmount: number; minimumAmount: string }[])[0]!;
    };
    const { minimumAmount, surcharge } = await itemOf(ELECTRICITY.billerId);
    const { body: quoted } = await staffApp.get('service_quote_fetch', user, { ...ELECTRICITY, amount: Number(minimumAmount) });
    expect([surcharge, quoted.DATA.surcharge]).toEqual([100, 100]);
    const { itemId: subject, itemAmount } = await itemOf('gotv');
    await add({
      id: 'item-list',
      kind: 'surcharge',
      subject,
      name: 'Service',
      from: '2020-01-01',
      bands: [{ from: 0, percent: 1, fee: 5 }],
    });
    expect((await itemOf('gotv')).surcharge).toBe(itemAmount / 100 + 5);
  });

  it('quote purchases as they are charged', async () => {
    const user = await userWith(40_000);
    const bills = [1_000, 2_500, 1_234.5, 9_000].map((amount) => ({ ...ELECTRICITY, amount }));
    for (const [action, body] of [
      ['service_airtime_purchase', { ...AIRTIME, amount: 777 }] as const,
      ['service_airtime_purchase', { ...AIRTIME, amount: 200, rechargeType: 'epin' }] as const,
      ...bills.map((bill) => ['service_bill_payment', bill] as const),
    ]) {
      const { body: quoted } = await staffApp.get('service_quote_fetch', user, body);
      const { body: bought } = await staffApp.post(action, user, body);
      expect(quoted.REQUEST.STATUS, JSON.stringify(quoted)).toBe('OK');
      const { fee, surcharge, total } = quoted.DATA as Record<string, number>;
      expect(bought.DATA).toMatchObject({ fee, surcharge, total });
    }
  });

  it.each([
    [AIRTIME, { provider: 'nobody' }, 'provider_invalid'],
    [AIRTIME, { phone: '12' }, 'phone_invalid'],
    [AIRTIME, { paymentCode: 'other' }, 'paymentCode_invalid'],
    [AIRTIME, { phone: undefined, customerId: '0000' }, 'customerId_invalid'],
    [ELECTRICITY, { paymentCode: 'other' }, 'paymentCode_invalid'],
    [ELECTRICITY, { provider: 'MTN' }, 'provider_invalid'],
  ])('quote %o only as it can be bought: %o', async (purchase, wrong, id) => {
    const query = JSON.parse(JSON.stringify({ ...purchase, ...wrong })) as Record<string, string>;
    expect(failed(await staffApp.get('service_quote_fetch', await userWith(0), query))).toMatchObject({ status: 400, id });
  });

  it('never let payments at once exceed the daily limit, and name it', async () => {
    const [ada, obi] = [await userWith(100_000), await userWith(0)];
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => send(ada, obi, 990)),
      ...Array.from({ length: 40 }, () => staffApp.post('service_airtime_purchase', ada, { ...AIRTIME, amount: 990 })),
    ]);
    const paid = answers.filter(({ status }) => status === 200).length;
    expect([paid, await balanceOf(ada), await remaining(ada)]).toEqual([50, 100_000 - 50 * 990, 500]);
    expect((await send(ada, obi, 500)).status).toBe(200);
    const refused = await send(ada, obi, 50);
    expect(failed(refused)).toMatchObject({
      status: 400,
      code: 400,
      id: 'limit_reached',
      details: expect.stringMatching(
        /^The daily limit of 50,000\.00 Naira is reached: 0\.00 Naira remain until it frees up on \d{4}-\d\d-\d\d at 00:00 \(Africa\/Lagos\)$/,
      ),
    });
    // Funds are looked at afterwards.
    expect(failed(await send(ada, obi, 60_000))).toMatchObject({ id: 'limit_reached' });
    await verify(ada, 'nin');
    expect(await remaining(ada)).toBe(150_000);
    expect((await send(ada, obi, 50)).status).toBe(200);
  });

  it('give back what is refunded', async () => {
    const user = await userWith(60_000);
    const bought = await staffApp.post('service_airtime_purchase', user, { ...AIRTIME, amount: 30_000, phone: REFUSED_PHONE });
    expect(bought.body.DATA.status).toBe('failed');
    expect([await balanceOf(user), await remaining(user)]).toEqual([60_000, 50_000]);
    expect((await staffApp.post('service_airtime_purchase', user, { ...AIRTIME, amount: 50_000 })).status).toBe(200);
    expect(await remaining(user)).toBe(0);
  });

  it('refuse transfers over the balance limit of the recipient', async () => {
    const [ada, obi] = [await userWith(40_000), await userWith(299_900)];
    expect((await send(ada, obi, 100)).status).toBe(200);
    expect(failed(await send(ada, obi, 50))).toMatchObject({
      id: 'limit_reached',
      details: expect.stringMatching(/^The balance limit of the recipient does not allow this amount; it frees up when /),
    });
    expect([await balanceOf(ada), await balanceOf(obi)]).toEqual([39_900, 300_000]);
    await verify(obi, 'nin');
    expect((await send(ada, obi, 50)).status).toBe(200);
  });

  it('credit a deposit over the balance limit, and tell its owner', async () => {
    const obi = await userWith(0);
    const { accountNumber } = (await staffApp.post('user_deposit_order_create', obi, { amount: 500 })).body.DATA;
    await ledger().commit(movement('system:suspense', obi.userid, 29_990_000));
    const transactionId = newId();
    const payer = { name: 'Chinua Obi', bank: '058', account: '******4321' };
    const payment = { transactionId, providerReference: '', payer, narration: '', sessionId: '', receivedAt: undefined };
    await staffApp.service.app.get(CreditPayment, { strict: false }).execute('sandbox', {
      payments: [{ ...payment, reference: undefined, accountNumber: accountNumber as string, amountKobo: naira(500) }],
    });
    expect(await balanceOf(obi)).toBe(300_400);
    const notices = async () => (await staffApp.get('user_notice_fetch', obi)).body.DATA.result as { message: string }[];
    await staffApp.service.settled();
    expect((await notices()).some(({ message }) => message.includes('is over the 300,000.00 Naira'))).toBe(true);
  });

  it('let nobody pay or be paid who has not said who they are', async () => {
    const [ada, nobody] = [await userWith(40_000), await staffApp.service.register()];
    const required = { status: 400, code: 400, id: 'identity_required' };
    expect(failed(await send(ada, nobody, 50))).toMatchObject({ ...required, details: expect.stringContaining('The recipient') });
    expect(failed(await staffApp.post('user_deposit_order_create', nobody, { amount: 100 }))).toMatchObject(required);
    // Money that comes all the same stays.
    await ledger().commit(movement('system:suspense', nobody.userid, 50_000));
    expect(failed(await send(nobody, ada, 50))).toMatchObject(required);
    expect(failed(await staffApp.post('service_airtime_purchase', nobody, AIRTIME))).toMatchObject(required);
    expect(await balanceOf(nobody)).toBe(500);
    await verify(nobody, 'nin');
    expect((await send(nobody, ada, 50)).status).toBe(200);
    expect((await send(ada, nobody, 50)).status).toBe(200);
  });

  it('are told to users, with what is spent of them and what the next tier needs', async () => {
    const [ada, nobody] = [await userWith(40_000), await staffApp.service.register()];
    await send(ada, await userWith(0), 1_000);
    const [mine, profile] = [await staffApp.get('user_identity_fetch', ada), await staffApp.get('user_profile_get_info', ada)];
    const { charges } = (await quote(ada, await userWith(0), 1_000)) as { charges: { amount: number }[] };
    const spent = 1_000 + charges.reduce((sum, { amount }) => sum + amount, 0);
    const limits = {
      single: null,
      daily: 50_000,
      monthly: null,
      balance: 300_000,
      deposit: 50_000,
      spent_today: spent,
      spent_month: spent,
      remaining_today: 50_000 - spent,
      remaining_month: null,
    };
    const standing = { tier: '1', next: { tier: '2', needs: ['nin'] }, limits };
    expect(mine.body.DATA).toMatchObject(standing);
    expect(profile.body.DATA).toMatchObject(standing);
    const { body } = await staffApp.get('user_identity_fetch', nobody);
    expect(body.DATA).toMatchObject({ tier: '0', next: { tier: '1', needs: ['bvn_or_nin'] }, limits: { daily: 0, balance: 0 } });
    const { body: details } = await staffApp.get('control_user_data_details', staffApp.admin, { uxid: nobody.userid });
    expect(details.DATA).toMatchObject({ tier: '0' });
  });

  it('refuse deposit orders over the limit of one, and over the balance limit', async () => {
    const obi = await userWith(299_000);
    const order = (amount: number) => staffApp.post('user_deposit_order_create', obi, { amount });
    expect(failed(await order(50_001))).toMatchObject({
      status: 400,
      id: 'limit_reached',
      details: 'The limit of a single deposit is 50,000.00 Naira',
    });
    expect(failed(await order(1_001))).toMatchObject({
      id: 'limit_reached',
      details: 'Your account may hold 300,000.00 Naira: it takes 1,000.00 Naira more',
    });
    expect((await order(1_000)).status).toBe(200);
  });

  it('are shown to staff, and a new one is noticed by a running service', async () => {
    const [ada, obi] = [await userWith(40_000), await userWith(0)];
    const clerk = await staffApp.hire('otherControl.fiatCurency');
    const list = async (rqtp: string): Promise<Answer> => staffApp.get('control_tariff_fetch', clerk, { rqtp });
    expect((await list('current')).body.DATA).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          marker: 'nigeria-2023-tier-1',
          kind: 'limit',
          subject: '1',
          daily: '50000.00',
          monthly: '',
          deposit: '50000.00',
        }),
        expect.objectContaining({
          marker: 'fee-2020',
          kind: 'transfer_fee',
          bands: BANDS.toReversed().map(shownBand),
          until: '',
        }),
      ]),
    );
    expect(failed(await list('future'))).toMatchObject({ status: 404, id: 'no_tariff' });
    expect(failed(await staffApp.get('control_tariff_fetch', await staffApp.hire(), { rqtp: 'all' }))).toMatchObject({
      id: 'lacking_permission',
    });

    const before = await send(ada, obi, 1_000);
    const [from, later] = [0, 3_600_000].map((ms) => new Date(staffApp.clock.now() + ms).toISOString()) as [string, string];
    const duty = { kind: 'stamp_duty', name: 'Stamp duty', bands: [{ amount: 1_000, fee: 50 }] };
    const added = [
      { ...duty, id: newId(), from },
      { ...duty, id: newId(), from: later, bands: [] },
    ];
    await add(...added);
    expect(await quote(ada, obi, 1_000)).toMatchObject({ fee: 10, duty: 50, total: 1_060 });
    const after = await send(ada, obi, 1_000);
    expect(await balanceOf(ada)).toBe(40_000 - 1_010 - 1_060);
    const kept = await Promise.all([before, after].map(({ body }) => chargesOf(body.DATA.transact as string)));
    const fee = { kind: 'transfer_fee', tariffId: 'fee-2020' };
    expect(kept).toMatchObject([[fee], [fee, { kind: 'stamp_duty', tariffId: added[0]!.id, amountKobo: 5_000 }]]);
    expect((await list('future')).body.DATA).toMatchObject([{ marker: added[1]!.id, status: 'future' }]);
    expect((await list('history')).body.DATA).toEqual(
      expect.arrayContaining([expect.objectContaining({ marker: 'stamp-duty-none', status: 'past' })]),
    );
  });

  it('are changed by a proposal that another member of staff approves', async () => {
    const [ada, obi] = [await userWith(40_000), await userWith(0)];
    const grants = ['otherControl.fiatCurency', 'otherControl.paymtMethod'];
    const [clerk, approver] = [await staffApp.hire(...grants), await staffApp.hire(...grants)];
    const limits = { requires: [], single: 1_000, daily: 50_000 };
    const entry = { kind: 'limit', subject: '1', name: 'Tier 1', terms: JSON.stringify(limits), reason: 'Circular 7' };
    const propose = (changes: object = {}) => staffApp.post('control_tariff_propose', clerk, { ...entry, ...changes });
    const decide = (by: typeof clerk, reqv: string) =>
      staffApp.post('control_proposal_decide', by, { reqv, decision: 'approve', pinc: staffApp.code(by.totpSecret) });
    for (const [changes, details] of [
      [{ terms: '{' }, 'The tariff is not valid: terms is not JSON'],
      [{ terms: '{"daily": -1}' }, 'The tariff is not valid: daily is not an amount in Naira'],
      [
        { kind: 'transfer_fee', subject: '', terms: '[{"amount": 1}]' },
        'The tariff is not valid: bands[0].fee is not an amount in Naira',
      ],
      [
        { terms: '{"dayly": 1000}' },
        'The tariff is not valid: dayly is not known; there are requires, single, daily, monthly, balance, deposit, legal',
      ],
      [
        { terms: '{"daily": 1000, "kind": "limit"}' },
        'The tariff is not valid: kind is not known; there are requires, single, daily, monthly, balance, deposit, legal',
      ],
      [
        { kind: 'stamp_duty', subject: '', terms: '[{"from": 1, "fee": 1, "cap": 1}]' },
        'The tariff is not valid: bands[0].cap is not known; there are from, fee, percent, minimum, maximum',
      ],
      [
        { kind: 'vat', subject: '', terms: '{"bands": [{"from": 0, "percent": 7.50001}], "of": ["surcharge"]}' },
        'The tariff is not valid: bands[0].percent is not a percentage from 0 to 100 with at most four decimals',
      ],
      [
        {
          kind: 'vat',
          subject: '',
          terms: '{"bands": [], "of": ["surcharge"], "legal": {"source": "x", "dated": "2026-02-30"}}',
        },
        'The tariff is not valid: legal.dated is not a date YYYY-MM-DD',
      ],
      [
        { kind: 'surcharge', subject: 'ikeja-electric', terms: '[{"amount": 2, "fee": 1}, {"amount": 1, "fee": 2}]' },
        'The tariff is not valid: bands[1].from is out of order: the lowest comes first',
      ],
      [
        { kind: 'surcharge', subject: 'no-such-item', terms: '[{"amount": 0, "fee": 1}]' },
        'The tariff is not valid: subject no-such-item is neither an item nor a biller',
      ],
      [{ from: 'soon' }, 'The tariff is not valid: from is not a date YYYY-MM-DD'],
    ] as const)
      expect(failed(await propose(changes))).toMatchObject({ status: 400, id: 'terms_invalid', details });

    const marker = (await propose()).body.DATA.MKID as string;
    expect(failed(await propose())).toMatchObject({ id: 'already_proposed' });
    const [proposal] = (await staffApp.get('control_proposal_fetch', approver, { rqtp: 'mk', rqvl: marker })).body.DATA.result;
    expect(proposal).toMatchObject({
      kind: 'tariff_propose',
      subject: 'tariff:limit 1',
      tariff: expect.stringContaining('1000'),
      replaces: expect.stringContaining('"requires":["identVerify"],"daily":50000,"balance":300000,"deposit":50000,"legal":{'),
    });
    for (const subject of ['ikeja-electric', 'ikeja-electric-prepaid']) {
      const known = await propose({ kind: 'surcharge', subject, terms: '[{"amount": 0, "fee": 1}]' });
      const pinc = staffApp.code(clerk.totpSecret);
      const reqv = known.body.DATA.MKID as string;
      const withdrawn = await staffApp.post('control_proposal_decide', clerk, { reqv, decision: 'withdraw', pinc });
      expect(withdrawn.body.DATA).toMatchObject({ status: 'withdrawn' });
    }
    expect(failed(await decide(clerk, marker))).toMatchObject({ id: 'own_proposal' });
    expect((await send(ada, obi, 2_000)).status).toBe(200);
    expect((await decide(approver, marker)).body.DATA).toMatchObject({ status: 'executed' });
    staffApp.clock.time += 10_000;
    expect(failed(await send(ada, obi, 2_000))).toMatchObject({
      id: 'limit_reached',
      details: 'The limit of a single payment is 1,000.00 Naira, charges included; it does not free up with time',
    });
    const { body } = await staffApp.get('control_tariff_fetch', clerk, { rqtp: 'current' });
    expect(body.DATA).toEqual(expect.arrayContaining([expect.objectContaining({ marker, single: '1000.00', balance: '' })]));
    expect((await staffApp.trail('tariff:limit 1')).map(({ action }) => action)).toEqual([
      'control_tariff_propose',
      'control_proposal_decide',
    ]);
    // Back to the rules of the other tests.
    const back = await propose({ terms: JSON.stringify({ daily: 50_000, balance: 300_000 }) });
    await decide(approver, back.body.DATA.MKID as string);
    staffApp.clock.time += 10_000;
    expect((await send(ada, obi, 2_000)).status).toBe(200);
  });

  it('charge VAT on a surcharge to an account of its own, and give both back in full', async () => {
    const clerk = await staffApp.hire('otherControl.fiatCurency');
    const month = lagosDate(staffApp.clock.now()).slice(0, 7);
    const tax = async () => (await staffApp.get('control_tax_fetch', clerk, { rqtp: 'month', rqvl: month })).body.DATA;
    const dutyBefore = ((await tax()).result as { kind: string }[]).find(({ kind }) => kind === 'stamp_duty');
    await add(
      {
        id: 'sur',
        kind: 'surcharge',
        subject: 'mtn-airtime',
        name: 'Service',
        from: '2020-01-01',
        bands: [{ from: 0, percent: 1, minimum: 10 }],
      },
      { id: 'vat', kind: 'vat', name: 'VAT', from: '2020-01-01', bands: [{ from: 0, percent: 7.5 }], of: ['surcharge'] },
    );
    const user = await userWith(10_000);
    const { body: listed } = await staffApp.get('service_biller_fetch', user, { rqtp: 'all', rqvl: '' });
    expect((listed.DATA as { billerId: string }[]).find(({ billerId }) => billerId === 'mtn-airtime')).toMatchObject({
      surcharge: 10,
    });
    const charges = [
      { kind: 'surcharge', name: 'Service', amount: 15.55 },
      { kind: 'vat', name: 'VAT', amount: 1.17 },
    ];
    const itemised = { charges, fee: 0, duty: 0, vat: 1.17, surcharge: 15.55, total: 1_571.72 };
    const order = { ...AIRTIME, amount: 1_555 };
    expect((await staffApp.get('service_quote_fetch', user, order)).body.DATA).toMatchObject({ ...itemised, tier: '1' });
    const bought = await staffApp.post('service_airtime_purchase', user, order);
    expect(bought.body.DATA).toMatchObject({ status: 'completed', ...itemised });
    const history = await staffApp.get('user_wallet_history', user, { rqtp: 'owner' });
    expect((history.body.DATA as { pxnote: string }[])[0]!.pxnote).toContain('(Service 15.55 Naira, VAT 1.17 Naira)');
    const receipt = await staffApp.get('service_receipt_fetch', user, { trid: bought.body.DATA.orderId as string });
    expect(receipt.body.DATA).toMatchObject({ fee: '0.00', vat: '1.17', surcharge: '15.55', total: '1571.72' });
    // Refused by the provider: nothing is kept, nothing reached the account of VAT.
    await staffApp.post('service_airtime_purchase', user, { ...order, phone: REFUSED_PHONE });
    expect(await balanceOf(user)).toBe(8_428.28);
    expect(await tax()).toEqual({
      month,
      result: [{ kind: 'vat', count: 1, base: 15.55, amount: 1.17, refunded: 0, remitted: 0, due: 1.17 }, dutyBefore],
      agrees: true,
    });
    await staffApp.service.app.get(SandboxOutcomes, { strict: false }).decide(bought.body.DATA.orderId as string, 'reversed');
    const purchases = staffApp.service.app.get(Purchases, { strict: false });
    await staffApp.service.app
      .get(AdvancePurchase, { strict: false })
      .query((await purchases.find(bought.body.DATA.orderId as string))!);
    expect(await balanceOf(user)).toBe(10_000);
    expect(await tax()).toMatchObject({ result: [{ count: 1, amount: 1.17, refunded: 1.17, due: 0 }, dutyBefore], agrees: true });
    for (const rqvl of ['2026-13', '2026-1', '2026-11-01'])
      expect(failed(await staffApp.get('control_tax_fetch', clerk, { rqtp: 'month', rqvl }))).toMatchObject({
        id: 'rqvl_invalid',
      });
    const verdict = await staffApp.service.app.get(VerifyLedger, { strict: false }).execute();
    expect(verdict).toMatchObject({ ok: true });
  });

  it('free up at midnight in Lagos', async () => {
    const [ada, obi] = [await userWith(100_000), await userWith(0)];
    expect((await send(ada, obi, 49_000)).status).toBe(200);
    expect(failed(await send(ada, obi, 2_000))).toMatchObject({ id: 'limit_reached' });
    const limits = (await quote(ada, obi, 50)).limits as { until: string }[];
    staffApp.clock.time = Number(limits[0]!.until);
    const credentials = { emal: ada.email, pswd: ada.password, dvty: 'Android', dsnm: 'other' };
    const { body } = await staffApp.post('user_profile_login', undefined, credentials);
    await staffApp.service.settled();
    expect(await remaining(body.DATA as TestUser)).toBe(50_000);
    expect((await staffApp.post('user_transfer_create', body.DATA as TestUser, { email: obi.email, amount: 2_000 })).status).toBe(
      200,
    );
  });
});
