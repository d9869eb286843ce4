import { afterEach, describe, expect, it } from 'vitest';
import { networkOf, siteOf } from '../../src/kernel/addresses.js';
import { type EdgeApp, type EdgeOptions, startEdge } from './support/edge-app.js';
import { expectFailed, expectOk } from './support/expect-envelope.js';

let edge: EdgeApp | undefined;
const start = async (environment: EdgeOptions['environment'] = {}) => (edge = await startEdge({ environment }));
afterEach(async () => {
  await edge?.close();
  edge = undefined;
});

/** The address that the operation was told, for a request with these headers. */
async function seen(app: EdgeApp, ...headers: string[]): Promise<string> {
  expectOk(await app.raw.request('GET /?req=echo_find&name=Ada', headers), 'echo_find');
  return app.echo.visitors.at(-1)!.ip;
}

describe('client address', () => {
  it('is that of the connection without trusted proxies', async () => {
    const app = await start();
    expect(await seen(app, 'x-forwarded-for: 41.58.0.1', 'forwarded: for=41.58.0.1', 'x-real-ip: 41.58.0.1')).toBe('127.0.0.1');
  });

  it('is that of the connection with another trusted proxy', async () => {
    const app = await start({ TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await seen(app, 'x-forwarded-for: 41.58.0.1')).toBe('127.0.0.1');
  });

  it.each([
    ['one proxy', '127.0.0.1', 'x-forwarded-for: 41.58.0.1', '41.58.0.1'],
    ['IPv6', '127.0.0.1', 'x-forwarded-for: 2001:db8::1', '2001:db8::1'],
    ['IPv4 in IPv6', '127.0.0.1', 'x-forwarded-for: ::ffff:41.58.0.1', '41.58.0.1'],
    ['what the client claims before', '127.0.0.1', 'x-forwarded-for: 1.1.1.1, 41.58.0.1', '41.58.0.1'],
    ['two proxies', '127.0.0.1, 10.0.0.0/8', 'x-forwarded-for: 1.1.1.1, 41.58.0.1, 10.1.2.3', '41.58.0.1'],
    ['names of networks', 'loopback,uniquelocal', 'x-forwarded-for: 41.58.0.1, 192.168.7.7', '41.58.0.1'],
    ['no address at all', '127.0.0.1', 'x-forwarded-for: unknown', '127.0.0.1'],
    ['nonsense', '127.0.0.1', `x-forwarded-for: ${'x'.repeat(8000)}`, '127.0.0.1'],
    ['an address with a port', '127.0.0.1', 'x-forwarded-for: 41.58.0.1:4711', '127.0.0.1'],
    ['nothing', '127.0.0.1', 'x-nothing: 1', '127.0.0.1'],
  ])('is taken from trusted proxies: %s', async (_, proxies, header, address) => {
    expect(await seen(await start({ TRUSTED_PROXIES: proxies }), header)).toBe(address);
  });
});

describe('address key of the limits', () => {
  it.each([
    ['41.58.0.1', '41.58.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:41.58.0.1', '41.58.0.1'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8:0001:ffff::1', '2001:db8:1::/48'],
    ['41.58.0.1', undefined],
    ['::ffff:41.58.0.1', undefined],
    ['nonsense', undefined],
  ])('%s is of the site %s', (address, site) => expect(siteOf(address)).toBe(site));
});

describe('rate limits', () => {
  const from = (address: string) => [`x-forwarded-for: ${address}`, 'content-type: application/json'];
  const login = (app: EdgeApp, address: string) => app.raw.request('POST /?req=echo_open', from(address), '{"name":"Ada"}');

  it('refuse too many requests of a network, twelve times those of one subject, with Retry-After', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: 'loopback' });
    for (let left = 11; left >= 0; left--) {
      const answer = await login(app, '41.58.0.1');
      expectOk(answer, 'echo_open');
      expect(answer.headers['ratelimit-policy']).toBe('"login";q=12;w=60');
      expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"login";r=${left};t=[0-9]+$`));
    }
    const refused = await login(app, '41.58.0.1');
    expectFailed(refused, 429, 'echo_open');
    expect(refused.envelope!.ERRORS).toMatchObject({ CODE: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/^"login";r=0;t=[0-9]+$/);
    expectOk(await login(app, '41.58.0.2'), 'echo_open');
  });

  it('count an IPv6 network as one', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: 'loopback' });
    for (let count = 0; count < 12; count++) expectOk(await login(app, `2001:db8::${count}`), 'echo_open');
    expectFailed(await login(app, '2001:db8::2'), 429);
    expectOk(await login(app, '2001:db8:0:1::1'), 'echo_open');
  });

  it('count an IPv6 /48 as one, eight times a network, whichever of its networks is picked', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: 'loopback' });
    for (let count = 0; count < 96; count++) expectOk(await login(app, `2001:db8:1:${count}::1`), 'echo_open');
    const refused = await login(app, '2001:db8:1:ffff::1');
    expectFailed(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectOk(await login(app, '2001:db8:2::1'), 'echo_open');
  });

  it('count signed requests by user, whatever the number of their sessions and the address', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1' });
    const [me, other] = [app.sessions.open(), app.sessions.open()];
    const again = app.sessions.open({ userId: me.session.userId });
    const pay = (as: typeof me) => app.client.post('echo_pay', { as, body: { to: 'obi', amount: 1 } });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await pay(me)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await pay(again)).status).toBe(429);
    expect((await pay(other)).status).toBe(200);
    expect((await app.client.get('echo_read', { as: me })).status).toBe(200);
  });

  it('count signed requests of all users of a network, twelve times those of one user', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: 'loopback' });
    const pay = (address: string) =>
      app.client.post('echo_pay', {
        as: app.sessions.open(),
        body: { to: 'obi', amount: 1 },
        headers: { 'x-forwarded-for': address },
      });
    const statuses = [];
    for (let count = 0; count < 37; count++) statuses.push((await pay('41.58.0.1')).status);
    expect(statuses).toEqual([...Array<number>(36).fill(200), 429]);
    expect((await pay('41.58.0.2')).status).toBe(200);
  });

  it('count failed signatures by address', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: 'loopback' });
    const me = app.sessions.open();
    const forged = { ...me, secret: 'guessed' };
    const pay = (as: typeof me, address: string) =>
      app.client.post('echo_pay', { as, body: { to: 'obi', amount: 1 }, headers: { 'x-forwarded-for': address } });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await pay(forged, '41.58.0.1')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await pay(forged, '41.58.0.2')).status).toBe(401);
    expect((await pay(me, '41.58.0.1')).status).toBe(200);
  });

  it('count webhooks by provider, and unknown providers by address', async () => {
    const app = await start({ RATE_LIMIT_SCALE: '0.005' });
    const hook = (provider: string) => app.raw.request(`POST /?req=echo_hook&provider=${provider}`, [], '{}');
    const statuses = [];
    for (const provider of ['sandbox', 'sandbox', 'sandbox', 'sandbox', 'one', 'two', 'three', 'four']) {
      statuses.push((await hook(provider)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
  });

  it('are off at scale 0', async () => {
    const app = await start();
    for (let count = 0; count < 15; count++) expectOk(await login(app, '41.58.0.1'), 'echo_open');
    expect((await login(app, '41.58.0.1')).headers).not.toHaveProperty('ratelimit');
  });
});
