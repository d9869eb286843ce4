import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { AIRTIME } from '../purchases/support.js';
import { failed } from './staff-fixture.js';
import { BackOfficeFixture, DELIVERED, REFUSED, UNDECIDED, type Wire } from './back-office-fixture.js';

describe.each(ONE_BACKEND)('what staff see of money on %s', (backend) => {
  let office: BackOfficeFixture;
  let ada: TestUser;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
    ada = await office.customer(50_000);
  });
  afterAll(() => office.close());

  const find = async (query: Record<string, string>) =>
    (await office.must(office.get('control_purchase_fetch', office.clerk, query)))['result'] as Wire[];
  const idsOf = async (query: Record<string, string>) => (await find(query)).map(({ marker }) => marker as string);

  it('shows a purchase with what its provider said each time, and what is held', async () => {
    const times = office.app.get(SandboxTimes);
    const { submitTimeoutMs } = times;
    // The provider is asked first where a submit comes too late, as it may on a slow machine.
    times.submitTimeoutMs = 20_000;
    const id = await office.buy(ada, UNDECIDED, '08035550001');
    times.submitTimeoutMs = submitTimeoutMs;
    await office.must(office.post('control_purchase_requery', office.clerk, { reqv: id }));
    const shown = await office.purchase(id);
    expect(shown).toMatchObject({
      marker: id,
      userid: ada.userid,
      tx_type: 'airtime',
      tx_amount: '500.00',
      customer_id: '***0001',
      status: 'pending',
      recharge_pin: '',
      provider: 'sandbox',
      provider_reference: '',
      queries: 1,
      next_query: '',
      held: 500,
    });
    const said = {
      provider: 'sandbox',
      reference: shown['tx_reference'] as string,
      outcome: 'unknown_contradictory',
      code: '015',
    };
    const recorded = expect.stringMatching(/^\d{13}$/) as string;
    expect(shown['attempts']).toEqual([
      { ...said, message: 'Ask us', recorded },
      { ...said, message: 'Ask us', recorded },
    ]);
  });

  it('finds purchases by state, user, customer, and reference of ours and of the provider', async () => {
    const undecided = await office.buy(ada, UNDECIDED);
    const refused = await office.buy(ada, REFUSED);
    const waiting = await office.buy(ada, { status: 'pending', raw: { code: '09', message: '' } });
    const delivered = await office.buy(ada, { ...DELIVERED, providerReference: 'theirs-42' }, '08035557777');
    const reversed = await office.buy(ada, DELIVERED);
    office.provides({ status: 'reversed', raw: { code: '40', message: 'Taken back' } });
    await office.must(office.post('control_purchase_requery', office.clerk, { reqv: reversed }));

    expect(await idsOf({ rqtp: 'undecided' })).toContain(undecided);
    expect(await idsOf({ rqtp: 'undecided' })).not.toContain(waiting);
    expect(await idsOf({ rqtp: 'pending' })).toEqual(expect.arrayContaining([undecided, waiting]));
    expect(await idsOf({ rqtp: 'failed' })).toEqual([refused]);
    expect(await idsOf({ rqtp: 'reversed' })).toEqual([reversed]);
    const everything = [undecided, refused, waiting, delivered, reversed];
    expect(await idsOf({ rqtp: 'user', rqvl: ada.userid })).toEqual(expect.arrayContaining(everything));
    expect(await idsOf({ rqtp: 'all' })).toEqual(expect.arrayContaining(everything));
    expect(await idsOf({ rqtp: 'customer', rqvl: '+234 803 555 7777' })).toEqual([delivered]);
    expect(await idsOf({ rqtp: 'reference', rqvl: 'theirs-42' })).toEqual([delivered]);
    const { tx_reference: ours, provider_reference: theirs, held } = await office.purchase(delivered);
    expect([theirs, held]).toEqual(['theirs-42', 0]);
    expect(await idsOf({ rqtp: 'reference', rqvl: ours as string })).toEqual([delivered]);
    const nobody = await office.get('control_purchase_fetch', office.clerk, { rqtp: 'user', rqvl: 'nobody' });
    expect(failed(nobody)).toMatchObject({ status: 404, code: 404 });
  });

  it('shows a token only on request for one purchase, with an audit record and a notice to its owner', async () => {
    const owner = await office.customer();
    const deliverables = [
      { kind: 'reset_token' as const, value: '99998888777766665555' },
      { kind: 'token' as const, value: '12345678901234567890', units: '79.9 kWh' },
    ];
    const id = await office.payBill(owner, { ...DELIVERED, deliverables });
    const query = { rqtp: 'mk', rqvl: id };
    const [shown] = await find(query);
    const masked = [
      { kind: 'reset_token', value: '***5555', serial: '', units: '', expires: '' },
      { kind: 'token', value: '***7890', serial: '', units: '79.9 kWh', expires: '' },
    ];
    expect(shown).toMatchObject({ recharge_pin: '', has_token: true, deliverables: masked });
    expect(JSON.parse(shown!['misc_data'] as string)).toMatchObject({ deliverables: masked });
    expect((await find({ rqtp: 'user', rqvl: owner.userid, reveal: 'true' }))[0]).toMatchObject({ recharge_pin: '' });
    expect(await office.staff.trail(`purchase:${id}`)).toEqual([]);
    expect((await find({ ...query, reveal: 'true' }))[0]).toMatchObject({
      recharge_pin: '12345678901234567890',
      deliverables: deliverables.map((each) => ({ serial: '', units: '', expires: '', ...each })),
    });
    expect(await office.staff.trail(`purchase:${id}`)).toMatchObject([
      { action: 'control_purchase_fetch', staffId: office.clerk.userid, after: { revealed: true, userId: owner.userid } },
    ]);
    expect((await office.notices(owner)).filter(({ subject }) => subject === 'Token shown to our staff')).toHaveLength(1);
  });

  it('asks the provider again after the schedule ended, and does what follows', async () => {
    const buyer = await office.customer(1_000);
    const [delivered, refused] = [await office.buy(buyer, UNDECIDED), await office.buy(buyer, UNDECIDED)];
    expect(await office.balance(buyer)).toBe(0);
    const requery = (reqv: string) => office.must(office.post('control_purchase_requery', office.clerk, { reqv }));
    office.provides(DELIVERED);
    expect(await requery(delivered)).toEqual({ COMMENT: 'The provider was asked', status: 'completed' });
    office.provides(REFUSED);
    expect(await requery(refused)).toMatchObject({ status: 'failed' });
    expect(await office.balance(buyer)).toBe(500);
    expect(await office.staff.trail(`purchase:${refused}`)).toEqual([
      {
        action: 'control_purchase_requery',
        staffId: office.clerk.userid,
        before: { status: 'pending' },
        after: { asked: true },
      },
    ]);
    expect(failed(await office.post('control_purchase_requery', office.clerk, { reqv: 'none' }))).toMatchObject({ code: 404 });
  });

  it('writes who asks before the provider is asked', async () => {
    const id = await office.buy(await office.customer(), UNDECIDED);
    let trail: Wire[] | undefined;
    office.provider.query = async () => {
      trail ??= await office.staff.trail(`purchase:${id}`);
      throw new Error('the process dies');
    };
    await office.post('control_purchase_requery', office.clerk, { reqv: id });
    expect(trail).toMatchObject([{ action: 'control_purchase_requery', staffId: office.clerk.userid }]);
  });

  it('does not ask before the submit has its answer', async () => {
    const buyer = await office.customer(1_000);
    let asked = 0;
    let answer: () => void = () => undefined;
    office.provider.submit = () => new Promise((resolve) => (answer = () => resolve(DELIVERED)));
    office.provider.query = () => Promise.resolve(((asked += 1), DELIVERED));
    Object.assign(office.app.get(SandboxTimes), { submitTimeoutMs: 20_000 });
    const bought = office.post('service_airtime_purchase', buyer, { ...AIRTIME, phone: '08035551234' });
    const { orderId } = await office.must(bought);
    const requery = () => office.must(office.post('control_purchase_requery', office.clerk, { reqv: orderId }));
    expect(await requery()).toEqual({ COMMENT: 'The provider has not answered yet', status: 'pending' });
    expect(asked).toBe(0);
    answer();
    await expect.poll(async () => (await office.purchase(orderId as string))['status']).toBe('completed');
  });

  it('shows money in suspense with who paid it and into which account', async () => {
    const transactionId = await office.receive({ accountNumber: '9900000001', amount: 2_500, payerName: 'Ngozi Ade' });
    expect(await office.suspense(transactionId)).toMatchObject({
      marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
      provider: 'sandbox',
      transaction_id: transactionId,
      account_number: '9900000001',
      payer_name: 'Ngozi Ade',
      amount: 2_500,
      reason: 'no deposit order has this account',
      status: 'open',
      settled: '',
    });
    const { marker } = await office.suspense(transactionId);
    const listed = async (query: Record<string, string>) =>
      ((await office.must(office.get('control_suspense_fetch', office.clerk, query)))['result'] as Wire[]).map(
        (each) => each['marker'],
      );
    expect(await listed({ rqtp: 'open' })).toContain(marker);
    expect(await listed({ rqtp: 'mk', rqvl: marker as string })).toEqual([marker]);
    expect(failed(await office.get('control_suspense_fetch', office.clerk, { rqtp: 'settled' }))).toMatchObject({ code: 404 });
  });

  it("shows a user's wallet with its journals, and no system account", async () => {
    const user = await office.customer(750);
    const [entry] = (await office.must(office.get('control_user_wallet_history', office.clerk, { uxid: user.userid }))) as Wire[];
    expect(entry).toMatchObject({
      owner: user.userid,
      amount: 750,
      balance: 750,
      pxtype: 'credit',
      journal: entry!['trnxid'] as string,
    });
    const suspense = await office.get('control_user_wallet_history', office.clerk, { uxid: 'system:suspense' });
    expect(failed(suspense)).toMatchObject({ status: 404, code: 404 });
  });
});
