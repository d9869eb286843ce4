import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, DAY_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Every, OnEvent } from '../../platform/queue/job-queue.js';
import { OverdueMonitor } from '../../platform/queue/overdue-monitor.js';
import { StoredSystemLogs, SystemLogs } from './system-logs.js';
import { LRUCache } from 'lru-cache';
import { Contributes } from '../../kernel/registry.js';
import { type BrokenSeal, BrokenSealListener } from '../../platform/crypto/row-seals.js';
import { outsideTransaction } from '../../platform/database/outside-transaction.js';
import { Log } from '../../platform/telemetry/log.js';
import { bounded } from '../../platform/bounded.js';

/** Tells staff of work that is overdue, of jobs that end their process, and of proxies that are not trusted. */
@Injectable()
export class SystemLogsJobs {
  private reported = new Set<string>();

  constructor(
    private readonly monitor: OverdueMonitor,
    private readonly systemLogs: StoredSystemLogs,
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

  /** Logs about settled money are closed without a person. */
  @Every(15_000, 'system_logs.settled')
  closeSettled(): Promise<void> {
    return this.systemLogs.closeSettled();
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

const REMEMBERED = 10_000;

/** Tells staff of a row whose seal does not fit it, once a day while it is read. */
@Injectable()
@Contributes(BrokenSealListener)
export class BrokenSealLogs extends BrokenSealListener {
  private readonly told = new LRUCache<string, true>(bounded(REMEMBERED));

  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /** Not in the transaction that reads the row, because it may be rolled back. */
  broken({ table, rowId, seal }: BrokenSeal): void {
    const key = `row-seal:${seal}:${rowId}:${Math.floor(this.clock.now() / DAY_MS)}`;
    if (this.told.has(key)) return;
    this.told.set(key, true);
    const description =
      `${table} ${rowId} was changed in the database by something else than this service (${seal}), and is not trusted until an ` +
      'operator has looked at it.';
    void outsideTransaction(() => this.systemLogs.record({ kind: 'error', description, key })).catch((error: unknown) => {
      this.told.delete(key);
      this.log.problem('a row that was changed in the database could not be reported', error);
    });
  }
}
