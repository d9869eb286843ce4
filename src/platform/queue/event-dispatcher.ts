import { Injectable } from '@nestjs/common';
import { isDatabaseAway } from '../database/errors.js';
import { Log } from '../telemetry/log.js';
import type { ReceivedEvent } from './job-queue.js';
import { type EventHandler, JobRegistry } from './job-registry.js';
import type { WaitingEvent } from './outbox-table.js';

/** Single events at once. */
const CONCURRENCY = 8;

/** Calls the handlers of many events: all handlers of an event, and events of one subject one after the other. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly registry: JobRegistry,
    private readonly log: Log,
  ) {}

  /**
   * @returns ids of the events that all their handlers have handled; after a failure the later events of its subject are not tried
   * @throws Error while the database is away
   */
  async dispatch(events: readonly WaitingEvent[]): Promise<Set<string>> {
    const done = new Set<string>();
    const stopped = new Set<string>();
    for (const wave of inWaves(events)) {
      const ready = wave.filter(({ subject }) => !stopped.has(subject));
      for (const id of await this.handle(ready)) done.add(id);
      for (const { id, subject } of ready) if (subject !== '' && !done.has(id)) stopped.add(subject);
    }
    return done;
  }

  private async handle(events: readonly WaitingEvent[]): Promise<string[]> {
    const names = new Map<string, WaitingEvent[]>();
    for (const event of events) names.set(event.name, [...(names.get(event.name) ?? []), event]);
    const handled = await Promise.all([...names].map(([name, same]) => this.handleSame(name, same)));
    return handled.flat();
  }

  private async handleSame(name: string, events: readonly WaitingEvent[]): Promise<string[]> {
    let received = events.flatMap((event) => this.parsed(event));
    for (const handler of this.registry.handlersOf(name)) {
      const pages = handler.takesPages ? [received] : chunks(received, CONCURRENCY);
      const handled: ReceivedEvent[] = [];
      for (const page of pages) handled.push(...(await this.call(name, handler, page)));
      received = handled;
    }
    return received.map(({ id }) => id);
  }

  /** The events of the page that were handled; where a page fails, each is handled by itself. */
  private async call(name: string, handler: EventHandler, page: readonly ReceivedEvent[]): Promise<ReceivedEvent[]> {
    if (page.length === 0) return [];
    if (handler.takesPages && page.length > 1) {
      try {
        await handler.handle(page);
        return [...page];
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
      }
    }
    const tried = await Promise.all(
      page.map(async (event) => {
        try {
          await handler.handle([event]);
          return [event];
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          this.log.warning('an event is left to a job', { event: name, eventId: event.id }, error);
          return [];
        }
      }),
    );
    return tried.flat();
  }

  private parsed({ id, name, data }: WaitingEvent): ReceivedEvent[] {
    try {
      return [{ id, data: JSON.parse(data) as ReceivedEvent['data'] }];
    } catch (error) {
      this.log.warning('an event is left to a job', { event: name, eventId: id }, error);
      return [];
    }
  }
}

/** The n-th events of all subjects, for n from 1. */
function inWaves(events: readonly WaitingEvent[]): WaitingEvent[][] {
  const waves: WaitingEvent[][] = [];
  const counts = new Map<string, number>();
  for (const event of events) {
    const before = event.subject === '' ? 0 : (counts.get(event.subject) ?? 0);
    counts.set(event.subject, before + 1);
    (waves[before] ??= []).push(event);
  }
  return waves;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
