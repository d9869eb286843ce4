import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateRedis } from '../../packages/harness/servers/services.js';
import { Ledger } from '../../src/ledger/index.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { mailsTo } from '../support/mailbox.js';
import { until } from '../support/until.js';

/** Redis holds what can be rebuilt: without it the service reads and moves money, and refuses what it cannot do exactly once. */
describe('service during a Redis outage', () => {
  let redis: PrivateServer;
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  beforeAll(async () => {
    redis = await startPrivateRedis({ durable: true });
    service = await startApp('mysql', { REDIS_URL: redis.url });
    [ada, obi] = [await service.register(), await service.register()];
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1_000_000));
    await service.client.get('authentication_verify', { as: ada });
    await redis.kill();
    await until(async () => (await fetch(`${service.client.baseUrl}/readyz`)).status === 503);
  });
  afterAll(async () => {
    await service.close();
    await redis.stop();
  });

  const rename = () => service.client.post('user_profile_update', { as: ada, body: { fNme: 'Adaeze' } });
  const pay = (amount: number, idempotencyKey?: string) =>
    service.client.post('user_transfer_create', { as: ada, body: { email: obi.email, amount }, idempotencyKey });

  it('reports it in readyz', async () => {
    const ready = await fetch(`${service.client.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'down', database: 'ok', queue: 'down', screening: 'off' },
    ]);
    expect((await fetch(`${service.client.baseUrl}/readyz?exclude=queue`)).status).toBe(200);
    expect((await fetch(`${service.client.baseUrl}/healthz`)).status).toBe(200);
  });

  it('reads, and logs in', async () => {
    expect((await service.client.get('user_wallet_get_info', { as: ada })).status).toBe(200);
    const body = { emal: obi.email, pswd: obi.password, dvty: 'Web', dsnm: 'another' };
    expect((await service.client.post('user_profile_login', { body })).status).toBe(200);
  });

  it('moves money once for a key', async () => {
    const first = await pay(100, 'while-away-1');
    const second = await pay(100, 'while-away-1');
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect((await service.client.get('user_wallet_get_info', { as: ada })).body.DATA.balance).toBe(9_900);
  });

  it('refuses other writes, because replays cannot be detected', async () => {
    const answer = await rename();
    expect([answer.status, answer.body.ERRORS.CODE]).toEqual([503, 503]);
    expect(answer.body.ERRORS.DETAILS).toMatch(/^The service is busy, please try again \([0-9A-Z]{8}\)$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.client.get('user_profile_get_info', { as: ada })).body.DATA.firstName).toBe('Ada');
  });

  it('completes pending work when Redis is back', async () => {
    await redis.restart();
    await until(async () => (await fetch(`${service.client.baseUrl}/readyz`)).status === 200);
    await until(async () => (await rename()).status === 200);
    // The mail about the transfer waited in the outbox.
    const subjects = async () => (await mailsTo(service.config.dataDir, obi.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/^You received ₦100\.00 from /));
  });
});
