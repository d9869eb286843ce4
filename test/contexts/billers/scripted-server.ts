import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

/** A server whose answers the test states by path. */
export class ScriptedServer {
  readonly received: Received[] = [];
  /** A text is sent unchanged, `close` ends the connection. */
  answer: (received: Received) => { status?: number; body: unknown } | 'close' = () => ({ status: 404, body: 'nothing' });
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received: Received = {
          method: request.method!,
          path: request.url!,
          headers: request.headers,
          body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
        };
        this.received.push(received);
        const answer = this.answer(received);
        if (answer === 'close') return void request.socket.destroy();
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
