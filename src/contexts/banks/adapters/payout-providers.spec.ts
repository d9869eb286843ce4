import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import type { PayoutProvider } from '../payout-provider.js';
import { measuredPayoutProvider } from './payout-providers.js';

function measured(provider: object) {
  const metrics = new Metrics();
  const refused: string[] = [];
  const named = { name: 'bank', ...provider } as unknown as PayoutProvider;
  const calls = async () => {
    const counter = (await metrics.registry.getMetricsAsJSON()).find(({ name }) => name === 'harmattan_provider_calls_total');
    return counter?.values.map(({ labels, value }) => ({ ...labels, value }));
  };
  return { provider: measuredPayoutProvider(named, metrics, (name) => refused.push(name)), refused, calls };
}

const counted = (call: string, outcome: string) => [{ provider: 'bank', call, outcome, value: 1 }];

describe('measuredPayoutProvider', () => {
  it('counts a name enquiry by what it told', async () => {
    const { provider, calls } = measured({ resolve: () => Promise.resolve({ outcome: 'not_found' }) });
    await provider.resolve({} as never, {} as never);
    expect(await calls()).toEqual(counted('resolve', 'not_found'));
  });

  it('counts a call that throws as an error, and passes on what it threw', async () => {
    const { provider, calls } = measured({ query: () => Promise.reject(new Error('away')) });
    await expect(provider.query('', {} as never, {} as never)).rejects.toThrow('away');
    expect(await calls()).toEqual(counted('query', 'error'));
  });

  it('tells of a payout that is refused because our balance is too low, and of no other', async () => {
    const failed = (errorClass: string) => ({ status: 'failed', errorClass, raw: {}, failoverEligible: true });
    const answers = [failed('validation'), failed('provider_float')];
    const { provider, refused } = measured({ submit: () => Promise.resolve(answers.shift()) });
    await provider.submit({} as never, {} as never);
    expect(refused).toEqual([]);
    await provider.submit({} as never, {} as never);
    expect(refused).toEqual(['bank']);
  });

  it('has what the provider has, and nothing else', () => {
    const { provider } = measured({ knownCodes: { gtbank: '058' } });
    expect(provider).toMatchObject({ knownCodes: { gtbank: '058' } });
    for (const absent of ['balance', 'webhooks', 'approvals'] as const) expect(provider[absent]).toBeUndefined();
    expect(typeof measured({ balance: () => Promise.resolve(5) }).provider.balance).toBe('function');
  });
});
