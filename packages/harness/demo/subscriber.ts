/** A partner's server that receives webhooks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class Subscriber {
  /** Events with a valid signature, oldest first. */
  readonly received: ReceivedEvent[] = [];
  /** `whsec_…`, as shown at creation. */
  secret = '';
  #server = createServer((request, response) => void this.#receive(request, response));

  static async start(): Promise<Subscriber> {
    const subscriber = new Subscriber();
    subscriber.#server.listen(0, '127.0.0.1');
    await once(subscriber.#server, 'listening');
    return subscriber;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/harmattan`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks = await request.toArray();
      const headers = request.headers as Record<string, string>;
      this.received.push(new Webhook(this.secret).verify(Buffer.concat(chunks), headers) as ReceivedEvent);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  }
}
