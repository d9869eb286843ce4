import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedisCluster, startRedisSentinel } from '../../packages/harness/cluster/redis-servers.js';
import { Ledger } from '../../src/ledger/index.js';
import { bullPrefix } from '../../src/platform/queue/bull-queue.module.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { signedHeaders } from '../support/client.js';
import { movement } from '../support/ledger-fixture.js';
import { mailsTo } from '../support/mailbox.js';
import { until } from '../support/until.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

interface Servers {
  readonly url: string;
  /** Sends SIGKILL to the one with this key. */
  killPrimary(key: string): Promise<unknown>;
  recovered(): Promise<void>;
  stop(): Promise<void>;
}

const KINDS: readonly [string, () => Promise<Servers>][] = [
  ['Redis Cluster', startRedisCluster],
  ['Redis with Sentinel', startRedisSentinel],
];
const AMOUNT = 100;
const FUNDS_KOBO = 100_000_00;

describe.each(KINDS)('service that loses a primary of %s', (_, start) => {
  let servers: Servers;
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  beforeAll(async () => {
    servers = await start();
    // Limits that nobody reaches, so that each request counts in Redis.
    service = await startApp('mysql', { REDIS_URL: servers.url, RATE_LIMIT_SCALE: '100' });
    [ada, obi] = [await service.register(), await service.register()];
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, FUNDS_KOBO));
  });
  afterAll(async () => {
    await service.close();
    await servers.stop();
  });

  const balance = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;

  it('goes on: money and reading at all times, other writing when a primary is elected; no job and no money is lost', async () => {
    const answers = { money: [] as number[], read: [] as number[], write: [] as number[] };
    let isOver = false;
    const repeat = async (kind: keyof typeof answers, send: (count: number) => Promise<{ status: number }>) => {
      for (let count = 0; !isOver; count++) answers[kind].push((await send(count)).status);
    };
    const target = '/?req=user_profile_update&n=before-the-failover';
    const headers = signedHeaders(ada, { method: 'POST', target, body: '{"fNme":"Ada"}' });
    const recorded = () => service.client.send('POST', target, '{"fNme":"Ada"}', { headers });
    expect((await recorded()).status).toBe(200);

    const running = Promise.all([
      repeat('money', (count) =>
        service.client.post('user_transfer_create', {
          as: ada,
          body: { email: obi.email, amount: AMOUNT },
          idempotencyKey: `pay-${count}-of-many`,
        }),
      ),
      repeat('read', () => service.client.get('user_wallet_get_info', { as: obi })),
      repeat('write', (count) =>
        service.client.post('user_profile_update', { as: obi, body: { fNme: `Obi${count % 2 ? 'nna' : ''}` } }),
      ),
    ]);
    await until(() => answers.write.length > 5 && answers.money.length > 5);
    await servers.killPrimary(`${bullPrefix(service.config.of(RedisEnvironment).REDIS_PREFIX)}:jobs:wait`);
    await servers.recovered();
    const served = answers.write.length;
    const written = () => answers.write.slice(served).filter((status) => status === 200).length;
    await Promise.race([running, until(() => written() > 10)]);
    await until(async () => (await fetch(`${service.client.baseUrl}/readyz`)).status === 200);
    isOver = true;
    await running;

    expect(new Set(answers.money)).toEqual(new Set([200]));
    expect(new Set(answers.read)).toEqual(new Set([200]));
    expect(answers.write.filter((status) => status !== 200 && status !== 503)).toEqual([]);

    const paid = answers.money.length;
    expect(await balance(obi)).toBe(paid * AMOUNT);
    expect(await balance(ada)).toBe(FUNDS_KOBO / 100 - paid * AMOUNT);
    const told = async () =>
      (await mailsTo(service.config.dataDir, obi.email)).filter(({ subject }) => subject?.startsWith('You received'));
    await expect.poll(async () => (await told()).length).toBe(paid);

    expect((await recorded()).body.ERRORS.ID).toBe('request_replayed');
  });
});
