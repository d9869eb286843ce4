import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import type { DepositProvider } from '../deposit-provider.js';
import { measuredDepositProvider } from './deposit-providers.js';

function measured(payments: () => Promise<unknown>) {
  const metrics = new Metrics();
  const provider = measuredDepositProvider({ name: 'bank', payments } as unknown as DepositProvider, metrics);
  const calls = async () => {
    const counter = (await metrics.registry.getMetricsAsJSON()).find(({ name }) => name === 'harmattan_provider_calls_total');
    return counter?.values.map(({ labels, value }) => ({ ...labels, value }));
  };
  return { provider, calls };
}

describe('measuredDepositProvider', () => {
  it('counts a call by what came of it', async () => {
    const { provider, calls } = measured(() => Promise.resolve({ outcome: 'answered', payments: [] }));
    await provider.payments({} as never);
    expect(await calls()).toEqual([{ provider: 'bank', call: 'payments', outcome: 'answered', value: 1 }]);
  });

  it('counts a call that throws as an error, and passes on what it threw', async () => {
    const { provider, calls } = measured(() => Promise.reject(new Error('away')));
    await expect(provider.payments({} as never)).rejects.toThrow('away');
    expect(await calls()).toEqual([{ provider: 'bank', call: 'payments', outcome: 'error', value: 1 }]);
  });
});
