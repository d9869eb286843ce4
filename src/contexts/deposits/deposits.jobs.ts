import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/queue/job-queue.js';
import { ExpireOrders, QueryOrders } from './due-orders.js';
import { Contributes } from '../../kernel/registry.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { CollectPayments, DepositWebhookHandler, ReportRejection } from './incoming-payments.js';
import { DepositProviders } from './deposit-provider.js';
import { MoveDebts } from './suspense.js';

@Injectable()
export class DepositsJobs {
  constructor(
    private readonly expireOrders: ExpireOrders,
    private readonly queryOrders: QueryOrders,
    private readonly moveDebts: MoveDebts,
  ) {}

  @Every(5_000, 'deposits.query')
  query(): Promise<void> {
    return this.queryOrders.execute();
  }

  @Every(30_000, 'deposits.expire')
  expire(): Promise<void> {
    return this.expireOrders.execute();
  }

  /** Often, because a process of the version before makes new ones during a rollout. */
  @Every(60_000, 'deposits.debts')
  debts(): Promise<void> {
    return this.moveDebts.execute();
  }
}

@Injectable()
@Contributes(WebhookHandlerSource)
export class DepositsWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly DepositWebhookHandler[];

  constructor(providers: DepositProviders, collectPayments: CollectPayments, reportRejection: ReportRejection) {
    super();
    this.handlers = providers.all().map((provider) => new DepositWebhookHandler(provider, collectPayments, reportRejection));
  }
}
