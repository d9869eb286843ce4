import type { RawRequest } from '../../../kernel/caller.js';
import type { PayoutWebhooks } from '../../banks/index.js';
import { WebhookHandler, type WebhookIdentity } from '../../webhooks/index.js';
import type { AdvancePayout } from './advance-payout.js';
import type { Payouts } from './ports.js';

/** The provider is asked about each payout that its webhook names; what the webhook says of it is not believed. */
export class PayoutWebhookHandler extends WebhookHandler {
  override readonly answer: object;

  constructor(
    readonly provider: string,
    private readonly webhooks: PayoutWebhooks,
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
  ) {
    super();
    this.answer = webhooks.answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.webhooks.identify(request);
  }

  async process(payload: string): Promise<void> {
    for (const reference of this.webhooks.read(payload)) {
      const state = await this.payouts.findByReference(this.provider, reference);
      if (state?.attempt.reference === reference) await this.advance.query(state);
    }
  }
}
