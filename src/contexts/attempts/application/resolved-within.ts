import pTimeout from 'p-timeout';

/** Undefined when it takes longer; the work continues. */
export function resolvedWithin<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  return pTimeout(work, { milliseconds: timeoutMs, fallback: () => undefined });
}
