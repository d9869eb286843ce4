import { isFloatRefused, outcomeName } from '../../../kernel/provider-outcome.js';
import { measuredProvider } from '../../../platform/providers/measured-provider.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import type { BillerProvider } from '../biller-provider.js';

/** @param floatRefused told of each submit that is refused because our balance is too low */
export function measuredBillerProvider(
  provider: BillerProvider,
  metrics: Metrics,
  floatRefused: (provider: string) => void,
): BillerProvider {
  return measuredProvider(provider, metrics, {
    list: ['list'],
    verifyCustomer: ['verify_customer'],
    price: ['price'],
    submit: ['submit', outcomeName, (outcome) => isFloatRefused(outcome) && floatRefused(provider.name)],
    query: ['query', outcomeName],
    reversedSince: ['reversals'],
    balance: ['balance'],
  });
}
