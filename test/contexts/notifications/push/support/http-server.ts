import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** Sent as JSON, or unchanged when it is text. */
  readonly body: unknown;
}

/** A local server that answers POSTs. */
export abstract class PostServer {
  private server: Server;
  url: string;

  protected abstract answer(asked: Asked): Answer | Promise<Answer>;

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const asked = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
        const { status, body } = request.method === 'POST' ? await this.answer(asked) : { status: 405, body: 'POST only' };
        const isText = typeof body === 'string';
        response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
        response.end(isText ? body : JSON.stringify(body));
      })();
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
