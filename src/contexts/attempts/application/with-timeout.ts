import { limit } from '../../../kernel/timers.js';

/** Also for an adapter that ignores its signal. @throws ProviderTimeout */
export async function withTimeout<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  return limit(call(abort.signal), timeoutMs, () => {
    abort.abort();
    return new ProviderTimeout(timeoutMs);
  });
}

export class ProviderTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'ProviderTimeout';
  }
}
