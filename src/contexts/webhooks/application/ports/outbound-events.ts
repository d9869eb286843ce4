import type { WebhookEventName } from '../../../../kernel/webhook-events.js';

/** Something that subscribers are told of. */
export interface OutboundEvent {
  /** Endpoints get one webhook for an id; its time is the event's. */
  readonly id: string;
  readonly name: WebhookEventName;
  /** Amounts in kobo, as inside. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events for the endpoints that want them. */
export abstract class OutboundEvents {
  /** Finds the endpoints for many events; the function that it returns writes the webhooks in the caller's unit of work. */
  abstract prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>>;
}
