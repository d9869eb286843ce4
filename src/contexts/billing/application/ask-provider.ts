import type { ProviderOutcome } from '../domain/provider-outcome.js';

/**
 * Asks a provider about a purchase. Whatever goes wrong after the call has begun leaves the outcome unknown:
 * a provider that does not answer, or an adapter that throws, proves nothing about what was delivered.
 */
export async function askOutcome(
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<ProviderOutcome>,
): Promise<ProviderOutcome> {
  try {
    return await withTimeout(timeoutMs, ask);
  } catch (error) {
    const cause = error instanceof ProviderTimeout ? 'timeout' : 'connection_lost';
    return { status: 'unknown', cause, raw: { code: '', message: error instanceof Error ? error.message.slice(0, 200) : '' } };
  }
}

/**
 * Calls a provider and waits no longer than the time given, also for an adapter that ignores its signal.
 * @throws ProviderTimeout
 */
export async function withTimeout<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ProviderTimeout(timeoutMs));
      abort.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([call(abort.signal), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

export class ProviderTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'ProviderTimeout';
  }
}
