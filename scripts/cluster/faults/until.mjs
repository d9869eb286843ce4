import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until `condition` holds. Rejects after the time, in which a server that copies everything from another one has started. */
export async function until(what, condition, timeoutMs = 90_000) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
    await sleep(200);
  }
}
