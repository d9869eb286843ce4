/** A partner's server that receives webhooks. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

export class Subscriber {
  /** Events with a valid signature, oldest first. */
  received = [];
  /** `whsec_…`, as shown at creation. */
  secret;
  #server = createServer((request, response) => void this.#receive(request, response));

  static async start() {
    const subscriber = new Subscriber();
    subscriber.#server.listen(0, '127.0.0.1');
    await once(subscriber.#server, 'listening');
    return subscriber;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}/harmattan`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request, response) {
    try {
      const chunks = await request.toArray();
      this.received.push(new Webhook(this.secret).verify(Buffer.concat(chunks), request.headers));
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  }
}
