import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import { ProviderTimeout, withTimeout } from './with-timeout.js';

export function notInUse(provider: string): Promise<ProviderOutcome> {
  return Promise.resolve({
    status: 'unknown',
    cause: 'connection_lost',
    raw: { code: '', message: `${provider} is not in use` },
  });
}

/** A timeout or an error proves nothing about the delivery: unknown. */
export async function outcomeOf<T extends ProviderOutcome>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | ProviderOutcome> {
  try {
    return await withTimeout(timeoutMs, call);
  } catch (error) {
    const cause = error instanceof ProviderTimeout ? 'timeout' : 'connection_lost';
    return { status: 'unknown', cause, raw: { code: '', message: error instanceof Error ? error.message.slice(0, 200) : '' } };
  }
}
