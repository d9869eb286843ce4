import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/ledger/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo, mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';
import { AIRTIME, ELECTRICITY } from '../purchases/support.js';

describe.each(ONE_BACKEND)('accounts without a verified address, where one is required, on %s', (backend) => {
  let service: TestApp;
  let obi: TestUser;

  beforeAll(async () => {
    service = await startApp(backend, { EMAIL_VERIFICATION: 'required' });
    obi = await verified(await service.register({ fsnm: 'Obi' }));
  });
  afterAll(() => service.close());

  const post = (action: string, as: TestUser, body: object, idempotencyKey?: string) =>
    service.client.post(action, { as, body, idempotencyKey });
  const balanceOf = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;

  async function funded(balanceNaira: number, overrides: Readonly<Record<string, string>> = {}): Promise<TestUser> {
    const user = await service.register(overrides);
    await service.app.get(Ledger).commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }

  /** By the code of the welcome mail. */
  async function verified(user: TestUser): Promise<TestUser> {
    const [code = ''] = await codesTo(service.config.dataDir, user.email);
    const { body } = await service.client.get('user_email_confirm', { as: user, query: { code } });
    expect(body.DATA).toEqual({ COMMENT: 'Your e-mail address is confirmed' });
    return user;
  }

  it('receive and are funded, and are refused transfers and purchases', async () => {
    const ada = await funded(1_000);
    await service.app.get(Ledger).commit(movement('system:suspense', obi.userid, 10_000));
    expect((await post('user_transfer_create', obi, { email: ada.email, amount: 100 })).status).toBe(200);
    expect((await post('user_deposit_order_create', ada, { amount: 100 })).status).toBe(200);
    for (const [action, body] of [
      ['user_transfer_create', { email: obi.email, amount: 50 }],
      ['user_transfer_create', { email: 'nobody@example.com', amount: 50 }],
      ['service_airtime_purchase', AIRTIME],
      ['service_bill_payment', ELECTRICITY],
    ] as const) {
      const answer = await post(action, ada, body);
      expect(answer.body.ERRORS).toMatchObject({ CODE: 400, ID: 'email_unverified' });
      expect(answer.status).toBe(400);
    }
    expect(await balanceOf(ada)).toBe(1_100);
  });

  it('spend once a code confirms the address, in the same session and with the same idempotency key', async () => {
    const ada = await funded(1_000);
    const send = () => post('user_transfer_create', ada, { email: obi.email, amount: 50 }, 'the-same-key');
    expect((await send()).body.ERRORS.ID).toBe('email_unverified');
    await verified(ada);
    expect((await send()).body.REQUEST.STATUS).toBe('OK');
    expect((await send()).headers.get('idempotency-replayed')).toBe('true');
    expect((await post('service_airtime_purchase', ada, { ...AIRTIME, amount: 100 })).body.REQUEST.STATUS).toBe('OK');
    expect(await balanceOf(ada)).toBe(850);
  });

  it('earn no referral bonus until the address is verified', async () => {
    const referrer = await service.register();
    const { referralCode } = (await service.client.get('user_profile_get_info', { as: referrer })).body.DATA;
    const buyer = await verified(await funded(10_000, { refx: referralCode }));
    const buy = async () => {
      expect((await post('service_airtime_purchase', buyer, { ...AIRTIME, amount: 1_000 })).body.DATA).toMatchObject({
        COMMENT: 'Your purchase was successful',
      });
      // The event of the purchase is handled.
      await service.settled();
      expect(await provider(service, Database).rows('SELECT id FROM outbox LIMIT 1')).toHaveLength(0);
    };
    await buy();
    expect(await balanceOf(referrer)).toBe(0);
    await verified(referrer);
    await buy();
    await until(async () => (await balanceOf(referrer)) > 0);
    const history = (await service.client.get('user_wallet_history', { as: referrer, query: { rqtp: 'all' } })).body.DATA;
    expect(history).toMatchObject([{ amount: 100 }]);
  });

  it('are told in the mail what confirming means', async () => {
    const { email } = await service.register();
    await service.client.get('user_email_verify_send', { query: { emal: email } });
    await codesTo(service.config.dataDir, email, 2);
    const [welcome, code] = (await mailsTo(service.config.dataDir, email)).map(({ text = '' }) => text.replace(/\s+/g, ' '));
    expect(welcome).toContain('Enter it only if this mailbox and this account are yours.');
    expect(welcome).toContain('If you did not register, somebody entered your address.');
    expect(code).toContain('Enter this code in the app to ');
    expect(code).toContain('ignore this mail and do not enter it');
  });
});
