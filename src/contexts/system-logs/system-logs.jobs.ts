import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Every, OnEvent } from '../../platform/queue/job-queue.js';
import { OverdueMonitor } from '../../platform/queue/overdue-monitor.js';
import { CloseSettledLogs } from './application/close-settled-logs.js';
import { SystemLogs } from './application/ports.js';

/** Tells staff of work that is overdue, of jobs that end their process, and of proxies that are not trusted. */
@Injectable()
export class SystemLogsJobs {
  private reported = new Set<string>();

  constructor(
    private readonly monitor: OverdueMonitor,
    private readonly systemLogs: SystemLogs,
    private readonly closeSettledLogs: CloseSettledLogs,
    private readonly clock: Clock,
  ) {}

  @OnEvent('job.set_aside')
  async reportSetAside({ jobId, name, key }: Events['job.set_aside'], eventId: string): Promise<void> {
    const description = `Job ${name} ${key} ended its process twice and is set aside; it is among the exhausted jobs as ${jobId}.`;
    await this.systemLogs.record({ kind: 'error', description, key: `job:${eventId}` });
  }

  @OnEvent('job.crashes')
  async reportCrashes({ jobId, name, key }: Events['job.crashes'], eventId: string): Promise<void> {
    const description = `Job ${name} ${key} (${jobId}) ended its process again and again; it is tried again after pauses.`;
    await this.systemLogs.record({ kind: 'error', description, key: `job:${eventId}` });
  }

  /** Once an hour, whatever number of processes noticed it. */
  @OnEvent('proxy.untrusted')
  async reportProxy({ peer, header }: Events['proxy.untrusted']): Promise<void> {
    const description =
      `${peer} sends requests with the header ${header}, and TRUSTED_PROXIES does not name it: if that is your proxy, all its clients ` +
      'have one address and share their limits.';
    const hour = Math.floor(this.clock.now() / HOUR_MS);
    await this.systemLogs.record({ kind: 'warning', description, key: `untrusted-proxy:${hour}` });
  }

  /** Nobody has to close what stands for money that is settled. */
  @Every(15_000, 'system_logs.settled')
  closeSettled(): Promise<void> {
    return this.closeSettledLogs.execute();
  }

  /** Once for each kind, and again only after it was not overdue in between. */
  @Every(60_000, 'overdue.report')
  async reportOverdue(): Promise<void> {
    const overdue = await this.monitor.measure();
    for (const { kind, waitingSince } of overdue) {
      if (this.reported.has(kind)) continue;
      const description = `The oldest ${kind} that has to be worked on waits since ${new Date(waitingSince).toISOString()}.`;
      // The key keeps another process, or this one after a restart, from writing the same log again.
      await this.systemLogs.record({ kind: 'error', description, key: `overdue:${kind}:${waitingSince}` });
      this.reported.add(kind);
    }
    const kinds = new Set(overdue.map(({ kind }) => kind));
    for (const kind of this.reported) if (!kinds.has(kind)) this.reported.delete(kind);
  }
}
