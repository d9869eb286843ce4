import pTimeout from 'p-timeout';

/** Also for an adapter that ignores its signal. @throws ProviderTimeout */
export async function withTimeout<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  return pTimeout(call(abort.signal), {
    milliseconds: timeoutMs,
    fallback: () => {
      abort.abort();
      throw new ProviderTimeout(timeoutMs);
    },
  });
}

export class ProviderTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'ProviderTimeout';
  }
}
