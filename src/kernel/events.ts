/** An event, published to its subscribers after the commit. Carries ids, not bodies, and no secrets. */
export interface DomainEvent {
  /** `transfer.completed`; also the event names of outbound webhooks. */
  readonly name: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes events in the caller's unit of work, so that change and event are committed together. */
export abstract class Outbox {
  abstract add(...events: DomainEvent[]): Promise<void>;
}
