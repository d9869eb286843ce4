import type { Clock } from '../../../kernel/clock.js';
import type { Config } from '../../../platform/config/config.js';
import { StartError } from '../../../platform/config/start-error.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import { type DepositProvider, DepositProviders } from '../application/ports/deposit-provider.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { MeasuredDepositProvider } from './measured-deposit-provider.js';
import { MonnifyDepositProvider } from './monnify/monnify-deposit-provider.js';
import { PaystackDepositProvider } from './paystack/paystack-deposit-provider.js';
import type { SandboxDepositProvider } from './sandbox/sandbox-deposit-provider.js';

const NAMES = ['sandbox', 'paystack', 'monnify'];

/** In the order of DEPOSIT_PROVIDERS. */
export function configuredDepositProviders(
  config: Config,
  sandbox: SandboxDepositProvider,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
): DepositProviders {
  const [first, ...others] = config.depositProviders.map((name): DepositProvider => {
    if (name === 'sandbox') return sandbox;
    if (name === 'paystack' && config.paystack) return new PaystackDepositProvider(config.paystack, http);
    if (name === 'monnify' && config.monnify) return new MonnifyDepositProvider(config.monnify, http, clock);
    throw new StartError([`DEPOSIT_PROVIDERS names ${name}, which does not exist: name some of ${NAMES.join(', ')}.`]);
  });
  if (!first) throw new Error('DEPOSIT_PROVIDERS names no provider');
  const measured = (provider: DepositProvider) => new MeasuredDepositProvider(provider, metrics);
  return new DepositProviders([measured(first), ...others.map(measured)]);
}
