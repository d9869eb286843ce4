import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WebhookHandlers } from '../webhooks/index.js';
import { AdvancePurchase } from './application/advance-purchase.js';
import { BillerWebhookHandler } from './application/biller-webhook-handler.js';
import { BillerProviders } from './application/ports/biller-providers.js';
import { Purchases } from './application/ports/purchases.js';
import { SyncCatalogue } from './application/sync-catalogue.js';

/** Registers the biller providers that send webhooks. */
@Injectable()
export class BillingWebhooks implements OnModuleInit {
  constructor(
    private readonly providers: BillerProviders,
    private readonly handlers: WebhookHandlers,
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly syncCatalogue: SyncCatalogue,
  ) {}

  onModuleInit(): void {
    for (const { name, webhooks } of this.providers.all) {
      if (webhooks)
        this.handlers.register(new BillerWebhookHandler(name, webhooks, this.purchases, this.advance, this.syncCatalogue));
    }
  }
}
