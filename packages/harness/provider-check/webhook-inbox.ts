import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RawRequest } from './ports.js';

/** Keeps the webhooks that a simulator sends, byte for byte. */
export class WebhookInbox {
  readonly received: RawRequest[] = [];
  /** What the provider wants to hear. */
  answer: object = {};
  private readonly server: Server = createServer((request, response) => void this.keep(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<WebhookInbox> {
    const inbox = new WebhookInbox();
    await new Promise<void>((resolve) => inbox.server.listen(0, '127.0.0.1', resolve));
    return inbox;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { searchParams } = new URL(request.url ?? '/', this.url);
    this.received.push({ query: Object.fromEntries(searchParams), headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.answer));
  }
}
