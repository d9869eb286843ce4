import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { Clock } from '../../kernel/clock.js';
import { type AttemptResult, thrownResult, type ClaimedWebhook } from './webhooks.js';
import {
  DeliverWebhook,
  type EndpointTarget,
  type Target,
  type SucceededAttempt,
  FirstAttempts,
  CLAIM_MS,
} from './deliver-webhooks.js';
import { ProcessWebhook } from './process-webhooks.js';
import { Injectable } from '@nestjs/common';

/** No attempt begins later in a page, so that the last one ends before the lease does. */
const PAGE_MS = CLAIM_MS / 2;

/** Successes of this time are written together, so that an attempt that takes long holds up no other. */
const RECORDED_MS = 200;

/** A disabled endpoint, a new URL and a new secret count this late within a page. */
const TARGET_MS = 1_000;

/** Writes successes, alone or with those of other pages. */
export type RecordSuccesses = (attempts: readonly SucceededAttempt[]) => Promise<void>;

/** The claimed webhooks of one endpoint: each is attempted once, or left to a job. */
export class FirstAttemptsPage {
  /** Claimed, and not attempted. */
  readonly unsent: ClaimedWebhook[] = [];
  /** Ids of webhooks that waited for one that was given up, and can be tried now. */
  readonly released: string[] = [];
  private readonly writes: Promise<void>[] = [];
  private succeeded: SucceededAttempt[] = [];
  private targetReadAt: number;
  /** Without an answer the others of the page would only wait: jobs try them, a few at once. */
  private isUnanswered = false;
  private mayHaveFailures = true;

  constructor(
    private readonly endpointId: string,
    readonly begunAt: number,
    private target: EndpointTarget,
    private readonly deliverWebhook: DeliverWebhook,
    private readonly processWebhook: ProcessWebhook,
    private readonly clock: Clock,
    private readonly record: RecordSuccesses,
    private readonly stopping: AbortSignal,
  ) {
    this.targetReadAt = begunAt;
  }

  /** Whether the endpoint is removed, is disabled or does not answer. */
  get isFailing(): boolean {
    return this.isUnanswered || 'error' in this.target;
  }

  /** @param slots attempts at once. @returns results of the writes, which all have ended */
  async deliver(webhooks: readonly ClaimedWebhook[], slots: number): Promise<PromiseSettledResult<void>[]> {
    this.isUnanswered = 'error' in this.target;
    const left = webhooks.values();
    const timer = setInterval(() => this.recordSucceeded(), RECORDED_MS);
    try {
      await Promise.all(Array.from({ length: slots }, () => this.deliverInTurn(left)));
    } finally {
      clearInterval(timer);
    }
    this.recordSucceeded();
    return Promise.allSettled(this.writes);
  }

  /** No two of a page are about one subject, so what shares a request needs no order. */
  private async deliverInTurn(left: Iterator<ClaimedWebhook>): Promise<void> {
    for (;;) {
      const target = await this.currentTarget();
      const claimed = nextOf(left, 'error' in target ? 1 : target.batch);
      if (claimed.length === 0) return;
      if ('error' in target || this.isOver()) {
        this.unsent.push(...claimed);
        continue;
      }
      const claimedAt = this.clock.now();
      const webhooks = claimed.map((webhook) => ({ ...webhook, claimedAt }));
      this.took(webhooks, await this.attempt(target, webhooks));
      await yieldToRequests();
    }
  }

  private async currentTarget(): Promise<EndpointTarget> {
    const now = this.clock.now();
    if (now - this.targetReadAt >= TARGET_MS) {
      this.targetReadAt = now;
      this.target = await this.deliverWebhook.targetOf(this.endpointId).catch(() => this.target);
    }
    return this.target;
  }

  private isOver(): boolean {
    return this.isUnanswered || this.stopping.aborted || this.clock.now() - this.begunAt > PAGE_MS;
  }

  private async attempt(target: Target, webhooks: readonly ClaimedWebhook[]): Promise<AttemptResult> {
    try {
      return await this.deliverWebhook.send(target, webhooks);
    } catch (error) {
      return thrownResult(error);
    }
  }

  private took(webhooks: readonly ClaimedWebhook[], result: AttemptResult): void {
    if (result.error === undefined) return this.haveSucceeded(webhooks, result.httpStatus ?? 0);
    this.isUnanswered ||= result.httpStatus === undefined;
    this.mayHaveFailures = true;
    this.write(this.haveFailed(webhooks, result));
  }

  /** Each is tried again by itself, because the endpoint may refuse one of them only. */
  private async haveFailed(webhooks: readonly ClaimedWebhook[], result: AttemptResult): Promise<void> {
    for (const webhook of webhooks) this.released.push(...(await this.processWebhook.finish(webhook, result)));
  }

  private haveSucceeded(webhooks: readonly ClaimedWebhook[], httpStatus: number): void {
    const endedAt = this.clock.now();
    this.succeeded.push(...webhooks.map((webhook) => ({ webhook, httpStatus, endedAt })));
    if (this.mayHaveFailures) this.write(this.deliverWebhook.arrived(this.endpointId));
    this.mayHaveFailures = false;
  }

  private recordSucceeded(): void {
    if (this.succeeded.length > 0) this.write(this.record(this.succeeded));
    this.succeeded = [];
  }

  /** Its failure is reported when the page ends; until then Node would take it for one that nobody handles, and end the process. */
  private write(work: Promise<void>): void {
    work.catch(() => undefined);
    this.writes.push(work);
  }
}

function nextOf<Item>(left: Iterator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = left.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

const FIRST_ATTEMPTS_PAGE = 200;

export interface DeliveredPage {
  readonly claimed: number;
  /** Webhooks that waited for a slot of the endpoint, or for one that was given up, and can be tried now. */
  readonly next: readonly string[];
}

/** Makes the first attempt at a page of an endpoint's webhooks. */
@Injectable()
export class DeliverFirstAttempts {
  constructor(
    private readonly firstAttempts: FirstAttempts,
    private readonly deliverWebhook: DeliverWebhook,
    private readonly processWebhook: ProcessWebhook,
    private readonly clock: Clock,
  ) {}

  async execute(endpointId: string, record: RecordSuccesses, stopping: AbortSignal): Promise<DeliveredPage> {
    const { concurrency } = this.processWebhook;
    const slots = concurrency.acquireForPage(endpointId);
    if (slots === 0) return { claimed: 0, next: [] };
    const next: string[] = [];
    let claimed = 0;
    try {
      const page = await this.pageOf(endpointId, record, stopping);
      claimed = await this.deliverPage(endpointId, page, slots);
      next.push(...page.released);
    } finally {
      for (let slot = 0; slot < slots; slot++) next.push(...[concurrency.release(endpointId)].filter((id) => id !== undefined));
    }
    return { claimed, next };
  }

  private async pageOf(endpointId: string, record: RecordSuccesses, stopping: AbortSignal): Promise<FirstAttemptsPage> {
    const target = await this.deliverWebhook.targetOf(endpointId);
    const { deliverWebhook, processWebhook, clock } = this;
    return new FirstAttemptsPage(endpointId, clock.now(), target, deliverWebhook, processWebhook, clock, record, stopping);
  }

  /** @returns how many were claimed. @throws the error of the first write that failed, when all have ended */
  private async deliverPage(endpointId: string, page: FirstAttemptsPage, slots: number): Promise<number> {
    const webhooks = await this.firstAttempts.claim(endpointId, FIRST_ATTEMPTS_PAGE, page.begunAt + CLAIM_MS);
    const written = await page.deliver(webhooks, slots);
    await this.firstAttempts.release(page.unsent, page.isFailing ? this.clock.now() : 0);
    for (const write of written) if (write.status === 'rejected') throw write.reason;
    return webhooks.length;
  }
}
