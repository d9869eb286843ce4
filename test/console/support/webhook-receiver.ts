import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that takes every webhook, and what it has received. */
export async function startReceiver() {
  const received: { readonly headers: Headers; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: new Headers(request.headers as Record<string, string>), body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url, received, stop };
}
