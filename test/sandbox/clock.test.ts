import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { until } from '../support/until.js';
import { Clock } from '../../src/kernel/clock.js';
import { ExpireOrders } from '../../src/contexts/deposits/due-orders.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { Database } from '../../src/platform/database/database.js';
import { naira } from '../../src/kernel/money.js';
import { movement } from '../support/ledger-fixture.js';
import { PRODUCTION } from '../support/production.js';

describe.each(ONE_BACKEND)('sandbox:clock beside the service on %s', (backend) => {
  let service: TestApp;
  let user: TestUser;
  const cli = (...args: string[]) => runCli(service.environment, 'sandbox:clock', ...args, '--json');
  const aheadMs = () => service.app.get(Clock).now() - Date.now();

  beforeAll(async () => {
    service = await startApp(backend);
    user = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(500)));
  });
  afterAll(() => service.close());

  it('ends what lasts until a time, keeps signatures valid and the books in order', async () => {
    const ordered = await service.client.post('user_deposit_order_create', { as: user, body: { amount: 800 } });
    expect(ordered.body.REQUEST.STATUS).toBe('OK');
    const { exitCode, json } = await cli('+40m');
    expect([exitCode, json.aheadSeconds]).toEqual([0, 2_400]);
    await until(() => Math.abs(aheadMs() - 2_400_000) < 60_000);

    await service.app.get(ExpireOrders, { strict: false }).execute();
    const notices = await service.client.get('user_notice_fetch', { as: user });
    expect(JSON.stringify(notices.body.DATA)).toContain('was not paid in time');

    expect((await service.client.get('user_wallet_get_info', { as: user })).body.REQUEST.STATUS).toBe('OK');
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(5)));
    expect((await runCli(service.environment, 'ledger:verify')).exitCode).toBe(0);
  });

  it('goes forward only', async () => {
    for (const wrong of ['-5m', '5m', '+0m', '+5', '+1y']) expect((await cli(wrong)).exitCode).toBe(2);
    expect((await cli('+401d')).exitCode).toBe(1);
    expect((await cli()).json.aheadSeconds).toBe(2_400);
  });

  it('closes an account whose days to come back are over, and expires what staff left open, without waiting for the hour', async () => {
    const leaving = await service.register();
    const deleted = await service.client.post('user_account_close', { as: leaving, body: { pswd: leaving.password } });
    expect(deleted.body.REQUEST.STATUS).toBe('OK');
    const status = async () => {
      const database = service.app.get(Database);
      const [row] = await database.rows<{ status: string }>('SELECT status FROM user_account WHERE id = ?', [leaving.userid]);
      return row!.status;
    };
    expect(await status()).toBe('closing');
    expect((await cli('+32d')).exitCode).toBe(0);
    await until(async () => (await status()) === 'closed');
  });

  it('is refused in production', async () => {
    expect((await runCli({ ...service.environment, ...PRODUCTION }, 'sandbox:clock', '+5m')).exitCode).toBe(2);
  });
});
