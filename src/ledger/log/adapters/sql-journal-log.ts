import { Injectable } from '@nestjs/common';
import type { OutboundEvent } from '../../../kernel/told.js';
import { Database } from '../../../platform/database/database.js';
import { Log } from '../../../platform/telemetry/log.js';
import { Wallets } from '../../application/ports.js';
import {
  type JournalConsumer,
  JournalConsumers,
  JournalLog,
  type JournalPosition,
  type ToldJournal,
} from '../application/ports.js';
import { firstOf, JournalCursors, type PositionedJournal } from './journal-cursors.js';
import { postponedEvent, subjectIn } from './journal-feed.js';
import { viewAlone } from './view-alone.js';

@Injectable()
export class SqlJournalLog extends JournalLog {
  private readonly cursors: JournalCursors;

  constructor(
    database: Database,
    private readonly consumers: JournalConsumers,
    private readonly wallets: Wallets,
    private readonly log: Log,
  ) {
    super();
    this.cursors = new JournalCursors(database);
  }

  async fedUntil(): Promise<JournalPosition> {
    const cursors = await this.cursors.read();
    return firstOf(this.consumers.all().flatMap(({ name }) => cursors.get(name) ?? [])) ?? { batchNo: 0, position: 0 };
  }

  lastBefore(time: number): Promise<JournalPosition> {
    return this.cursors.lastBefore(time);
  }

  async read(after: JournalPosition, until: JournalPosition, limit: number): Promise<ToldJournal[]> {
    const journals = await this.cursors.journalsBetween(after, until, limit);
    return this.told(journals, await this.cursors.waitingSubjects(this.ownOf(journals).flatMap(subjectsOf)));
  }

  async find(ids: readonly string[]): Promise<ToldJournal[]> {
    return this.told(await this.cursors.find(ids));
  }

  async list(from: number, until: number, limit: number): Promise<ToldJournal[]> {
    return this.told(await this.cursors.list(from, until, limit));
  }

  private async told(journals: readonly PositionedJournal[], waiting: ReadonlySet<string> = new Set()): Promise<ToldJournal[]> {
    const own = this.ownOf(journals);
    const ids = new Set(own.flatMap((part) => part.journals.map(({ id }) => id)));
    const balancesAfter = await this.wallets.balancesAfter([...ids]);
    const events = new Map<string, OutboundEvent[]>();
    const postponed = new Map<string, ToldJournal['postponed']>();
    for (const { consumer, journals: asked } of own) {
      const views = await viewAlone(consumer, asked, balancesAfter, (journal, error) => {
        const event = postponedEvent(consumer, journal);
        this.log.problem('a journal cannot be viewed', error, event.data);
        postponed.set(journal.id, event);
      });
      const late = new Map(asked.filter((journal) => waiting.has(subjectIn(consumer, journal))).map((late) => [late.id, late]));
      for (const event of views.flatMap((view) => view.events ?? [])) {
        const journal = late.get(event.id);
        if (journal) postponed.set(journal.id, postponedEvent(consumer, journal));
        else events.set(event.id, [...(events.get(event.id) ?? []), event]);
      }
    }
    return journals.map((journal) => {
      const event = postponed.get(journal.id);
      return { ...journal, events: events.get(journal.id) ?? [], ...(event && { postponed: event }) };
    });
  }

  private ownOf(journals: readonly PositionedJournal[]): Part[] {
    const parts = this.consumers.all().map((consumer) => {
      return { consumer, journals: journals.filter(({ kind }) => consumer.kinds.includes(kind)) };
    });
    return parts.filter((part) => part.journals.length > 0);
  }
}

interface Part {
  readonly consumer: JournalConsumer;
  readonly journals: readonly PositionedJournal[];
}

function subjectsOf({ consumer, journals }: Part): string[] {
  return journals.map((journal) => subjectIn(consumer, journal));
}
