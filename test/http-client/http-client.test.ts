import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { HttpClient } from '../../src/platform/http-client/http-client.js';

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server, scheme = 'http'): Promise<URL> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/pay?key=value`);
}

function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  return listen(createHttpServer(answer));
}

describe('HttpClient', () => {
  const client = new HttpClient();
  const post = (url: URL, timeoutMs = 5_000, signal?: AbortSignal) =>
    client.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'secret-key': 'SK_secret' },
      body: '{"amount":"1.00"}',
      timeoutMs,
      ...(signal ? { signal } : {}),
    });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  });
  afterAll(() => client.beforeApplicationShutdown());

  it('sends what it is given, and returns status and text of any answer', async () => {
    const seen: unknown[] = [];
    const url = await answering((request, response) => {
      seen.push([request.method, request.url, request.headers['secret-key']]);
      response.writeHead(422).end('not json');
    });
    expect(await post(url)).toEqual({ kind: 'answered', status: 422, body: 'not json' });
    expect(seen).toEqual([['POST', '/pay?key=value', 'SK_secret']]);
  });

  it('keeps the connection for the next call', async () => {
    const url = await answering((_request, response) => response.end('{}'));
    await post(url);
    await setImmediate();
    await post(url);
    expect([...sockets].filter(({ remoteAddress, localPort }) => remoteAddress && localPort === Number(url.port)).length).toBe(1);
  });

  it('does not follow a redirect', async () => {
    const url = await answering((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 307 });
  });

  it.each([
    [
      'a refused connection',
      async () => {
        const server = createTcpServer();
        const url = await listen(server);
        await new Promise((resolve) => servers.pop()!.close(resolve));
        return url;
      },
      /^ECONNREFUSED$/,
    ],
    ['an unknown name', () => Promise.resolve(new URL('http://provider.invalid/pay')), /^E(NOTFOUND|AI_AGAIN)$/],
    [
      'a connection closed during the TLS handshake',
      () =>
        listen(
          createTcpServer((socket) => socket.once('data', () => socket.destroy())),
          'https',
        ),
      /^ECONNRESET$/,
    ],
    [
      'a certificate that is not trusted',
      () =>
        listen(
          createTlsServer({
            key: readFileSync(new URL('../contexts/webhooks/support/hooks.example.key', import.meta.url)),
            cert: readFileSync(new URL('../contexts/webhooks/support/hooks.example.pem', import.meta.url)),
          }),
          'https',
        ),
      /CERT|SIGNED|ISSUER/,
    ],
  ])('proves that nothing was sent to %s', async (_name, server, cause) => {
    expect(await post(await server())).toEqual({
      kind: 'not_sent',
      cause: expect.stringMatching(cause),
    });
  });

  it('proves that nothing was sent when the time is up during the TLS handshake', async () => {
    const url = await listen(createTcpServer(), 'https');
    expect(await post(url, 150)).toEqual({ kind: 'not_sent', cause: 'timeout' });
  });

  it.each([
    ['closes the connection without an answer', (socket: Socket) => socket.destroy()],
    ['closes it within the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-')],
    ['closes it within the body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"co')],
    ['does not speak HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')],
  ])('does not know the outcome when the server %s, and sends the request once', async (_name, answer) => {
    let requests = 0;
    const url = await listen(
      createTcpServer((socket) =>
        socket
          .on('error', () => undefined)
          .once('data', () => {
            requests++;
            answer(socket);
          }),
      ),
    );
    expect(await post(url)).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    expect(requests).toBe(1);
  });

  it('does not know the outcome when a kept connection is closed by the next request', async () => {
    let requests = 0;
    const url = await listen(
      createTcpServer((socket) =>
        socket
          .on('error', () => undefined)
          .on('data', () => {
            if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
            else socket.destroy();
          }),
      ),
    );
    expect(await post(url)).toMatchObject({ kind: 'answered' });
    await setImmediate();
    expect(await post(url)).toEqual({ kind: 'unknown', cause: 'connection_lost' });
    expect(requests).toBe(2);
  });

  it.each([
    ['is silent', () => undefined],
    ['stops within the body', (response: ServerResponse) => response.writeHead(200).write('{"code":')],
  ])('does not know the outcome when the server %s until the time is up', async (_name, answer) => {
    const url = await answering((_request, response) => answer(response));
    expect(await post(url, 150)).toEqual({ kind: 'unknown', cause: 'timeout' });
  });

  it('ends when its caller gives up', async () => {
    const caller = new AbortController();
    const url = await answering(() => caller.abort());
    expect(await post(url, 60_000, caller.signal)).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(await post(url, 60_000, caller.signal)).toEqual({ kind: 'not_sent', cause: 'timeout' });
  });

  it('cuts off an answer of more than one megabyte', async () => {
    const url = await answering((_request, response) => response.end(Buffer.alloc(1_048_577, 'x')));
    expect(await post(url)).toEqual({ kind: 'unknown', cause: 'too_large' });
    const full = await answering((_request, response) => response.end(Buffer.alloc(1_048_576, 'x')));
    expect(await post(full)).toMatchObject({ kind: 'answered' });
  });
});
