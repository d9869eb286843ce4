import type { RawRequest } from '../../../kernel/caller.js';
import { WebhookHandler, type WebhookIdentity } from '../../webhooks/index.js';
import type { CollectPayments } from './collect-payments.js';
import type { DepositProvider } from './ports/deposit-provider.js';

/** A webhook only causes a query of the provider. */
export class DepositWebhookHandler extends WebhookHandler {
  readonly provider: string;

  constructor(
    private readonly source: DepositProvider,
    private readonly collectPayments: CollectPayments,
  ) {
    super();
    this.provider = source.name;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.source.identifyWebhook(request);
  }

  async process(payload: string): Promise<void> {
    for (const question of await this.source.readWebhook(payload)) {
      const answer = await this.collectPayments.execute(this.source, question);
      // The job is retried until the provider lists the announced payment.
      if (answer !== 'paid') throw new Error(`${this.provider} announced a payment and answers ${answer}`);
    }
  }
}
