import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/clocks.js';
import type { StoredSystemLogs } from './system-logs.js';
import { SystemLogsJobs } from './system-logs.jobs.js';
import type { NewSystemLog } from './index.js';
import type { Log } from '../../platform/telemetry/log.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { JobRegistry } from '../../platform/queue/job-registry.js';
import { OverdueMonitor } from '../../platform/queue/overdue-monitor.js';

function make() {
  const clock = new ManualClock(1_000_000);
  const oldest = new Map<string, number | Error>();
  const check = (kind: string, boundMs: number) => ({
    kind,
    boundMs,
    oldest: async () => {
      const since = oldest.get(kind);
      if (since instanceof Error) throw since;
      return since;
    },
  });
  const registry = { overdueChecks: () => [check('purchase', 10_000), check('mail', 60_000)] } as unknown as JobRegistry;
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const metrics = new Metrics();
  const monitor = new OverdueMonitor(registry, clock, metrics, { problem: note, warning: note } as unknown as Log);
  const written: NewSystemLog[] = [];
  const record = (log: NewSystemLog) => Promise.resolve(void written.push(log));
  const jobs = new SystemLogsJobs(monitor, { record } as StoredSystemLogs, clock);
  return { clock, oldest, lines, metrics, monitor, jobs, written };
}

describe('overdue work', () => {
  it('is measured by kind', async () => {
    const { oldest, monitor, metrics } = make();
    oldest.set('purchase', 980_000);
    oldest.set('mail', 990_000);
    expect(await monitor.measure()).toEqual([{ kind: 'purchase', waitingSince: 980_000 }]);
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('harmattan_overdue{kind="purchase"} 1\n');
    expect(shown).toContain('harmattan_overdue{kind="mail"} 0\n');
    expect(shown).toContain('harmattan_oldest_waiting_seconds{kind="purchase"} 20\n');
    expect(shown).toContain('harmattan_oldest_waiting_seconds{kind="mail"} 10\n');
  });

  it('is logged and reported once, and again after it was not overdue in between', async () => {
    const { clock, oldest, lines, jobs, written } = make();
    oldest.set('purchase', 980_000);
    await jobs.reportOverdue();
    clock.time += 60_000;
    oldest.set('purchase', 990_000);
    await jobs.reportOverdue();
    expect(lines).toEqual(['work is overdue']);
    expect(written).toEqual([
      {
        kind: 'error',
        description: 'The oldest purchase that has to be worked on waits since 1970-01-01T00:16:20.000Z.',
        key: 'overdue:purchase:980000',
      },
    ]);
    oldest.delete('purchase');
    await jobs.reportOverdue();
    oldest.set('purchase', 1_000_000);
    await jobs.reportOverdue();
    expect(lines).toHaveLength(2);
    expect(written).toHaveLength(2);
  });

  it('is measured although another kind cannot be', async () => {
    const { oldest, lines, monitor } = make();
    oldest.set('purchase', new Error('no'));
    oldest.set('mail', 1);
    expect(await monitor.measure()).toEqual([{ kind: 'mail', waitingSince: 1 }]);
    expect(lines).toEqual(['cannot measure how long work waits', 'work is overdue']);
  });
});
