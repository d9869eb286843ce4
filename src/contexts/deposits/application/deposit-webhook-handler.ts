import type { RawRequest } from '../../../kernel/caller.js';
import { WebhookHandler, type WebhookIdentity } from '../../webhooks/index.js';
import type { CollectPayments } from './collect-payments.js';
import type { DepositProvider } from './deposit-provider.js';
import type { ReportRejection } from './report-rejection.js';

/** A webhook only causes a query of the provider. */
export class DepositWebhookHandler extends WebhookHandler {
  readonly provider: string;

  constructor(
    private readonly source: DepositProvider,
    private readonly collectPayments: CollectPayments,
    private readonly reportRejection: ReportRejection,
  ) {
    super();
    this.provider = source.name;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.source.identifyWebhook(request);
  }

  async process(payload: string): Promise<void> {
    const { questions, announcesPayment, rejected } = await this.source.readWebhook(payload);
    for (const question of questions) {
      const answer = await this.collectPayments.execute(this.source, question);
      // The job is retried until the provider lists the announced payment.
      if (answer === 'unknown' || (announcesPayment && answer !== 'paid' && answer !== 'reversed'))
        throw new Error(`${this.provider} sent a webhook and answers ${answer}`);
    }
    if (rejected) await this.reportRejection.execute(this.provider, rejected);
  }
}
