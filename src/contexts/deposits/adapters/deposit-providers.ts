import type { Clock } from '../../../kernel/clock.js';
import type { Config } from '../../../platform/config/config.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import { configuredProviders } from '../../../platform/providers/configured-providers.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import {
  DepositProvider,
  DepositProviders,
  type AccountOutcome,
  type AccountRequest,
  type PaymentQuestion,
  type PaymentsOutcome,
  type WebhookContent,
} from '../deposit-provider.js';
import type { SandboxDepositProvider } from './sandbox/sandbox-deposit-provider.js';
import type { RawRequest } from '../../../kernel/caller.js';
import { describeTrace, traced } from '../../../platform/telemetry/tracing.js';
import type { ListedTransaction, Period } from '../../../kernel/provider-transactions.js';
import type { WebhookIdentity } from '../../webhooks/index.js';
import type { HttpResult } from '../../../platform/http-client/http-call.js';

/** Counts the calls of another one, with their outcomes and seconds. */
export class MeasuredDepositProvider extends DepositProvider {
  readonly name: string;
  readonly isPolled: boolean;

  constructor(
    private readonly provider: DepositProvider,
    private readonly metrics: Metrics,
  ) {
    super();
    this.name = provider.name;
    this.isPolled = provider.isPolled;
  }

  openAccount(request: AccountRequest): Promise<AccountOutcome> {
    return this.measured('open_account', () => this.provider.openAccount(request));
  }

  payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    return this.measured('payments', () => this.provider.payments(question));
  }

  identifyWebhook(request: RawRequest): WebhookIdentity | undefined {
    return this.provider.identifyWebhook(request);
  }

  readWebhook(payload: string): Promise<WebhookContent> {
    return this.provider.readWebhook(payload);
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.provider.transactions(period);
  }

  private measured<T extends { readonly outcome: string }>(call: string, work: () => Promise<T>): Promise<T> {
    return traced(`provider ${this.name} ${call}`, {}, () => this.counted(call, work));
  }

  private async counted<T extends { readonly outcome: string }>(call: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let outcome = 'error';
    try {
      const result = await work();
      outcome = result.outcome;
      return result;
    } finally {
      describeTrace(`provider ${this.name} ${call}`, { 'harmattan.outcome': outcome }, outcome === 'error');
      this.metrics.providerCall(this.name, call, outcome, performance.now() - begun);
    }
  }
}

export async function configuredDepositProviders(
  config: Config,
  sandbox: SandboxDepositProvider,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
): Promise<DepositProviders> {
  const named = await configuredProviders<DepositProvider>(import.meta.dirname, 'deposit', config, { http, clock }, [sandbox]);
  const [first, ...others] = named.map((provider) => new MeasuredDepositProvider(provider, metrics));
  if (!first) throw new Error('DEPOSIT_PROVIDERS names no provider');
  return new DepositProviders([first, ...others]);
}

type Unanswered = Exclude<HttpResult, { kind: 'answered' }>;

export function unopened({ kind, cause }: Unanswered): AccountOutcome {
  return { outcome: kind, cause };
}
