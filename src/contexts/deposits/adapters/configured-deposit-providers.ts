import type { Clock } from '../../../kernel/clock.js';
import type { Config } from '../../../platform/config/config.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import { configuredProviders } from '../../../platform/providers/configured-providers.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { type DepositProvider, DepositProviders } from '../application/deposit-provider.js';
import { MeasuredDepositProvider } from './measured-deposit-provider.js';
import type { SandboxDepositProvider } from './sandbox/sandbox-deposit-provider.js';

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
