import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { until } from '../support/until.js';
import { type EdgeApp, type EdgeOptions, startEdge } from './support/edge-app.js';

let edge: EdgeApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await edge.close();
});

const start = async (options: EdgeOptions) => (edge = await startEdge(options));

/** Keeps its side open whatever the server does. */
function open(bytes: string): Promise<Socket> {
  const socket = connect({ port: edge.raw.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return new Promise((resolve) =>
    socket.once('connect', () => {
      socket.write(bytes);
      resolve(socket);
    }),
  );
}

/** Resolves when the server ends a new connection without an answer. */
async function openRefused(): Promise<void> {
  const socket = connect({ port: edge.raw.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toEqual([]);
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    edge.app.getHttpServer().getConnections((error: Error | null, count: number) => (error ? reject(error) : resolve(count))),
  );

it('edge: serves beside 2,000 connections with half a header, and destroys them after the header time-out', async () => {
  await start({ headersMs: 10_000 });
  for (let batch = 0; batch < 10; batch++)
    await Promise.all(Array.from({ length: 200 }, () => open('GET /?req=echo_find&name=Ada HTTP/1.1\r\nhost: x')));
  await until(async () => (await openConnections()) === 2_000);
  const { status } = await edge.client.get('echo_find', { query: { name: 'Ada' } });
  expect(status).toBe(200);
  // The client's kept connection stays.
  await until(async () => (await openConnections()) <= 1);
});

it.each([
  ['malformed HTTP', 'NONSENSE\r\n\r\n'],
  ['headers that are too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`],
  ['CONNECT', 'CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a body that is too long', `POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ncontent-length: 90000000\r\n\r\n`],
])('edge: destroys a connection after the error answer to %s, although the client keeps it', async (_, bytes) => {
  await start({});
  const socket = await open(bytes);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 4/);
  await until(async () => (await openConnections()) === 0);
});

it('edge: gives one network at most half of MAX_CONNECTIONS, and serves again when it leaves', async () => {
  await start({ environment: { MAX_CONNECTIONS: '20' } });
  const some = await Promise.all(Array.from({ length: 10 }, () => open('GET /')));
  await openRefused();
  expect(await openConnections()).toBe(10);
  for (const socket of some) socket.destroy();
  await until(async () => (await openConnections()) === 0);
  expect((await edge.client.get('echo_find', { query: { name: 'Ada' } })).status).toBe(200);
});

it('edge: opens MAX_CONNECTIONS at most', async () => {
  await start({ environment: { MAX_CONNECTIONS: '20', TRUSTED_PROXIES: 'loopback' } });
  await Promise.all(Array.from({ length: 20 }, () => open('GET /')));
  await until(async () => (await openConnections()) === 20);
  await openRefused();
  expect(await openConnections()).toBe(20);
});
