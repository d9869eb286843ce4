/** Published to its subscribers after the commit. Carries ids, no secrets. */
export interface DomainEvent {
  /** `transfer.completed`; also the event name of outbound webhooks. */
  readonly name: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes events in the caller's unit of work. */
export abstract class Outbox {
  abstract add(...events: DomainEvent[]): Promise<void>;
}
