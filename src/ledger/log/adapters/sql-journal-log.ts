import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../../kernel/events.js';
import type { OutboundEvent, UserMessage } from '../../../kernel/told.js';
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
import { viewAlone } from './viewed-messages.js';

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
    return this.fedIn(await this.cursors.read());
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

  async placeOf(reader: string): Promise<{ place: JournalPosition; until: JournalPosition }> {
    const cursors = await this.cursors.read();
    const place = cursors.get(reader);
    if (!place) throw new Error(`${reader} has no cursor: a migration says where it begins`);
    return { place, until: this.fedIn(cursors) };
  }

  move(reader: string, from: JournalPosition, to: JournalPosition): Promise<boolean> {
    return this.cursors.advance([reader], from, to);
  }

  postpone(journal: ToldJournal): DomainEvent<'journal.postponed'>[] {
    return this.ownOf([journal]).map(({ consumer }) => postponedEvent(consumer, journal));
  }

  private fedIn(cursors: ReadonlyMap<string, JournalPosition>): JournalPosition {
    return firstOf(this.consumers.all().flatMap(({ name }) => cursors.get(name) ?? [])) ?? { batchNo: 0, position: 0 };
  }

  private async told(journals: readonly PositionedJournal[], waiting: ReadonlySet<string> = new Set()): Promise<ToldJournal[]> {
    const own = this.ownOf(journals);
    const ids = new Set(own.flatMap((part) => part.journals.map(({ id }) => id)));
    const balancesAfter = await this.wallets.balancesAfter([...ids]);
    const told = new Map(own.flatMap((part) => part.journals.map(({ id }) => [id, nothing()])));
    const postponed = new Map<string, ToldJournal['postponed']>();
    for (const { consumer, journals: asked } of own) {
      const views = await viewAlone(consumer, asked, balancesAfter, (journal, error) => {
        const event = postponedEvent(consumer, journal);
        this.log.problem('a journal cannot be viewed', error, event.data);
        postponed.set(journal.id, event);
      });
      const late = new Map(asked.filter((journal) => waiting.has(subjectIn(consumer, journal))).map((late) => [late.id, late]));
      const toldOf = (id: string) => {
        const journal = late.get(id);
        if (!journal) return told.get(id);
        postponed.set(id, postponedEvent(consumer, journal));
        return undefined;
      };
      for (const { messages = [], events = [] } of views) {
        for (const message of messages) toldOf(message.causeId)?.messages.push(message);
        for (const event of events) toldOf(event.id)?.events.push(event);
      }
    }
    return journals.map((journal) => {
      const event = postponed.get(journal.id);
      return { ...journal, ...(told.get(journal.id) ?? nothing()), ...(event && { postponed: event }) };
    });
  }

  private ownOf(journals: readonly PositionedJournal[]): Part[] {
    const parts = this.consumers.all().map((consumer) => {
      return { consumer, journals: journals.filter(({ kind }) => consumer.kinds.includes(kind)) };
    });
    return parts.filter((part) => part.journals.length > 0);
  }
}

function nothing(): { messages: UserMessage[]; events: OutboundEvent[] } {
  return { messages: [], events: [] };
}

interface Part {
  readonly consumer: JournalConsumer;
  readonly journals: readonly PositionedJournal[];
}

function subjectsOf({ consumer, journals }: Part): string[] {
  return journals.map((journal) => subjectIn(consumer, journal));
}
