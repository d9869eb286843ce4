import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../../../packages/client/dist');
const PAGE = '<!doctype html><title>Client</title><link rel="icon" href="data:,">';

/** One origin for browsers: `/app/` is a page with the built client package, everything else is the service. */
export class Gateway {
  /** Actions in the order of their requests. */
  readonly actions: string[] = [];
  private readonly lost = new Map<string, number>();
  private readonly server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url!, 'http://gateway');
    if (pathname.startsWith('/app/')) sendFile(pathname.slice('/app/'.length), outgoing);
    else this.forward(pathname.slice(1), incoming, outgoing);
  });

  private constructor(private readonly service: URL) {}

  static async before(serviceUrl: string): Promise<Gateway> {
    const gateway = new Gateway(new URL(serviceUrl));
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes the connection in place of the next answers of an action, when the service has answered. */
  loseAnswers(action: string, count: number): void {
    this.lost.set(action, count);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(action: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.actions.push(action);
    const { hostname, port } = this.service;
    const { method, url, headers } = incoming;
    const asked = request({ hostname, port, method, path: url, headers }, (answer) => {
      const left = this.lost.get(action) ?? 0;
      this.lost.set(action, left - 1);
      if (left > 0) return void answer.resume().on('end', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode!, answer.headers);
      return answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  }
}

function sendFile(name: string, outgoing: ServerResponse): void {
  const isModule = extname(name) === '.js';
  outgoing.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
  outgoing.end(isModule ? readFileSync(resolve(DIST, name)) : PAGE);
}
