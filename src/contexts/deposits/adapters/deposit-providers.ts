import type { Clock } from '../../../kernel/clock.js';
import type { Config } from '../../../platform/config/config.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import { configuredProviders } from '../../../platform/providers/configured-providers.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { measuredProvider } from '../../../platform/providers/measured-provider.js';
import { type AccountOutcome, type DepositProvider, DepositProviders } from '../deposit-provider.js';
import type { SandboxDepositProvider } from './sandbox/sandbox-deposit-provider.js';
import type { HttpResult } from '../../../platform/http-client/http-call.js';

/** Counts the calls by what came of them. */
export function measuredDepositProvider(provider: DepositProvider, metrics: Metrics): DepositProvider {
  return measuredProvider(provider, metrics, {
    openAccount: ['open_account', ({ outcome }) => outcome],
    payments: ['payments', ({ outcome }) => outcome],
  });
}

export async function configuredDepositProviders(
  config: Config,
  sandbox: SandboxDepositProvider,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
): Promise<DepositProviders> {
  const named = await configuredProviders<DepositProvider>(import.meta.dirname, 'deposit', config, { http, clock }, [sandbox]);
  const [first, ...others] = named.map((provider) => measuredDepositProvider(provider, metrics));
  if (!first) throw new Error('DEPOSIT_PROVIDERS names no provider');
  return new DepositProviders([first, ...others]);
}

type Unanswered = Exclude<HttpResult, { kind: 'answered' }>;

export function unopened({ kind, cause }: Unanswered): AccountOutcome {
  return { outcome: kind, cause };
}
