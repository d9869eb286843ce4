import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { type Credentials, signedHeaders } from '../support/client.js';
import { until } from '../support/until.js';
import { type EdgeApp, type EdgeOptions, startEdge } from './support/edge-app.js';
import { type RawAnswer, readAnswer } from './support/raw-client.js';

const MEGABYTE = 1_048_576;
const LENGTH = 14 * MEGABYTE;

let edge: EdgeApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await edge.close();
});
const start = async (options: EdgeOptions = {}) => (edge = await startEdge(options));

/** Declares a body of 14 MB and sends `sent` of it. */
async function begin(as: Credentials, sent: Buffer, more: { action?: string; network?: string; timestamp?: number } = {}) {
  const target = `/?req=${more.action ?? 'echo_large'}`;
  const headers = Object.entries(signedHeaders(as, { method: 'POST', target, timestamp: more.timestamp }));
  const lines = [...headers, ...(more.network ? [['x-forwarded-for', more.network] as const] : [])];
  const socket = await edge.raw.open();
  sockets.push(socket);
  const answer = readAnswer(socket, 20_000);
  answer.catch(() => undefined);
  socket.on('error', () => undefined);
  socket.write(
    `POST ${target} HTTP/1.1\r\nhost: x\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}content-length: ${LENGTH}\r\n\r\n`,
  );
  if (sent.length > 0) socket.write(sent);
  return { socket, answer };
}

async function heldBytes(): Promise<number> {
  const metric = await edge.app.get(Metrics).registry.getSingleMetric('harmattan_body_bytes')!.get();
  return metric.values[0]!.value;
}

const countRefused = (begun: readonly { answer: Promise<RawAnswer> }[]) => {
  const statuses: number[] = [];
  for (const { answer } of begun) void answer.then(({ status }) => statuses.push(status)).catch(() => statuses.push(0));
  return statuses;
};

describe('body budget', () => {
  it('150 unfinished bodies of one key take its share at most, and others are served', async () => {
    await start();
    const [greedy, other] = [edge.sessions.open(), edge.sessions.open()];
    const before = process.memoryUsage().arrayBuffers;
    const chunk = Buffer.alloc(2 * MEGABYTE, 'x');
    const begun = [];
    for (let count = 0; count < 150; count++) begun.push(await begin(greedy, chunk));
    const statuses = countRefused(begun);
    await until(() => statuses.length >= 130);
    expect(new Set(statuses)).toEqual(new Set([429]));
    const held = await heldBytes();
    expect(held).toBeGreaterThan(20 * MEGABYTE);
    expect(held).toBeLessThanOrEqual(32 * MEGABYTE);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120 * MEGABYTE);
    const answer = await edge.client.post('echo_large', { as: other, body: { padding: 'x'.repeat(5 * MEGABYTE) } });
    expect(answer.status).toBe(200);
    // Given back with the connections.
    for (const { socket } of begun) socket.destroy();
    await until(async () => (await heldBytes()) === 0);
    expect((await edge.client.post('echo_write', { as: greedy, body: { name: 'Ada' } })).status).toBe(200);
  });

  it('is shared by networks, and says when it is full', async () => {
    await start({ environment: { BODY_BUDGET_MB: '32', TRUSTED_PROXIES: 'loopback' } });
    const fill = async (network: string) => {
      const [one, two] = [edge.sessions.open(), edge.sessions.open()];
      const before = await heldBytes();
      await begin(one, Buffer.alloc(8 * MEGABYTE), { network });
      await begin(two, Buffer.alloc(7.5 * MEGABYTE), { network });
      await until(async () => (await heldBytes()) - before > 15 * MEGABYTE);
    };
    const post = (network: string) =>
      edge.client.post('echo_large', {
        as: edge.sessions.open(),
        headers: { 'x-forwarded-for': network },
        body: { padding: 'x'.repeat(1.9 * MEGABYTE) },
      });
    await fill('10.0.0.1');
    const ofNetwork = await post('10.0.0.1');
    expect([ofNetwork.status, ofNetwork.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await post('10.0.0.2')).status).toBe(200);
    await fill('10.0.0.2');
    const full = await post('10.0.0.3');
    expect([full.status, full.headers.get('retry-after'), full.body.ERRORS.CODE]).toEqual([503, '1', 503]);
  });

  it('gives an IPv6 /48 a share, whichever of its networks is picked', async () => {
    await start({ environment: { BODY_BUDGET_MB: '32', TRUSTED_PROXIES: 'loopback' } });
    const before = await heldBytes();
    for (const number of [1, 2])
      await begin(edge.sessions.open(), Buffer.alloc(7.7 * MEGABYTE), { network: `2001:db8:1:${number}::1` });
    await until(async () => (await heldBytes()) - before > 15 * MEGABYTE);
    const post = (network: string) =>
      edge.client.post('echo_large', {
        as: edge.sessions.open(),
        headers: { 'x-forwarded-for': network },
        body: { padding: 'x'.repeat(1.9 * MEGABYTE) },
      });
    expect((await post('2001:db8:1:3::1')).status).toBe(429);
    expect((await post('2001:db8:2:1::1')).status).toBe(200);
  });

  it('is given back after answers on a kept connection, and after bodies to pages', async () => {
    await start();
    const ada = edge.sessions.open();
    for (let count = 0; count < 5; count++)
      await edge.client.post('echo_large', { as: ada, body: { padding: 'x'.repeat(MEGABYTE) } });
    await fetch(`http://127.0.0.1:${edge.raw.port}/healthz`, { method: 'OPTIONS', body: 'x'.repeat(1_000) });
    await until(async () => (await heldBytes()) === 0);
    expect((await edge.client.post('echo_large', { as: ada, body: { padding: 'x'.repeat(MEGABYTE) } })).status).toBe(200);
  });
});

describe('a body is not read', () => {
  it('where the timestamp is out of range', async () => {
    await start();
    const { answer } = await begin(edge.sessions.open(), Buffer.alloc(0), { timestamp: 1_000_000_000 });
    const { status, envelope } = await answer;
    expect([status, envelope?.ERRORS?.MSG]).toEqual([401, 'timestamp_out_of_range']);
  });

  it('where the signature headers are malformed', async () => {
    await start();
    const socket = await edge.raw.open();
    sockets.push(socket);
    const answer = readAnswer(socket);
    socket.write(`POST /?req=echo_large HTTP/1.1\r\nhost: x\r\nsvc-securekey: x\r\ncontent-length: ${LENGTH}\r\n\r\n`);
    expect((await answer).status).toBe(401);
  });

  it('where the limit of the session is used up', async () => {
    await start({ environment: { RATE_LIMIT_SCALE: '0.02' } });
    const ada = edge.sessions.open();
    expect((await edge.client.post('echo_write', { as: ada, body: { name: 'a' } })).status).toBe(200);
    expect((await edge.client.post('echo_write', { as: ada, body: { name: 'b' } })).status).toBe(429);
    const { status, headers } = await (await begin(ada, Buffer.alloc(0))).answer;
    expect([status, headers['ratelimit']]).toEqual([429, expect.stringMatching(/^"write";r=0;t=\d+$/)]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const other = await begin(edge.sessions.open(), Buffer.alloc(100));
    await until(async () => (await heldBytes()) > 100);
    other.socket.destroy();
    await once(other.socket, 'close');
  });

  it('where the limit of the network is used up', async () => {
    await start({ environment: { RATE_LIMIT_SCALE: '0.1' } });
    for (let count = 0; count < 12; count++)
      expect((await edge.client.post('echo_open', { body: { name: 'a' } })).status).toBe(200);
    expect((await edge.client.post('echo_open', { body: { name: 'b' } })).status).toBe(429);
    const { answer } = await begin(edge.sessions.open(), Buffer.alloc(0), { action: 'echo_open' });
    expect((await answer).status).toBe(429);
  });
});
