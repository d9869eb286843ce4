import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND, makeBackend, type TestBackend } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { startEdge } from './support/edge-app.js';
import { RawClient, readAnswer } from './support/raw-client.js';

const PAUSE_MS = 200;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const keptAlive = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;

describe('shutdown', () => {
  it('answers running requests and closes idle connections', async () => {
    const edge = await startEdge();
    const [idle, busy] = [await edge.raw.open(), await edge.raw.open()];
    const ended = Promise.all([idle, busy].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    const first = readAnswer(idle);
    idle.write(keptAlive('GET /?req=echo_find&name=Ada'));
    expect((await first).status).toBe(200);
    const slow = readAnswer(busy);
    busy.write(keptAlive('GET /?req=echo_slow'));
    await pause();
    const closed = edge.close();
    await pause();
    edge.echo.release();
    const answer = await slow;
    expect(answer.envelope).toMatchObject({ REQUEST: { STATUS: 'OK' }, DATA: { COMMENT: 'at last' } });
    expect(answer.headers['connection']).toBe('close');
    await Promise.all([closed, ended]);
  });

  it('serves what arrives on a connection with a running request', async () => {
    const edge = await startEdge();
    const busy = await edge.raw.open();
    const text = new Promise<string>((resolve) => {
      let received = '';
      busy.on('data', (chunk: Buffer) => (received += chunk.toString()));
      busy.once('close', () => resolve(received));
    });
    busy.write(keptAlive('GET /?req=echo_slow'));
    await pause();
    const closed = edge.close();
    await pause();
    edge.echo.release();
    await closed;
    expect(await text).not.toContain('FST_ERR');
  });
});

describe.each(ONE_BACKEND)('SIGTERM on %s', (backend) => {
  let place: TestBackend;
  let service: ServiceProcess | undefined;

  beforeAll(buildService);
  afterEach(async () => {
    service?.child.kill('SIGKILL');
    await place.remove();
  });

  const start = async () => {
    place = makeBackend(backend);
    service = await startProcess(place.environment);
    return service;
  };

  it('ends the process, with clients attached and a request in flight', async () => {
    const running = await start();
    const { url, port } = running;
    const client = new TestClient(url);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await client.get('nothing')).status).toBe(404);

    const raw = new RawClient(port);
    const idle = await raw.open();
    idle.on('error', () => undefined);
    idle.write(keptAlive('GET /healthz'));
    const silent = await raw.open();
    silent.on('error', () => undefined);

    const body = JSON.stringify({
      fsnm: 'Ada',
      lsnm: 'Obi',
      emal: 'ada@example.com',
      pswd: 'Correct-horse-7',
      devt: 'Web',
      devs: '1',
      devn: 'x',
    });
    const busy = await raw.open();
    const answer = readAnswer(busy, 10_000);
    busy.write(
      keptAlive('POST /?req=user_profile_create', `content-type: application/json\r\ncontent-length: ${body.length}\r\n`),
    );
    busy.write(body.slice(0, 20));
    await pause();
    const ending = running.end('SIGTERM');
    await pause();
    busy.write(body.slice(20));

    const { status, envelope } = await answer;
    expect([status, envelope?.REQUEST.STATUS]).toEqual([200, 'OK']);
    const { code, signal } = await ending;
    expect(code ?? signal).toSatisfy((how) => how === 0 || how === 'SIGTERM');
    expect(running.output()).not.toMatch(/error|unhandled|rejection/i);

    // What was answered is there after a restart.
    service = await startProcess(place.environment);
    const login = { emal: 'ada@example.com', pswd: 'Correct-horse-7', dvty: 'Web', dsnm: '1' };
    expect((await new TestClient(service.url).post('user_profile_login', { body: login })).status).toBe(200);
    await service.end('SIGINT');
  });
});

describe('SHUTDOWN_DELAY_SECONDS', () => {
  it('is the time in which /readyz answers 503 and requests are served, before the listener closes', async () => {
    await buildService();
    const place = makeBackend('sqlite', { SHUTDOWN_DELAY_SECONDS: '2' });
    const service = await startProcess(place.environment);
    const health = (await (await fetch(`${service.url}/healthz`)).json()) as Record<string, string>;
    expect(health['commit'] ?? '').toMatch(/^([0-9a-f]{12}(-changed)?)?$/);
    const ending = service.end('SIGTERM');
    const ready = async () => {
      const answer = await fetch(`${service.url}/readyz`);
      return { code: answer.status, ...((await answer.json()) as object) };
    };
    await until(async () => (await ready()).code === 503);
    expect(await ready()).toMatchObject({ status: 'stopping', database: 'ok', queue: 'ok' });
    const client = new TestClient(service.url);
    expect((await client.get('service_category_fetch')).status).toBe(401);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const { code, ms } = await ending;
    expect(code).toBe(0);
    expect(ms).toBeGreaterThanOrEqual(2_000);
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    await place.remove();
  });
});

describe('invalid start', () => {
  it('reports all configuration errors and exits with 1', async () => {
    const place = makeBackend('sqlite');
    const start = startProcess({ ...place.environment, PORT: 'x', LOG_LEVEL: 'loud' });
    const error = (await start.catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain('PORT');
    expect(error.message).toContain('LOG_LEVEL');
    expect(error.message).not.toContain(' at ');
    await place.remove();
  });
});
