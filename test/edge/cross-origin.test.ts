import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.js';

const WEB = 'https://app.example.com';
const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'svc-securekey,content-type' };

describe('WEB_ORIGINS', () => {
  let service: TestApp;
  let api: string;
  const call = (path: string, init: RequestInit = {}) => fetch(`${api}${path}`, init);
  const allowedFor = async (origin: string, path = '/?req=service_category_fetch') =>
    (await call(path, { headers: { origin } })).headers.get('access-control-allow-origin');

  beforeAll(async () => {
    service = await startApp('sqlite', { WEB_ORIGINS: `${WEB}, http://localhost:5173`, RATE_LIMIT_SCALE: '1' });
    api = new URL(await service.app.getUrl()).origin;
  });
  afterAll(() => service.close());

  it('are allowed exactly, whatever the answer', async () => {
    expect([await allowedFor(WEB), await allowedFor('http://localhost:5173')]).toEqual([WEB, 'http://localhost:5173']);
    for (const path of ['/?req=unknown', '/healthz', '/openapi.json', '/docs/unknown'])
      expect([path, await allowedFor(WEB, path)]).toEqual([path, WEB]);
    const others = [
      'https://app.example.com.evil.example',
      'http://app.example.com',
      `${WEB}:8443`,
      'https://APP.example.com',
      'null',
    ];
    for (const origin of others) expect([origin, await allowedFor(origin)]).toEqual([origin, null]);
  });

  it('may read the headers that a client needs', async () => {
    const { headers } = await call('/?req=service_category_fetch', { headers: { origin: WEB } });
    const exposed = headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['svc-server-time', 'retry-after', 'idempotency-replayed']));
    expect(headers.get('svc-server-time')).toMatch(/^\d+$/);
    expect(headers.get('vary')).toBe('Origin');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('are answered before a request with signed headers', async () => {
    const { status, headers } = await call('/?req=user_transfer_create', {
      method: 'OPTIONS',
      headers: { origin: WEB, ...PREFLIGHT },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(WEB);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    for (const name of ['svc-securekey', 'svc-timestamp', 'svc-reqsignal', 'idempotency-key', 'content-type'])
      expect(headers.get('access-control-allow-headers')).toContain(name);
  });

  it('are no leave for other origins', async () => {
    const headers = { origin: 'https://evil.example', ...PREFLIGHT };
    const answer = await call('/?req=user_transfer_create', { method: 'OPTIONS', headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('do not reach metrics and the sandbox', async () => {
    for (const path of ['/metrics', '/sandbox', '/sandbox/state'])
      expect([path, await allowedFor(WEB, path)]).toEqual([path, null]);
  });
});

describe('without WEB_ORIGINS', () => {
  it('no origin is allowed', async () => {
    const service = await startApp('sqlite');
    const { origin } = new URL(await service.app.getUrl());
    const { headers } = await fetch(`${origin}/?req=service_category_fetch`, { headers: { origin: WEB } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await service.close();
  });
});
