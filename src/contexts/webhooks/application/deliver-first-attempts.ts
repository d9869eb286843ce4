import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type AttemptResult, thrownResult } from '../domain/webhook.js';
import { DeliverWebhook, type Target } from './deliver-webhook.js';
import { FirstAttempts, type SucceededAttempt } from './ports/first-attempts.js';
import type { ClaimedWebhook } from './ports/webhooks.js';
import { CLAIM_MS, ProcessWebhook } from './process-webhook.js';

const FIRST_ATTEMPTS_PAGE = 200;
/** No attempt begins later in a page, so that the last one ends before the lease does. */
const PAGE_MS = CLAIM_MS / 2;
/** Successes of this many attempts, or of this time, are written together. */
const RECORDED = 50;
const RECORDED_MS = 200;
/** A disabled endpoint, a new URL and a new secret count this late within a page. */
const TARGET_MS = 1_000;

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

  /** @param record writes successes, alone or with those of other pages */
  async execute(
    endpointId: string,
    record: (attempts: readonly SucceededAttempt[]) => Promise<void>,
    stopping: AbortSignal,
  ): Promise<DeliveredPage> {
    const { concurrency } = this.processWebhook;
    const slots = concurrency.acquireForPage(endpointId);
    if (slots === 0) return { claimed: 0, next: [] };
    const next: string[] = [];
    let claimed = 0;
    try {
      const released = (ids: readonly string[]) => void next.push(...ids);
      claimed = await this.deliverPage(endpointId, slots, record, released, stopping);
    } finally {
      for (let slot = 0; slot < slots; slot++) next.push(...[concurrency.release(endpointId)].filter((id) => id !== undefined));
    }
    return { claimed, next };
  }

  private async deliverPage(
    endpointId: string,
    slots: number,
    record: (attempts: readonly SucceededAttempt[]) => Promise<void>,
    released: (ids: readonly string[]) => void,
    stopping: AbortSignal,
  ): Promise<number> {
    let target = await this.deliverWebhook.targetOf(endpointId);
    const begunAt = this.clock.now();
    let targetReadAt = begunAt;
    const page = await this.firstAttempts.claim(endpointId, FIRST_ATTEMPTS_PAGE, begunAt + CLAIM_MS);
    const unsent: ClaimedWebhook[] = [];
    const writes: Promise<void>[] = [];
    let succeeded: SucceededAttempt[] = [];
    let recordedAt = begunAt;
    const recordSucceeded = () => {
      recordedAt = this.clock.now();
      if (succeeded.length > 0) writes.push(record(succeeded));
      succeeded = [];
    };
    // Without an answer the others of the page would only wait: jobs try them, a few at once.
    let isFailing = 'error' in target;
    let mayHaveFailures = true;
    const left = page.values();
    const deliverInTurn = async () => {
      for (const claimed of left) {
        if (this.clock.now() - targetReadAt >= TARGET_MS) {
          targetReadAt = this.clock.now();
          target = await this.deliverWebhook.targetOf(endpointId).catch(() => target);
        }
        if (isFailing || 'error' in target || stopping.aborted || this.clock.now() - begunAt > PAGE_MS) {
          unsent.push(claimed);
          continue;
        }
        const webhook = { ...claimed, claimedAt: this.clock.now() };
        const result = await this.attempt(target, webhook);
        if (result.error === undefined) {
          succeeded.push({ webhook, httpStatus: result.httpStatus ?? 0, endedAt: this.clock.now() });
          if (succeeded.length >= RECORDED || this.clock.now() - recordedAt >= RECORDED_MS) recordSucceeded();
          if (mayHaveFailures) writes.push(this.deliverWebhook.arrived(endpointId));
          mayHaveFailures = false;
        } else {
          isFailing ||= result.httpStatus === undefined;
          mayHaveFailures = true;
          writes.push(this.processWebhook.finish(webhook, result).then(released));
        }
        await yieldToRequests();
      }
      // Another slot may wait long for its answer.
      recordSucceeded();
    };
    await Promise.all(Array.from({ length: slots }, deliverInTurn));
    const written = await Promise.allSettled(writes);
    await this.firstAttempts.release(unsent, isFailing || 'error' in target ? this.clock.now() : 0);
    for (const write of written) if (write.status === 'rejected') throw write.reason;
    return page.length;
  }

  private async attempt(target: Target, webhook: ClaimedWebhook): Promise<AttemptResult> {
    try {
      return await this.deliverWebhook.send(target, webhook);
    } catch (error) {
      return thrownResult(error);
    }
  }
}
