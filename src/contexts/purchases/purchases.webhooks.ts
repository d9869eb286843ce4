import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { AdvancePurchase } from './application/advance-purchase.js';
import { BillerWebhookHandler } from './application/biller-webhook-handler.js';
import { BillerProviders } from '../billers/index.js';
import { Purchases } from './application/ports.js';
import { SyncCatalogue } from '../catalogue/index.js';

@Injectable()
@Contributes(WebhookHandlerSource)
export class PurchasesWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly BillerWebhookHandler[];

  constructor(providers: BillerProviders, purchases: Purchases, advance: AdvancePurchase, syncCatalogue: SyncCatalogue) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) =>
      webhooks ? new BillerWebhookHandler(name, webhooks, purchases, advance, syncCatalogue) : [],
    );
  }
}
