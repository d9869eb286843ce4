import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { CollectPayments } from './application/collect-payments.js';
import { DepositWebhookHandler } from './application/deposit-webhook-handler.js';
import { DepositProviders } from './application/deposit-provider.js';
import { ReportRejection } from './application/report-rejection.js';

@Injectable()
@Contributes(WebhookHandlerSource)
export class DepositsWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly DepositWebhookHandler[];

  constructor(providers: DepositProviders, collectPayments: CollectPayments, reportRejection: ReportRejection) {
    super();
    this.handlers = providers.all().map((provider) => new DepositWebhookHandler(provider, collectPayments, reportRejection));
  }
}
