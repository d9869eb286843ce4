import type { Counter } from 'prom-client';
import type { Metrics } from '../../../../platform/telemetry/metrics.js';

export type WebhookAttempts = Counter<'direction' | 'outcome'>;

/** `retried`: the attempt failed and another one follows; `failed`: it was the last one. */
export function countedAttempts(metrics: Metrics): WebhookAttempts {
  const help = 'Attempts at webhooks by direction and outcome: succeeded, retried, failed for good';
  const failed = ['inbound', 'outbound'].map((direction) => ({ direction, outcome: 'failed' }));
  return metrics.counter('harmattan_webhook_attempts_total', help, ['direction', 'outcome'], failed);
}
