/** Also for an adapter that ignores its signal. @throws ProviderTimeout */
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
