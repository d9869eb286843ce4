import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { idTime } from '../../kernel/ids.js';
import {
  Every,
  Job,
  JobQueue,
  type JobRequest,
  OldestWaiting,
  OnEvents,
  type ReceivedEvent,
} from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import {
  type DueWebhook,
  type HeldBackWebhook,
  type PendingGroup,
  Webhooks,
  WebhookSettings,
  type Direction,
} from './webhooks.js';
import { DeliverJournals } from './deliver-journals.js';
import { ProcessWebhook } from './process-webhooks.js';

const PAGE = 200;
/** Per group and sweep; the next sweep continues there. */
const PAGES = 5;
const HELD_BACK_MS = 10_000;
/** Apart, so that slow endpoints never keep money from its wallet. */
const JOBS = { inbound: 'webhook.process', outbound: 'webhook.deliver' } as const;

export function attemptJob(direction: Direction, webhookId: string): JobRequest {
  return { name: JOBS[direction], key: webhookId, data: { webhookId } };
}

interface WebhookJob {
  readonly webhookId: string;
}

/** The first attempt follows the receipt or the event; the later ones, and what was lost on the way, are found in the table. */
@Injectable()
export class WebhooksJobs {
  private readonly sweeps = new Map<string, PagedSweep<DueWebhook>>();
  private readonly heldBack = new Map<string, PagedSweep<HeldBackWebhook>>();

  constructor(
    private readonly processWebhook: ProcessWebhook,
    private readonly deliverJournals: DeliverJournals,
    private readonly webhooks: Webhooks,
    private readonly queue: JobQueue,
    private readonly settings: WebhookSettings,
    private readonly clock: Clock,
  ) {}

  @OnEvents('webhook.received')
  queueReceived(events: readonly ReceivedEvent<Events['webhook.received']>[]): Promise<void> {
    return this.queue.add(...events.map(({ data }) => attemptJob('inbound', data.webhookId)));
  }

  @OnEvents('webhook.reopened')
  queueReopened(events: readonly ReceivedEvent<Events['webhook.reopened']>[]): Promise<void> {
    return this.queue.add(...events.map(({ data }) => attemptJob(data.direction, data.webhookId)));
  }

  @Job(JOBS.inbound, { concurrency: 64, outlivesCrashes: true, attempts: 100_000 })
  async process({ webhookId }: WebhookJob): Promise<void> {
    await this.processWebhook.executeInbound(webhookId);
  }

  /** High concurrency, because attempts mostly wait. A webhook that waited for a slot of its endpoint, or for this one, follows at once. */
  @Job(JOBS.outbound, { concurrency: 64, attempts: 100_000 })
  async deliver({ webhookId }: WebhookJob): Promise<void> {
    await this.queueOutbound(await this.processWebhook.execute(webhookId));
  }

  @OldestWaiting('webhook', 900_000)
  async oldestDue(): Promise<number | undefined> {
    let oldest = await this.deliverJournals.oldestWaiting();
    for (const group of await this.webhooks.listPendingGroups())
      for (const { id, nextAttemptAt } of await this.webhooks.listDue(group, 1)) {
        // A webhook that was never attempted is due since it was made.
        oldest = Math.min(oldest ?? Infinity, nextAttemptAt === 0 ? idTime(id) : nextAttemptAt);
      }
    return oldest;
  }

  /** A page of each group, then the next page of each, so that no partner's backlog hides the others. */
  @Every(5_000, 'webhooks.due')
  async queueDue(): Promise<void> {
    const groups = await this.webhooks.listPendingGroups();
    const names = new Set(groups.map(nameOf));
    for (const name of this.sweeps.keys()) if (!names.has(name)) this.sweeps.delete(name);
    let sweeps = groups.map((group) => this.sweepOf(group));
    for (let page = 0; page < PAGES && sweeps.length > 0; page++) {
      const longer: typeof sweeps = [];
      for (const sweep of sweeps) if (await sweep.runPage()) longer.push(sweep);
      sweeps = longer;
    }
  }

  /** Queues what ended processes have not released. */
  @Every(HELD_BACK_MS, 'webhooks.held_back')
  async queueHeldBack(): Promise<void> {
    const groups = await this.webhooks.listPendingGroups();
    const partners = new Set(groups.filter(isPendingOutbound).map(({ partner }) => partner));
    for (const partner of this.heldBack.keys()) if (!partners.has(partner)) this.heldBack.delete(partner);
    for (const partner of partners) await this.heldBackOf(partner).run(PAGES);
  }

  private heldBackOf(partner: string): PagedSweep<HeldBackWebhook> {
    const sweep =
      this.heldBack.get(partner) ??
      new PagedSweep<HeldBackWebhook>(
        (last, limit) => this.webhooks.listHeldBack(partner, limit, last?.id ?? ''),
        async (heldBack) => this.queueOutbound(await this.webhooks.releaseNext(heldBack)),
      );
    this.heldBack.set(partner, sweep);
    return sweep;
  }

  private queueOutbound(ids: readonly string[]): Promise<void> {
    return this.queue.add(...ids.map((id) => attemptJob('outbound', id)));
  }

  private sweepOf(group: PendingGroup): PagedSweep<DueWebhook> {
    const name = nameOf(group);
    const sweep =
      this.sweeps.get(name) ??
      new PagedSweep<DueWebhook>(
        (last, limit) => this.webhooks.listDue(group, limit, last),
        (due) => this.queue.add(...due.map(({ id }) => attemptJob(group.direction, id))),
      );
    this.sweeps.set(name, sweep);
    return sweep;
  }

  @Every(HOUR_MS, 'webhooks.cleanup')
  async removeOld(): Promise<void> {
    const before = this.clock.now() - this.settings.retentionMs;
    while ((await this.webhooks.removeSucceeded(before, PAGE)) === PAGE);
  }
}

function isPendingOutbound({ status, direction }: PendingGroup): boolean {
  return status === 'pending' && direction === 'outbound';
}

function nameOf({ status, direction, partner }: PendingGroup): string {
  return `${status}:${direction}:${partner}`;
}
