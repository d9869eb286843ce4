import { InvalidArgumentError } from 'commander';
import { Clock, DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '../kernel/clock.js';
import { SandboxClock } from '../sandbox/sandbox-clock.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';
import { formatTime } from './time-options.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Without an argument it tells the time. */
export function sandboxClock(cli: CommandLine): void {
  cli
    .command('sandbox:clock', 'set the clock of the service forward; in the sandbox only')
    .argument('[forward]', 'as +90s, +35m, +2h or +3d; the clock never goes back', parseForward)
    .action((forwardMs: number | undefined, options: { json?: boolean }) =>
      cli.run(options, async (context) => {
        requireSandbox(context.config);
        const sandboxClock = await context.get(SandboxClock);
        const aheadMs = forwardMs === undefined ? await sandboxClock.follow() : await sandboxClock.forward(forwardMs);
        const now = (await context.get(Clock)).now();
        return {
          data: { now: isoTime(now), aheadSeconds: aheadMs / 1000 },
          lines: [`${formatTime(now)} (Lagos), ${aheadMs / MINUTE_MS} minutes ahead`],
        };
      }),
    );
}

export function parseForward(text: string): number {
  const [, count, unit] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit ?? ''] ?? 0);
  if (!(ms > 0)) throw new InvalidArgumentError('Give it as +90s, +35m, +2h or +3d.');
  return ms;
}
