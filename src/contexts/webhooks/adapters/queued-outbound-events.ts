import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';
import { Contributes } from '../../../kernel/registry.js';
import type { OutboundEvent } from '../../../kernel/told.js';
import { Teller } from '../../../ledger/index.js';
import { BatchWriter } from '../../../platform/database/batch-writer.js';
import { ContinuousWork } from '../../../platform/queue/continuous-work.js';
import { JobQueue } from '../../../platform/queue/job-queue.js';
import { Log } from '../../../platform/telemetry/log.js';
import { DeliverFirstAttempts } from '../first-attempts.js';
import { FirstAttempts, type SucceededAttempt, OutboundEvents } from '../deliver-webhooks.js';
import { type InSequence, Webhooks, type NewWebhook, sequenceSubject, messageOf } from '../webhooks.js';
import { attemptJob } from '../webhooks.jobs.js';
import { newId } from '../../../kernel/ids.js';
import { Database } from '../../../platform/database/database.js';
import { Endpoints, wants } from '../endpoints.js';

/** Successes of all pages in one commit. */
const RECORDED = 500;
/** Endpoints with a page under way. */
const MAX_PAGES = 32;
/** An attempt still under way after this time is recorded as lost by another process. */
const STOP_MS = 9_000;

/** Makes the first attempts at outbound webhooks, a page of each endpoint at a time and without a job for each. */
@Injectable()
export class BulkWebhookSender implements BeforeApplicationShutdown {
  /** To be called when webhooks were committed. */
  readonly notify: () => void;
  private readonly pages = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly successes: BatchWriter<SucceededAttempt>;
  private readonly releases = new Set<Promise<void>>();
  private lastStarted = '';

  constructor(
    work: ContinuousWork,
    private readonly webhooks: Webhooks,
    private readonly firstAttempts: FirstAttempts,
    private readonly deliverFirstAttempts: DeliverFirstAttempts,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {
    this.successes = new BatchWriter(async (attempts) => {
      await firstAttempts.succeed(attempts);
      await this.releaseNext(attempts.map(({ webhook }) => webhook));
    }, RECORDED);
    this.notify = work.add('webhooks.bulk', () => this.startPages());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await pTimeout(this.pagesEnd(), { milliseconds: STOP_MS, fallback: () => undefined });
  }

  /** Resolves when the pages and releases under way have ended. */
  async pagesEnd(): Promise<void> {
    await Promise.all([...this.pages.values(), ...this.releases]);
  }

  /** To be called when webhooks were committed that are held back: the one before them may have ended meanwhile. */
  wereHeldBack(webhooks: readonly InSequence[]): void {
    const release = this.releaseNext(webhooks)
      .catch((error: unknown) => this.log.problem('webhooks.bulk failed', error))
      .finally(() => this.releases.delete(release));
    this.releases.add(release);
  }

  private async releaseNext(webhooks: readonly InSequence[]): Promise<void> {
    const released = await this.webhooks.releaseNext(webhooks);
    await this.queue.add(...released.map((id) => attemptJob('outbound', id)));
  }

  /** Does not wait for the pages, so that a hanging endpoint holds up no other. */
  private async startPages(): Promise<boolean> {
    const idle = (await this.firstAttempts.endpointIds()).filter((id) => !this.pages.has(id));
    // In turn, so that no endpoint is left out when there are more than pages.
    const inTurn = [...idle.filter((id) => id > this.lastStarted), ...idle.filter((id) => id <= this.lastStarted)];
    for (const endpointId of inTurn) {
      if (this.stopping.signal.aborted || this.pages.size >= MAX_PAGES) break;
      this.lastStarted = endpointId;
      this.pages.set(endpointId, this.deliverPage(endpointId));
    }
    return false;
  }

  private async deliverPage(endpointId: string): Promise<void> {
    let mayHaveMore = false;
    try {
      const record = async (attempts: readonly SucceededAttempt[]) => {
        await Promise.all(attempts.map((attempt) => this.successes.add(attempt)));
      };
      const { claimed, next } = await this.deliverFirstAttempts.execute(endpointId, record, this.stopping.signal);
      mayHaveMore = claimed > 0;
      await this.queue.add(...next.map((id) => attemptJob('outbound', id)));
    } catch (error) {
      this.log.problem('webhooks.bulk failed', error);
    } finally {
      this.pages.delete(endpointId);
      if (mayHaveMore) this.notify();
    }
  }
}

/** Writes a webhook for each event and endpoint, and leaves the first attempt to the bulk sender. */
@Injectable()
@Contributes(Teller)
export class QueuedOutboundEvents extends OutboundEvents {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly database: Database,
    private readonly sender: BulkWebhookSender,
  ) {
    super();
  }

  async prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>> {
    const active = await this.endpoints.active();
    const webhooks = events.flatMap(({ id: eventId, name: event, data }): NewWebhook[] => {
      const subscribers = active.filter((endpoint) => wants(endpoint, event));
      if (subscribers.length === 0) return [];
      const payload = messageOf(event, data, eventId);
      const subject = sequenceSubject(event, data) ?? null;
      return subscribers.map(({ id: partner }) => ({
        id: newId(),
        direction: 'outbound',
        partner,
        eventId,
        event,
        payload,
        subject,
      }));
    });
    return async () => {
      const heldBack = await this.webhooks.addAll(webhooks);
      if (webhooks.length > 0) this.database.afterCommit(this.sender.notify);
      if (heldBack.length > 0) this.database.afterCommit(() => this.sender.wereHeldBack(heldBack));
    };
  }
}
