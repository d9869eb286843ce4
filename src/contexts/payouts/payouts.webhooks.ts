import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { PayoutProviders } from '../banks/index.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { AdvancePayout } from './application/advance-payout.js';
import { PayoutWebhookHandler } from './application/payout-webhook-handler.js';
import { Payouts } from './application/ports.js';

@Injectable()
@Contributes(WebhookHandlerSource)
export class PayoutsWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly PayoutWebhookHandler[];

  constructor(providers: PayoutProviders, payouts: Payouts, advance: AdvancePayout) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) =>
      webhooks ? new PayoutWebhookHandler(name, webhooks, payouts, advance) : [],
    );
  }
}
