import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until `condition` holds. Rejects after the time, in which a server that copies everything from another one has started. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 90_000,
  everyMs = 200,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const holds = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    if (holds) return;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
    await sleep(everyMs);
  }
}
