/** Published to its subscribers after the commit. Carries ids, no secrets. */
export interface DomainEvent {
  /** `transfer.completed`; also the event name of outbound webhooks. */
  readonly name: string;
  /** The first value is the id of the subject, whose events are handled in their order. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** Cut to its column. */
export function subjectOf(data: DomainEvent['data']): string {
  return String(Object.values(data)[0] ?? '').slice(0, 64);
}

/** Writes events in the caller's unit of work. */
export abstract class Outbox {
  abstract add(...events: DomainEvent[]): Promise<void>;
}
