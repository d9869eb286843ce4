import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.js';
import { type AttemptResult, thrownResult } from '../domain/webhook.js';
import type { DeliverWebhook, EndpointTarget, Target } from './deliver-webhook.js';
import type { ClaimedWebhook, SucceededAttempt } from './ports.js';
import { CLAIM_MS, type ProcessWebhook } from './process-webhook.js';

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

  private async deliverInTurn(left: Iterable<ClaimedWebhook>): Promise<void> {
    for (const claimed of left) {
      const target = await this.currentTarget();
      if ('error' in target || this.isOver()) {
        this.unsent.push(claimed);
        continue;
      }
      const webhook = { ...claimed, claimedAt: this.clock.now() };
      this.took(webhook, await this.attempt(target, webhook));
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

  private async attempt(target: Target, webhook: ClaimedWebhook): Promise<AttemptResult> {
    try {
      return await this.deliverWebhook.send(target, webhook);
    } catch (error) {
      return thrownResult(error);
    }
  }

  private took(webhook: ClaimedWebhook, result: AttemptResult): void {
    if (result.error === undefined) return this.hasSucceeded(webhook, result.httpStatus ?? 0);
    this.isUnanswered ||= result.httpStatus === undefined;
    this.mayHaveFailures = true;
    const released = (ids: readonly string[]) => void this.released.push(...ids);
    this.write(this.processWebhook.finish(webhook, result).then(released));
  }

  private hasSucceeded(webhook: ClaimedWebhook, httpStatus: number): void {
    const endedAt = this.clock.now();
    this.succeeded.push({ webhook, httpStatus, endedAt });
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
