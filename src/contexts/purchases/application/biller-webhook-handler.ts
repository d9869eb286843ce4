import type { RawRequest } from '../../../kernel/caller.js';
import { WebhookHandler, type WebhookIdentity } from '../../webhooks/index.js';
import type { AdvancePurchase } from './advance-purchase.js';
import type { ProviderWebhooks } from '../../billers/index.js';
import type { Purchases } from './ports.js';
import type { SyncCatalogue } from '../../catalogue/index.js';

/** The provider is asked about each purchase that its webhook names; what the webhook says of it is not believed. */
export class BillerWebhookHandler extends WebhookHandler {
  override readonly answer: object;

  constructor(
    readonly provider: string,
    private readonly webhooks: ProviderWebhooks,
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly syncCatalogue: SyncCatalogue,
  ) {
    super();
    this.answer = webhooks.answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.webhooks.identify(request);
  }

  async process(payload: string): Promise<void> {
    const { references, catalogueChanged } = this.webhooks.read(payload);
    for (const reference of references) {
      const state = await this.purchases.findByReference(this.provider, reference);
      if (state?.attempt.reference === reference) await this.advance.query(state);
    }
    if (catalogueChanged) await this.syncCatalogue.execute('all');
  }
}
