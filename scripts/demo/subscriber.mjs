/** A partner's server that wants to be told of what happens. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

export class Subscriber {
  /** What was received and is authentic, oldest first. */
  received = [];
  /** `whsec_…`, as the service showed it once. */
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
