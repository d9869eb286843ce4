/** Something that happened, told to whoever subscribes after it is committed. Carries ids, not bodies, and no secrets. */
export interface DomainEvent {
  /** `transfer.completed`; the names of decisions and of the outbound webhooks. */
  readonly name: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes events in the caller's unit of work, so that fact and event are committed together or not at all. */
export abstract class Outbox {
  abstract add(...events: DomainEvent[]): Promise<void>;
}
