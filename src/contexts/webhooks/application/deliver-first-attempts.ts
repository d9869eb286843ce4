import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { DeliverWebhook } from './deliver-webhook.js';
import { FirstAttemptsPage, type RecordSuccesses } from './first-attempts-page.js';
import { FirstAttempts } from './ports.js';
import { CLAIM_MS, ProcessWebhook } from './process-webhook.js';

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
