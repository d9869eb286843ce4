import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A subscriber's server: keeps what it gets, and answers as told. */
export class Receiver {
  readonly received: Received[] = [];
  connections = 0;
  status = 200;
  /** Takes over the answer. */
  answer: RequestListener | undefined;

  private constructor(private readonly server: Server) {}

  static async open(tls?: { key: string; cert: string }): Promise<Receiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new Receiver(server);
    server.on('connection', () => receiver.connections++);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        receiver.received.push({ method: request.method!, path: request.url!, headers: request.headers, body });
        if (receiver.answer) receiver.answer(request, response);
        else response.writeHead(receiver.status).end('thanks');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** @param host a name or address that leads to this machine */
  url(host = '127.0.0.1', scheme = 'http'): string {
    return `${scheme}://${host}:${this.port}/hook?from=here`;
  }

  closeConnections(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
