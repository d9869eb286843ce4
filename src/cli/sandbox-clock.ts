import { Clock, isoTime, MINUTE_MS } from '../kernel/clock.js';
import { SandboxClock } from '../sandbox/sandbox-clock.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';
import { formatTime } from './time-options.js';

/** Without an argument it tells the time. */
export function sandboxClock(cli: CommandLine, forwardMs: number | undefined, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    const sandboxClock = await context.get(SandboxClock);
    const aheadMs = forwardMs === undefined ? await sandboxClock.follow() : await sandboxClock.forward(forwardMs);
    const now = (await context.get(Clock)).now();
    return {
      data: { now: isoTime(now), aheadSeconds: aheadMs / 1000 },
      lines: [`${formatTime(now)} (Lagos), ${aheadMs / MINUTE_MS} minutes ahead`],
    };
  });
}
