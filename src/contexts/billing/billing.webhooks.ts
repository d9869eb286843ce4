import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { AdvancePurchase } from './application/advance-purchase.js';
import { BillerWebhookHandler } from './application/biller-webhook-handler.js';
import { BillerProviders } from './application/ports/biller-providers.js';
import { Purchases } from './application/ports/purchases.js';
import { SyncCatalogue } from './application/sync-catalogue.js';

/** Of the biller providers that send webhooks. */
@Injectable()
@Contributes(WebhookHandlerSource)
export class BillingWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly BillerWebhookHandler[];

  constructor(providers: BillerProviders, purchases: Purchases, advance: AdvancePurchase, syncCatalogue: SyncCatalogue) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) =>
      webhooks ? new BillerWebhookHandler(name, webhooks, purchases, advance, syncCatalogue) : [],
    );
  }
}
