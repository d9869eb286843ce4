import { randomFraction } from '../../kernel/random.js';
import type { RawRequest } from '../../kernel/caller.js';
import {
  type WebhookIdentity,
  webhookFailures,
  ReceivedWebhooks,
  retryDelayMs,
  type AttemptResult,
  thrownResult,
  type ClaimedWebhook,
  type NewWebhook,
  Webhooks,
  MANUAL_RETRIES,
  type Webhook,
  type FailedFilter,
} from './webhooks.js';
import { AllWebhooks } from './all-webhooks.js';
import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../kernel/registry.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { limit } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';
import { SystemLogs } from '../system-logs/index.js';
import { DeliverWebhook, CLAIM_MS, EndpointConcurrency } from './deliver-webhooks.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

export abstract class WebhookHandler {
  abstract readonly provider: string;
  /** The whole answer that the provider wants, in place of the envelope. */
  readonly answer?: object;
  /** Verifies the raw request by the provider's rule; undefined when it is not authentic. */
  abstract identify(request: RawRequest): WebhookIdentity | undefined;
  /** Processes an authentic webhook. Runs at least once; after a throw it is tried again on the schedule. */
  abstract process(payload: string): Promise<void>;
}

export abstract class WebhookHandlerSource {
  abstract readonly handlers: readonly WebhookHandler[];
}

/** A provider of deposits and payouts has a handler for each, and one address. */
@Injectable()
export class WebhookHandlers extends Registry<WebhookHandlerSource> {
  constructor(contributions: Contributions) {
    super(contributions, WebhookHandlerSource);
  }

  find(wanted: string): WebhookHandler | undefined {
    const handlers = this.entries.flatMap((source) => source.handlers.filter(({ provider }) => provider === wanted));
    return handlers.length > 1 ? new HandlersOfProvider(wanted, handlers) : handlers[0];
  }
}

/** Each takes what it knows of a notification, which decides nothing by itself. */
class HandlersOfProvider extends WebhookHandler {
  override readonly answer?: object;

  constructor(
    readonly provider: string,
    private readonly handlers: readonly WebhookHandler[],
  ) {
    super();
    const answer = handlers.find((handler) => handler.answer)?.answer;
    if (answer) this.answer = answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    for (const handler of this.handlers) {
      const identity = handler.identify(request);
      if (identity) return identity;
    }
    return undefined;
  }

  /** A handler that fails keeps no other from its part. */
  async process(payload: string): Promise<void> {
    const processed = await Promise.allSettled(this.handlers.map((handler) => handler.process(payload)));
    const failed = processed.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Makes one attempt at a due webhook and records the result. */
@Injectable()
export class ProcessWebhook {
  readonly concurrency = new EndpointConcurrency();

  constructor(
    private readonly webhooks: Webhooks,
    private readonly handlers: WebhookHandlers,
    private readonly deliverWebhook: DeliverWebhook,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** @returns ids of webhooks that waited for this attempt's slot or end and can be tried now */
  async execute(id: string): Promise<string[]> {
    const endpointId = await this.webhooks.endpointOf(id);
    if (endpointId === undefined) return this.processClaimed(id);
    // Not claimed, it stays due.
    if (!this.concurrency.acquire(endpointId, id)) return [];
    const next: string[] = [];
    try {
      next.push(...(await this.processClaimed(id)));
    } finally {
      const waiting = this.concurrency.release(endpointId);
      if (waiting !== undefined) next.push(waiting);
    }
    return next;
  }

  /** The same for one that is known to be inbound, which waits for no endpoint. */
  async executeInbound(id: string): Promise<void> {
    await this.processClaimed(id);
  }

  private async processClaimed(id: string): Promise<string[]> {
    const webhook = await this.webhooks.claim(id, this.clock.now() + CLAIM_MS);
    return webhook ? this.finish(webhook, await this.attempt(webhook)) : [];
  }

  /** Records the result of an attempt, and counts the consecutive failures of its endpoint. @returns the id of the webhook that waited for its end */
  async finish(webhook: ClaimedWebhook, result: AttemptResult): Promise<string[]> {
    const pauseMs = result.isFinal || webhook.isManual ? undefined : retryDelayMs(webhook.attempt, randomFraction());
    const nextAttemptAt = pauseMs === undefined ? undefined : this.clock.now() + pauseMs;
    if (!(await this.webhooks.finish(webhook, result, nextAttemptAt))) return [];
    if (result.error === undefined) await this.arrived(webhook);
    else if (nextAttemptAt !== undefined) return [];
    else if (!webhook.isManual) await this.givenUp(webhook, result.error);
    return this.webhooks.releaseNext([webhook]);
  }

  /** Never rejects. */
  async attempt(webhook: ClaimedWebhook): Promise<AttemptResult> {
    try {
      if (webhook.direction === 'outbound') return await this.deliverWebhook.execute(webhook);
      const handler = this.handlers.find(webhook.partner);
      if (!handler) return { error: `no handler for webhooks of ${webhook.partner}` };
      await handler.process(webhook.payload);
      return {};
    } catch (error) {
      return thrownResult(error);
    }
  }

  private async arrived({ direction, partner }: ClaimedWebhook): Promise<void> {
    if (direction === 'outbound') await this.deliverWebhook.arrived(partner);
  }

  private async givenUp({ id, direction, partner, event, attempt }: ClaimedWebhook, error: string): Promise<void> {
    const route = direction === 'inbound' ? `of ${partner}` : `to endpoint ${partner}`;
    // The log of a webhook that tells of a log would be told by the next one, without end.
    if (event !== 'system_log.created')
      await this.systemLogs.record({
        kind: 'error',
        description: `Webhook ${id} ${route} failed after ${attempt} attempts: ${error}`,
        key: `webhook:${id}`,
      });
    if (direction === 'outbound') await this.deliverWebhook.givenUp(partner, id);
  }
}

/** A provider waits so long for what its notification causes. */
const IN_TIME_MS = 1_000;
/** Notifications of one provider. Jobs process the others, so that a slow provider does not use up the process. */
const IN_TIME_AT_ONCE = 64;
const LATE = new Error('the provider is answered first');

/** Processes an authentic notification of a provider once, while the provider waits. What takes longer is kept and goes on after the answer. */
@Injectable()
export class ReceiveWebhook {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly received: ReceivedWebhooks,
    private readonly processWebhook: ProcessWebhook,
    private readonly clock: Clock,
  ) {}

  knownProvider(provider: unknown): string | undefined {
    return typeof provider === 'string' && this.handlers.find(provider) ? provider : undefined;
  }

  /** @returns the whole answer that the provider wants, if any. @throws Failure `webhooks.unknown_provider`, `webhooks.not_authentic` */
  async execute(provider: string, request: RawRequest): Promise<object | undefined> {
    const handler = this.handlers.find(provider);
    if (!handler) throw new Failure(webhookFailures.unknown_provider);
    const identity = handler.identify(request);
    if (!identity) throw new Failure(webhookFailures.not_authentic);
    if (!(await this.received.has(provider, identity.eventId))) {
      const payload = Buffer.from(request.body).toString('utf8');
      await this.take({ id: newId(), direction: 'inbound', partner: provider, ...identity, payload });
    }
    return handler.answer;
  }

  /** The row is written behind what the notification causes: a crash in between leaves it to the provider, which repeats what we did not answer. */
  private async take(webhook: NewWebhook): Promise<void> {
    if (this.runningOf(webhook) >= IN_TIME_AT_ONCE) return this.received.keep(webhook, 'pending');
    const claimedAt = this.clock.now();
    const claimed = { ...webhook, attempt: 1, isManual: false, claimedAt };
    const attempt = this.attempt(claimed);
    const result = await limit(attempt, IN_TIME_MS, () => LATE).catch(() => undefined);
    if (result && result.error === undefined) return this.received.keep(webhook, 'succeeded');
    await this.received.keep(webhook, 'processing');
    if (result) await this.processWebhook.finish(claimed, result);
    // Without a result its claim ends, and a job makes the next attempt.
    else void attempt.then((late) => this.processWebhook.finish(claimed, late)).catch(() => undefined);
  }

  private async attempt(webhook: ClaimedWebhook): Promise<AttemptResult> {
    this.running.set(webhook.partner, this.runningOf(webhook) + 1);
    try {
      return await this.processWebhook.attempt(webhook);
    } finally {
      this.running.set(webhook.partner, this.runningOf(webhook) - 1);
    }
  }

  private runningOf({ partner }: NewWebhook): number {
    return this.running.get(partner) ?? 0;
  }
}

/** Gives a failed webhook one more attempt at the request of staff. */
@Injectable()
export class ReprocessWebhook {
  constructor(
    private readonly all: AllWebhooks,
    private readonly webhooks: Webhooks,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @returns the updated webhook. @throws Failure `webhooks.not_found`, `webhooks.not_failed`, `webhooks.retries_used_up` */
  async execute(id: string, staff: StaffMember, action: string): Promise<Webhook> {
    const derived = await this.all.derived(id);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      if (derived?.status === 'failed') await this.webhooks.addFailed(derived);
      const isReopened = await this.webhooks.reopen(id, MANUAL_RETRIES);
      const webhook = (await this.webhooks.find(id)) ?? derived;
      if (!webhook) throw new Failure(webhookFailures.not_found);
      if (!isReopened) {
        const { not_failed, retries_used_up } = webhookFailures;
        throw new Failure(webhook.status === 'failed' ? retries_used_up : not_failed);
      }
      const { status, manualRetries, direction } = webhook;
      await this.outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction }));
      const before = { status: 'failed', manualRetries: manualRetries - 1 };
      return { subject: `webhook:${id}`, before, after: { status, manualRetries }, result: webhook };
    });
  }
}

const AT_ONCE = 100;

/** Gives the failed webhooks of a time one more attempt each, the oldest first. */
@Injectable()
export class ReprocessWebhooks {
  constructor(
    private readonly all: AllWebhooks,
    private readonly reprocessWebhook: ReprocessWebhook,
  ) {}

  /** @returns how many, at most a hundred. @throws Failure `webhooks.nothing_found` */
  async execute(filter: FailedFilter, staff: StaffMember, action: string): Promise<number> {
    const ids = await this.all.listFailed(filter, MANUAL_RETRIES, AT_ONCE);
    let count = 0;
    for (const id of ids) count += Number(await this.reopen(id, staff, action));
    if (count === 0) throw new Failure(webhookFailures.nothing_found);
    return count;
  }

  /** False where somebody else was faster. */
  private async reopen(id: string, staff: StaffMember, action: string): Promise<boolean> {
    try {
      await this.reprocessWebhook.execute(id, staff, action);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }
}
