import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { resolvedWithin } from '../../../kernel/timers.js';
import type { Told } from '../../../kernel/told.js';
import { PlaceLost, Teller } from '../../../ledger/index.js';
import { Database } from '../../../platform/database/database.js';
import { ContinuousWork } from '../../../platform/queue/continuous-work.js';
import { JobQueue } from '../../../platform/queue/job-queue.js';
import { Log } from '../../../platform/telemetry/log.js';
import { DeliverJournals, type EndpointWork } from '../deliver-journals.js';
import { OutboundEvents } from '../deliver-webhooks.js';
import { attemptJob } from '../webhooks.jobs.js';

/** Endpoints with a run under way. */
const MAX_RUNS = 32;
/** What is under way longer is sent again by another process. */
const STOP_MS = 9_000;

/** Has endpoints told of journals, behind the feed and in one process at a time. */
@Injectable()
@Contributes(Teller)
export class JournalWebhookSender extends Teller {
  private readonly notify: () => void;
  private readonly runs = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private lastStarted = '';

  constructor(
    private readonly work: ContinuousWork,
    private readonly deliverJournals: DeliverJournals,
    private readonly events: OutboundEvents,
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {
    super();
    this.notify = work.add(
      'webhooks.journals',
      () => this.startRuns(),
      async () => {
        this.stopping.abort();
        await resolvedWithin(STOP_MS, this.runsEnd());
      },
    );
  }

  /** What was postponed is behind the cursors, and is written. */
  prepare({ events }: Told, isPostponed: boolean): Promise<() => Promise<void>> {
    if (isPostponed) return this.events.prepareAll(events);
    return Promise.resolve(() => Promise.resolve(this.database.afterCommit(this.notify)));
  }

  /** Resolves when the runs under way have ended. */
  async runsEnd(): Promise<void> {
    await Promise.all(this.runs.values());
  }

  /** Does not wait for the runs, so that a hanging endpoint holds up no other. */
  private async startRuns(): Promise<boolean> {
    // A run that ends meanwhile has moved a cursor that may be read already, so its endpoint waits for the next look.
    const underWay = new Set(this.runs.keys());
    const idle = (await this.deliverJournals.due()).filter(({ endpoint }) => !underWay.has(endpoint.id));
    // In turn, so that no endpoint is left out when there are more than runs.
    const isLater = ({ endpoint }: EndpointWork) => endpoint.id > this.lastStarted;
    for (const work of [...idle.filter(isLater), ...idle.filter((each) => !isLater(each))]) {
      if (this.stopping.signal.aborted || this.runs.size >= MAX_RUNS) break;
      this.lastStarted = work.endpoint.id;
      this.runs.set(
        work.endpoint.id,
        this.work.during(() => this.run(work)),
      );
    }
    return false;
  }

  private async run(work: EndpointWork): Promise<void> {
    let isDone = false;
    try {
      const ended = await this.deliverJournals.execute(work, this.stopping.signal);
      isDone = ended.isDone;
      await this.queue.add(...ended.next.map((id) => attemptJob('outbound', id)));
    } catch (error) {
      if (error instanceof PlaceLost)
        this.log.warning('the cursor of an endpoint was moved', { endpoint: work.endpoint.id }, error);
      else this.log.problem('webhooks.journals failed', error);
    } finally {
      this.runs.delete(work.endpoint.id);
      if (isDone) this.notify();
    }
  }
}
