import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Users } from '../../../src/contexts/sign-in/index.js';
import { CacheInvalidator } from '../../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { RedisConnection } from '../../../src/platform/redis/redis.js';
import { type IdentityApp, type IdentityNode, PASSWORD, startIdentity } from './support/identity-app.js';
import { until } from '../../support/until.js';

describe('identity with several processes on MySQL and Redis', () => {
  let one: IdentityApp;
  let two: IdentityNode;
  const isGood = async (node: IdentityNode, as: { pbcKey: string; secret: string }) =>
    (await node.client.get('authentication_verify', { as })).status === 200;

  beforeAll(async () => {
    one = await startIdentity('mysql');
    two = await one.another();
    for (const { app } of [one, two]) await until(() => app.get(CacheInvalidator, { strict: false }).isConnected);
  });
  afterAll(() => one.close());

  it('begins and ends sessions on all processes at once', async () => {
    const as = (await one.register('everywhere@example.com')).body.DATA;
    for (const node of [one, two]) expect(await isGood(node, as)).toBe(true);
    await two.client.get('user_profile_logout', { as });
    for (const node of [one, two]) expect(await isGood(node, as)).toBe(false);
  });

  it('rotates secrets on all processes at once', async () => {
    const as = (await one.register('secret@example.com')).body.DATA;
    for (const node of [one, two]) expect(await isGood(node, as)).toBe(true);
    const { secret } = (await one.client.get('user_authentication', { as })).body.DATA;
    for (const node of [two, one]) expect(await isGood(node, { pbcKey: as.pbcKey, secret })).toBe(true);
  });

  it('ends other sessions on all processes after a password change', async () => {
    const here = (await one.register('changed@example.com')).body.DATA;
    const there = (
      await two.client.post('user_profile_login', {
        body: { emal: 'changed@example.com', pswd: PASSWORD, dvty: 'Web', dsnm: 'serial-2' },
      })
    ).body.DATA;
    for (const node of [one, two]) expect(await isGood(node, there)).toBe(true);
    await one.client.post('user_password_change', { as: here, body: { pswd: PASSWORD, npwd: 'Another-horse-8' } });
    await expect.poll(() => isGood(two, there)).toBe(false);
    expect(await isGood(one, there)).toBe(false);
    for (const node of [one, two]) expect(await isGood(node, here)).toBe(true);
  });

  it('invalidates an old address on all processes', async () => {
    const as = (await one.register('moving@example.com')).body.DATA;
    const users = [one, two].map(({ app }) => app.get(Users, { strict: false }));
    for (const each of users) expect((await each.findByEmail('moving@example.com'))?.id).toBe(as.userid);
    await one.client.get('user_email_verify_send', { query: { emal: 'moved@example.com' } });
    const code = one.mailer.codeTo('moved@example.com');
    await one.client.get('user_email_update', { as, query: { emal: 'moved@example.com', code } });
    for (const each of users) {
      await expect.poll(() => each.findByEmail('moving@example.com')).toBeUndefined();
      expect((await each.findByEmail('moved@example.com'))?.id).toBe(as.userid);
      expect((await each.find(as.userid))?.email).toBe('moved@example.com');
    }
  });

  it('bypasses the cache while the subscription is down', async () => {
    const as = (await one.register('deaf@example.com')).body.DATA;
    expect(await isGood(two, as)).toBe(true);
    const redis = one.app.get(RedisConnection, { strict: false });
    const invalidations = two.app.get(CacheInvalidator, { strict: false });
    // Ends the subscriptions of these two processes, which carry this test's key prefix.
    const clients = (await redis.client.client('LIST')) as string;
    const ids = clients
      .split('\n')
      .filter((line) => line.includes(`name=${redis.prefix}:invalidations`))
      .map((line) => /\bid=(\d+)/.exec(line)![1]!);
    expect(ids).toHaveLength(2);
    for (const id of ids) await redis.client.client('KILL', 'ID', id);
    await expect.poll(() => invalidations.isConnected, { interval: 1 }).toBe(false);
    await one.rows('DELETE FROM session WHERE id = ?', as.marker);
    expect(await isGood(two, as)).toBe(false);
    await expect.poll(() => invalidations.isConnected).toBe(true);
  });
});
