import { afterEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/platform/database/database.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { HealthController } from '../../src/platform/http/health.controller.js';
import { redisAddress } from '../../src/platform/redis/redis-address.js';
import { type EdgeApp, type EdgeOptions, startEdge } from './support/edge-app.js';
import { expectFailed } from './support/expect-envelope.js';

/** Beside the usual ones, of networks in front of services and of their load balancers. */
const PROXY_HEADERS = [
  'X-Forwarded',
  'X-Forwarded-Port',
  'X-Original-Forwarded-For',
  'X-Original-Host',
  'X-Envoy-External-Address',
  'X-Azure-ClientIP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'CDN-Loop',
  'CF-Ray',
];

let edge: EdgeApp | undefined;
const start = async (options: EdgeOptions = {}) => (edge = await startEdge(options));
afterEach(async () => {
  await edge?.close();
  edge = undefined;
});

const get = (app: EdgeApp, path: string, ...headers: string[]) => app.raw.request(`GET ${path}`, headers);

describe.each(['sqlite', 'mysql'] as const)('on %s', (backend) => {
  it('healthz and readyz answer 200', async () => {
    const app = await start({ backend });
    const health = await get(app, '/healthz');
    expect([health.status, health.envelope]).toEqual([
      200,
      { status: 'ok', version: expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+$/) },
    ]);
    const ready = await get(app, '/readyz');
    expect([ready.status, ready.envelope]).toEqual([200, { status: 'ok', database: 'ok', queue: 'ok' }]);
    expect(health.headers['svc-server-time']).toMatch(/^[0-9]{10}$/);
  });
});

describe('readyz', () => {
  it('names failed parts only', async () => {
    const app = await start();
    app.queue.down = true;
    const queue = await get(app, '/readyz');
    expect([queue.status, queue.envelope]).toEqual([503, { status: 'down', database: 'ok', queue: 'down' }]);
    const excluded = await get(app, '/readyz?exclude=queue');
    expect([excluded.status, excluded.envelope]).toEqual([200, { status: 'ok', database: 'ok' }]);
    // A check that fails at once while the other takes its time.
    vi.spyOn(app.app.get(Database), 'rows').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('connect ECONNREFUSED 10.1.2.3:3306');
    });
    const both = await get(app, '/readyz');
    expect([both.status, both.envelope]).toEqual([503, { status: 'down', database: 'down', queue: 'down' }]);
    expect(await get(app, '/readyz?exclude=queue')).toMatchObject({ status: 503 });
    expect(await get(app, '/healthz')).toMatchObject({ status: 200 });
  });

  it('says in the log where a part is that fails', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = new Log({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const app = await start({ backend: 'mysql', log });
    app.queue.down = true;
    vi.spyOn(app.app.get(Database), 'rows').mockRejectedValue(new Error('away'));
    await get(app, '/readyz');
    const said = lines.filter(({ msg }) => msg === 'not ready');
    const { host, username } = new URL(app.config.databaseUrl!);
    const places = Object.fromEntries(said.map(({ check, at }) => [check, at]));
    expect(places).toEqual({ database: host, queue: redisAddress(app.config.redisUrl!).at });
    expect(JSON.stringify(said)).not.toContain(`${username}@`);
  });

  it('has a time limit', async () => {
    const app = await start();
    vi.spyOn(app.app.get(Database), 'rows').mockImplementation(() => new Promise(() => undefined));
    expect((await get(app, '/readyz')).envelope).toMatchObject({ database: 'down', queue: 'ok' });
  });
});

describe('metrics', () => {
  it('count requests by operation, without values of clients', async () => {
    const app = await start();
    await get(app, '/?req=echo_find&name=Ada');
    await get(app, '/?req=echo_find');
    await get(app, '/?req=made_up_by_a_stranger');
    const { status, text, headers } = await get(app, '/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('harmattan_requests_total{action="echo_find",status="200"} 1');
    expect(text).toContain('harmattan_requests_total{action="echo_find",status="400"} 1');
    expect(text).toContain('harmattan_requests_total{action="unknown",status="404"} 1');
    expect(text).toContain('harmattan_request_seconds_bucket');
    expect(text).toMatch(/^harmattan_build_info\{version="[0-9.]+",commit="[0-9a-f]*"\} 1$/m);
    const builtAt = Number(/^harmattan_build_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    expect(Math.abs(builtAt - Date.now() / 1_000)).toBeLessThan(3_600);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('made_up_by_a_stranger');
  });

  it('without a token are limited to direct callers on this machine', async () => {
    const app = await start();
    for (const header of ['Forwarded: for=127.0.0.1', 'Via: 1.1 proxy', 'X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 127.0.0.1'])
      for (const method of ['GET', 'HEAD']) expect((await app.raw.request(`${method} /metrics`, [header])).status).toBe(403);
    expect((await get(app, '/metrics')).status).toBe(200);
  });

  it.each(PROXY_HEADERS)('without a token are for nobody behind a proxy that sends %s', async (header) => {
    expect((await get(await start(), '/metrics', `${header}: 41.58.0.1`)).status).toBe(403);
  });

  it.each(['pay.example', 'PAY.example:443', 'pay.example.'])(
    'without a token are for nobody who asks %s, by way of a proxy that adds no header',
    async (host) => {
      const app = await start({ environment: { PUBLIC_URL: 'https://pay.example' } });
      const asked = (name: string) => app.raw.send(`GET /metrics HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
      expect((await asked(host)).status).toBe(403);
      expect((await asked('127.0.0.1:3000')).status).toBe(200);
    },
  );

  it('without a token are there under the public name where that is this machine', async () => {
    const app = await start({ environment: { PUBLIC_URL: 'http://localhost:3000' } });
    const bytes = 'GET /metrics HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n';
    expect((await app.raw.send(bytes)).status).toBe(200);
  });

  it('with a token require it', async () => {
    const app = await start({ environment: { METRICS_TOKEN: 'a-token-for-prometheus' } });
    expect((await get(app, '/metrics')).status).toBe(403);
    expect((await get(app, '/metrics', 'authorization: Bearer a-token-for-prometheuz')).status).toBe(403);
    expect((await get(app, '/metrics', 'authorization: Bearer')).status).toBe(403);
    expect((await get(app, '/metrics', 'authorization: Bearer a-token-for-prometheus')).status).toBe(200);
  });
});

describe('healthz', () => {
  it('names the commit to this machine and with METRICS_TOKEN, and to nobody else', async () => {
    const token = 'a-token-for-prometheus';
    const app = await start({ environment: { METRICS_TOKEN: token } });
    Object.assign(app.app.get(HealthController), { build: { version: '1.2.3', commit: 'abcdef123456' } });
    const commit = async (...headers: string[]) =>
      ((await get(app, '/healthz', ...headers)).envelope as { commit?: string } | undefined)?.commit;
    expect(await commit()).toBe('abcdef123456');
    expect(await commit('x-real-ip: 41.58.0.1')).toBeUndefined();
    expect(await commit('x-forwarded-for: 41.58.0.1', 'authorization: Bearer wrong')).toBeUndefined();
    expect(await commit('x-forwarded-for: 41.58.0.1', `authorization: Bearer ${token}`)).toBe('abcdef123456');
  });
});

describe('answers', () => {
  const security = async (app: EdgeApp, path: string) => (await get(app, path)).headers['strict-transport-security'];

  it.each(['/healthz', '/?req=echo_find&name=Ada', '/?req=unknown', '/no/such/path'])(
    'of %s ask for https where PUBLIC_URL is https',
    async (path) => {
      expect(await security(await start({ environment: { PUBLIC_URL: 'https://api.example.ng' } }), path)).toBe(
        'max-age=31536000',
      );
    },
  );

  const PATHS = ['/?req=echo_find&name=Ada', '/?req=unknown', '/no/such/path', '/healthz', '/readyz', '/metrics'];
  it.each(PATHS)('of %s are no page for a browser', async (path) => {
    expect((await get(await start(), path)).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('do not ask for it where PUBLIC_URL is http', async () => {
    const app = await start();
    for (const path of ['/healthz', '/?req=echo_find&name=Ada']) expect(await security(app, path)).toBeUndefined();
  });
});

describe('worker', () => {
  it('serves its health and no operation', async () => {
    const app = await start({ backend: 'mysql', environment: { ROLE: 'worker' } });
    expect((await get(app, '/healthz')).status).toBe(200);
    expect((await get(app, '/readyz')).status).toBe(200);
    expectFailed(await get(app, '/?req=echo_find&name=Ada'), 404);
    expectFailed(await get(app, '/echo_find?name=Ada'), 404);
  });
});

describe('other methods', () => {
  it.each(['POST', 'PUT', 'DELETE'])('%s /healthz is answered in the envelope', async (method) => {
    const app = await start();
    expectFailed(await app.raw.request(`${method} /healthz`), 404);
  });
});
