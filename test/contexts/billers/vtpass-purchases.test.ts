import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { WatchFloat } from '../../../src/contexts/attempts/index.js';
import { BillerProviders } from '../../../src/contexts/billers/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { naira } from '../../../src/kernel/money.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { ScriptedServer } from './scripted-server.js';

const CATALOGUE: Readonly<Record<string, unknown>> = {
  '/api/service-categories': {
    content: [
      { identifier: 'airtime', name: 'Airtime' },
      { identifier: 'data', name: 'Data' },
    ],
  },
  '/api/services?identifier=airtime': {
    content: [{ serviceID: 'mtn', name: 'MTN', minimium_amount: '50', maximum_amount: '50000' }],
  },
  '/api/services?identifier=data': { content: [{ serviceID: 'mtn-data', name: 'MTN Data' }] },
};

describe.each(ONE_BACKEND)('purchases from VTpass on %s', (backend) => {
  const vtpass = new ScriptedServer();
  let service: TestApp;
  let user: TestUser;
  let bundlePrice = '1850.00';
  const bundles = (): { status?: number; body: unknown } => {
    const bundle = { variation_code: 'mtn-1gb', name: '1 GB', variation_amount: bundlePrice, fixedPrice: 'Yes' };
    return { status: bundlePrice === '' ? 500 : 200, body: { content: { varations: [bundle] } } };
  };
  let requery: (reference: string) => { body: unknown } = () => ({ body: { code: '099' } });
  let float = '250000.00';
  let pay: (reference: string) => { body: unknown } | 'close' = () => 'close';

  beforeAll(async () => {
    vtpass.answer = ({ path, body }) => {
      if (path === '/api/pay') return pay(String(body['request_id']));
      if (path === '/api/balance') return { body: { code: 1, contents: { balance: float } } };
      if (path === '/api/requery') return requery(String(body['request_id']));
      if (path.startsWith('/api/service-variations')) return bundles();
      return { body: CATALOGUE[path] ?? { code: '099' } };
    };
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
        again: true,
      },
    });
  const buyBundle = (key: string, amount: number) =>
    service.client.post('service_bill_payment', {
      as: user,
      idempotencyKey: key,
      body: {
        amount,
        customerId: '08031234567',
        paymentCode: 'mtn-data:mtn-1gb',
        itemId: 'mtn-data:mtn-1gb',
        billerId: 'mtn-data',
        category: 'data',
        billerName: 'x',
        billerItem: 'x',
        again: true,
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

  it('refuses a bundle whose price has changed, and sells it at the new one', async () => {
    pay = (reference) => transaction('delivered', reference);
    bundlePrice = '2000.00';
    const { status, body } = await buyBundle('bundle-purchase-0001', 1_850);
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, 'amount_changed']);
    expect(body.ERRORS.DETAILS).toContain('2,000.00 Naira');
    expect(await balance()).toBe(9_500);

    expect((await buyBundle('bundle-purchase-0002', 2_000)).status).toBe(200);
    expect(await balance()).toBe(7_500);
    expect(vtpass.received.filter(({ path }) => path === '/api/pay').at(-1)!.body).toMatchObject({
      serviceID: 'mtn-data',
      billersCode: '08031234567',
      variation_code: 'mtn-1gb',
      amount: '2000.00',
    });
  });

  it('sells nothing for a price that cannot be read', async () => {
    bundlePrice = '';
    const { status, body } = await buyBundle('bundle-purchase-0003', 2_000);
    expect([status, body.ERRORS.ID]).toEqual([400, 'service_unavailable']);
    expect(await balance()).toBe(7_500);
  });

  it('holds the money while the outcome is unknown, and sends nothing twice', async () => {
    pay = () => 'close';
    const sent = vtpass.received.length;
    expect((await buy('first-purchase-0003')).body.DATA.COMMENT).toBe('Your purchase is being processed');
    expect(await balance()).toBe(7_000);
    expect(vtpass.received.slice(sent).filter(({ path }) => path === '/api/pay')).toHaveLength(1);
  });

  it('asks VTpass about a purchase that its webhook names, and answers as VTpass wants it', async () => {
    const reference = String(vtpass.received.findLast(({ path }) => path === '/api/pay')!.body['request_id']);
    const body = {
      type: 'transaction-update',
      data: { code: '000', requestId: reference, content: { transactions: { status: 'failed' } } },
    };
    const hook = (token: string) =>
      fetch(`${service.client.baseUrl}/?req=webhook_receive&provider=vtpass&token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await hook('another-token-of-24-char')).status).toBe(401);
    const asked = vtpass.received.length;
    const answer = await hook('a-token-of-24-characters');
    expect([answer.status, await answer.text()]).toEqual([200, '{"response":"success"}']);
    await until(() =>
      Promise.resolve(
        vtpass.received.slice(asked).some(({ path, body: sent }) => path === '/api/requery' && sent['request_id'] === reference),
      ),
    );
    // What the webhook said was not believed.
    expect(await balance()).toBe(7_000);
  });

  const metrics = () => service.app.get(Metrics).registry.metrics();
  const alerts = () =>
    service.app
      .get(Database)
      .rows<{ description: string }>("SELECT description FROM system_log WHERE log_key LIKE 'provider.float:%'");
  const readFloat = async (naira: string) => {
    float = naira;
    await service.app.get(WatchFloat).execute(service.app.get(BillerProviders).find('vtpass'), 'purchases');
  };

  it('shows the balance with VTpass in the metrics, and says nothing of one that is high enough', async () => {
    await readFloat('100000.00');
    expect(await metrics()).toContain('harmattan_provider_float_kobo{provider="vtpass"} 10000000');
    expect(await alerts()).toEqual([]);
  });

  it('reads the balance after a purchase was refused for it, and tells staff once until it is high enough again', async () => {
    float = '90.5';
    pay = () => ({ body: { code: '018', response_description: 'LOW WALLET BALANCE for 0803 123 4567' } });
    expect((await buy('refused-purchase-0001')).body.DATA.COMMENT).toContain('your money was returned');
    await service.settled();
    expect(await alerts()).toHaveLength(1);
    expect((await alerts())[0]!.description).toContain('Our balance with vtpass is 90.50 Naira, below 100,000.00 Naira');
    expect(await metrics()).toContain('harmattan_provider_float_kobo{provider="vtpass"} 9050');

    await readFloat('80');
    expect(await alerts()).toHaveLength(1);
    await readFloat('200000');
    await readFloat('99999.99');
    expect(await alerts()).toHaveLength(2);
  });

  it('counts what VTpass answers, and what it has not decided', async () => {
    const text = await metrics();
    for (const [call, outcome] of [
      ['submit', 'success'],
      ['submit', 'failed_biller_down'],
      ['submit', 'failed_provider_float'],
      ['submit', 'unknown_connection_lost'],
      ['price', 'error'],
      ['price', 'answered'],
      ['list', 'answered'],
    ])
      expect(text).toMatch(
        new RegExp(`harmattan_provider_calls_total\\{provider="vtpass",call="${call}",outcome="${outcome}"\\} [1-9]`),
      );
    expect(text).toMatch(/harmattan_provider_seconds_count\{provider="vtpass",call="submit"\} [1-9]/);
    expect(text).toContain('harmattan_undecided_purchases{provider="vtpass"} 1');
  });

  it('keeps what VTpass said of each attempt, each time, without long numbers', async () => {
    const answers = await service.app.get(Database).rows<Record<string, unknown>>(
      `SELECT provider_call, outcome, code, message, http_status FROM purchase_answer
         JOIN purchase_attempt ON purchase_attempt.id = attempt_id ORDER BY purchase_answer.id`,
    );
    expect(answers).toEqual(
      expect.arrayContaining([
        { provider_call: 'submit', outcome: 'success', code: '000', message: '', http_status: 200 },
        { provider_call: 'submit', outcome: 'failed_biller_down', code: '000', message: '', http_status: 200 },
        { provider_call: 'submit', outcome: 'unknown_connection_lost', code: '', message: 'connection_lost', http_status: null },
        { provider_call: 'query', outcome: 'pending', code: '099', message: '', http_status: 200 },
        {
          provider_call: 'submit',
          outcome: 'failed_provider_float',
          code: '018',
          message: 'LOW WALLET BALANCE for …67',
          http_status: 200,
        },
      ]),
    );
  });

  it('asks about delivered purchases again after 1, 24 and 72 hours, and returns the money of a reversed one', async () => {
    const database = service.app.get(Database);
    const checks = () =>
      database.rows<{ key: string; dueMs: number }>(
        `SELECT job_key AS \`key\`, run_at - ? AS dueMs FROM job WHERE name = 'purchase.check_reversal'`,
        [Date.now()],
      );
    const delivered = await database.rows<{ reference: string }>("SELECT reference FROM purchase WHERE status = 'completed'");
    const answers = (status: string) => (reference: string) =>
      delivered.some((purchase) => purchase.reference === reference) ? transaction(status, reference) : { body: { code: '099' } };
    const areAt = (check: number, hours: number) =>
      until(async () => {
        const due = await checks();
        const inTime = ({ dueMs }: { dueMs: number }) => dueMs > (hours - 0.1) * 3_600_000 && dueMs <= hours * 3_600_000;
        return due.length === 2 && due.every((job) => job.key.endsWith(`:${check}`) && inTime(job));
      });
    const timePasses = () => database.rows("UPDATE job SET run_at = 1 WHERE name = 'purchase.check_reversal'");

    expect(delivered).toHaveLength(2);
    await areAt(1, 1);
    requery = answers('delivered');
    await timePasses();
    await areAt(2, 23);
    await timePasses();
    await areAt(3, 48);
    expect(await balance()).toBe(7_000);
    requery = answers('reversed');
    await timePasses();
    await service.settled();
    expect(await balance()).toBe(9_500);
    await service.settled();
    expect(await checks()).toHaveLength(0);
  });

  it('holds the money where the code of an answer is a number, and returns nothing', async () => {
    const before = await balance();
    pay = (requestId) => ({ body: { code: 16, requestId } });
    requery = () => ({ body: { code: 16 } });
    expect((await buy('numbered-purchase-0001')).body.DATA.COMMENT).toBe('Your purchase is being processed');
    expect(await balance()).toBe(before - 500);
  });
});
