import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { ActivityWriter } from '../../../src/contexts/sign-in/login-records.store.js';
import { RebuildStatistics } from '../../../src/contexts/analytics/counting.js';
import { naira } from '../../../src/kernel/money.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { signInStaff } from '../../support/staff.js';
import { eventsHandled, provider } from '../analytics/support.js';
import { AIRTIME } from '../purchases/support.js';

let numbers = 0;

describe.each(ONE_BACKEND)('test accounts on %s', (backend) => {
  let service: TestApp;
  let staff: TestUser;
  let ada: TestUser;
  let tester: TestUser;
  let another: TestUser;

  beforeAll(async () => {
    service = await startApp(backend);
    const grants = ['userControl.allowCreate', 'userControl.allowModify', 'StatsControl.newUserStat'];
    staff = await signInStaff(service, ...grants, 'StatsControl.activeUsers', 'StatsControl.activeOrder');
    ada = await service.register();
    [tester, another] = [await testAccount(), await testAccount()];
    for (const { userid } of [ada, tester])
      await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, userid, naira(10_000)));
  });
  afterAll(() => service.close());

  async function testAccount(): Promise<TestUser> {
    const [email, password] = [`tester${++numbers}@example.com`, `Try-things-${numbers}`];
    const names = { fsnm: 'Tess', lsnm: 'Ter', devt: 'mobile', devs: '12345' };
    const made = await service.client.post('control_test_user_create', {
      as: staff,
      body: { ...names, emal: email, pswd: password },
    });
    expect(made.body.REQUEST.STATUS, JSON.stringify(made.body)).toBe('OK');
    const signedIn = await service.client.post('user_profile_login', {
      body: { emal: email, pswd: password, dvty: 'mobile', dsnm: 'x' },
    });
    return { ...(signedIn.body.DATA as TestUser), email, password };
  }

  const pay = (as: TestUser, to: TestUser) =>
    service.client.post('user_transfer_create', { as, body: { email: to.email, amount: 100 } });
  const statistic = async (rqtp: string) =>
    (await service.client.get('control_statistic_data_fetch', { as: staff, query: { rqtp } })).body.DATA as Record<
      string,
      string | number
    >;

  it('and real accounts cannot pay or look up each other', async () => {
    for (const [payer, payee] of [
      [ada, tester],
      [tester, ada],
    ] as const) {
      const answer = await pay(payer, payee);
      expect([answer.status, answer.body.ERRORS]).toMatchObject([403, { CODE: 403, ID: 'test_account' }]);
      const query = { rqtype: 'email', rqvalue: payee.email };
      const looked = await service.client.get('user_transfer_check_receiver', { as: payer, query });
      expect([looked.status, looked.body.ERRORS]).toMatchObject([403, { CODE: 403, ID: 'test_account' }]);
    }
    expect((await pay(tester, another)).body.REQUEST.STATUS).toBe('OK');
  });

  it('are in no statistics', async () => {
    for (const as of [tester, ada]) await service.client.post('user_deposit_order_create', { as, body: { amount: 500 } });
    await provider(service, ActivityWriter).write();
    await eventsHandled(service);
    const figures = async () => [
      (await statistic('new_users'))['newUsers'],
      (await statistic('active_users'))['activUser'],
      (await statistic('active_order'))['deposits'],
    ];
    // The staff member and Ada.
    expect(await figures()).toEqual(['2', '2', 1]);
    expect(await provider(service, RebuildStatistics).execute()).toMatchObject({ records: 0, corrected: 0 });
    expect(await figures()).toEqual(['2', '2', 1]);
  });

  it('earn no referral bonus', async () => {
    const { referralCode } = (await service.client.get('user_profile_get_info', { as: tester })).body.DATA;
    const buyer = await service.register({ refx: referralCode });
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, buyer.userid, naira(10_000)));
    const body = { ...AIRTIME, amount: 1_000 };
    expect((await service.client.post('service_airtime_purchase', { as: buyer, body })).status).toBe(200);
    await eventsHandled(service);
    const { referralBonus } = (await service.client.get('user_profile_get_info', { as: tester })).body.DATA;
    expect(referralBonus).toBe(0);
  });
});
