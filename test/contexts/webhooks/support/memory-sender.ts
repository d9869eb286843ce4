import { type Delivery, type OutgoingMessage, WebhookSender } from '../../../../src/contexts/webhooks/webhooks.js';

/** Keeps messages instead of sending them. */
export class MemorySender extends WebhookSender {
  readonly sent: OutgoingMessage[] = [];
  delivery: Delivery | Error = { status: 200 };
  wait: (message: OutgoingMessage) => Promise<void> = () => Promise.resolve();

  refusalOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async send(message: OutgoingMessage): Promise<Delivery> {
    this.sent.push(message);
    await this.wait(message);
    if (this.delivery instanceof Error) throw this.delivery;
    return this.delivery;
  }
}
