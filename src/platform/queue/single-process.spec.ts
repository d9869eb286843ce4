import { afterEach, expect, it, vi } from 'vitest';
import { StartError } from '../config/start-error.js';
import type { Log } from '../telemetry/log.js';
import type { Lease, Leases } from './leases.js';
import { SingleProcess } from './single-process.js';

const TTL_MS = 15_000;

/** The one row, which another process holds. */
class HeldRow {
  until = Date.now() + TTL_MS;
  holder = 'x pid 7 on there';

  async read(): Promise<Lease> {
    return { isFree: this.until <= Date.now(), until: this.until, holder: this.holder };
  }

  async claim(_name: string, ttlMs: number): Promise<boolean> {
    if (this.until > Date.now()) return false;
    this.until = Date.now() + ttlMs;
    return true;
  }

  renewals = 0;

  async renew(): Promise<boolean> {
    this.renewals++;
    return this.holder.startsWith('x');
  }
}

const problems: string[] = [];

function make() {
  vi.useFakeTimers();
  problems.length = 0;
  const row = new HeldRow();
  const log = { problem: (text: string) => void problems.push(text), warning: () => undefined };
  const stop = vi.fn<() => void>();
  return { row, stop, single: new SingleProcess('mysql://none', row as unknown as Leases, log as unknown as Log, stop) };
}

afterEach(() => void vi.useRealTimers());

it('waits for the lease of a process that was killed to run out, and no longer', async () => {
  const { row, single } = make();
  const takenAt: number[] = [];
  const heldUntil = row.until;
  void single.take().then(() => takenAt.push(Date.now()));
  await vi.advanceTimersByTimeAsync(2 * TTL_MS);
  expect(takenAt).toEqual([heldUntil]);
});

it('refuses to start where another process renews it', async () => {
  const { row, single } = make();
  const refused = single.take().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_000);
  row.until += 4_000;
  await vi.advanceTimersByTimeAsync(500);
  const error = await refused;
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain('Another service (pid 7 on there) works on this database without REDIS_URL');
});

it('renews its own, and stops when another process has taken it', async () => {
  const { row, single, stop } = make();
  row.until = 0;
  await single.take();
  await vi.advanceTimersByTimeAsync(12_000);
  expect([row.renewals, stop.mock.calls.length]).toEqual([3, 0]);
  row.holder = 'another';
  await vi.advanceTimersByTimeAsync(8_000);
  expect([row.renewals, stop.mock.calls.length]).toEqual([4, 1]);
  expect(problems).toEqual(['another process works on the database, and this one stops']);
});
