import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../../src/contexts/wallet/index.js';
import { naira } from '../../../../src/kernel/money.js';
import { startApp, type TestApp, type TestUser } from '../../../support/app.js';
import { BACKENDS } from '../../../support/backend.js';
import { movement } from '../../../support/ledger-fixture.js';
import { ScriptedServer } from './scripted-server.js';

const CATALOGUE: Readonly<Record<string, unknown>> = {
  '/api/service-categories': { content: [{ identifier: 'airtime', name: 'Airtime' }] },
  '/api/services?identifier=airtime': {
    content: [{ serviceID: 'mtn', name: 'MTN', minimium_amount: '50', maximum_amount: '50000' }],
  },
};

describe.each(BACKENDS)('purchases from VTpass on %s', (backend) => {
  const vtpass = new ScriptedServer();
  let service: TestApp;
  let user: TestUser;
  let pay: (reference: string) => { body: unknown } | 'close' = () => 'close';

  beforeAll(async () => {
    vtpass.answer = ({ path, body }) =>
      path === '/api/pay' ? pay(String(body['request_id'])) : { body: CATALOGUE[path] ?? { code: '099' } };
    service = await startApp(backend, {
      BILLER_PROVIDERS: 'vtpass',
      VTPASS_URL: `${await vtpass.start()}/api`,
      VTPASS_API_KEY: 'AK',
      VTPASS_PUBLIC_KEY: 'PK',
      VTPASS_SECRET_KEY: 'SK',
      VTPASS_WEBHOOK_TOKEN: 'a-token-of-24-characters',
    });
    user = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(10_000)));
  });
  afterAll(async () => {
    await service.close();
    await vtpass.stop();
  });

  const buy = (key: string) =>
    service.client.post('service_airtime_purchase', {
      as: user,
      idempotencyKey: key,
      body: {
        amount: 500,
        phone: '08031234567',
        provider: 'mtn',
        billerId: 'mtn',
        category: 'airtime',
        billerName: 'x',
        billerItem: 'x',
      },
    });
  const balance = async () => (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  const transaction = (status: string, requestId: string) => ({
    body: { code: '000', requestId, content: { transactions: { status, total_amount: '485' } } },
  });

  it('delivers airtime of the synced catalogue once', async () => {
    pay = (reference) => transaction('delivered', reference);
    const { status, body } = await buy('first-purchase-0001');
    expect([status, body.DATA.COMMENT]).toEqual([200, 'Your purchase was successful']);
    expect(await balance()).toBe(9_500);
  });

  it('refunds what VTpass says has failed', async () => {
    pay = (reference) => transaction('failed', reference);
    expect((await buy('first-purchase-0002')).body.DATA.COMMENT).toContain('your money was returned');
    expect(await balance()).toBe(9_500);
  });

  it('holds the money while the outcome is unknown, and sends nothing twice', async () => {
    pay = () => 'close';
    const sent = vtpass.received.length;
    expect((await buy('first-purchase-0003')).body.DATA.COMMENT).toBe('Your purchase is being processed');
    expect(await balance()).toBe(9_000);
    expect(vtpass.received.slice(sent).filter(({ path }) => path === '/api/pay')).toHaveLength(1);
  });
});
