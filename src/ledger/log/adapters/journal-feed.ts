import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type DomainEvent, domainEvent, Outbox } from '../../../kernel/events.js';
import { Database } from '../../../platform/database/database.js';
import { isConnectionLost, isRetryable } from '../../../platform/database/errors.js';
import { ContinuousWork } from '../../../platform/queue/continuous-work.js';
import { OldestWaiting } from '../../../platform/queue/job-queue.js';
import { Log } from '../../../platform/telemetry/log.js';
import { Wallets } from '../../application/ports.js';
import {
  type ConsumedJournal,
  isBefore,
  type JournalConsumer,
  JournalConsumers,
  type JournalPosition,
  Tellers,
} from '../application/ports.js';
import { PlaceLost } from '../application/moving-place.js';
import { firstOf, JournalCursors, type PositionedJournal } from './journal-cursors.js';

const CHUNK = 500;

/** Passes journals to their consumers in order; rows and cursors are committed together, so that a crash repeats nothing. */
@Injectable()
export class JournalFeed implements OnApplicationBootstrap {
  /** Call it when journals were committed. */
  readonly notify: () => void;
  private readonly cursors: JournalCursors;

  constructor(
    private readonly database: Database,
    private readonly consumers: JournalConsumers,
    private readonly tellers: Tellers,
    private readonly wallets: Wallets,
    private readonly outbox: Outbox,
    work: ContinuousWork,
    private readonly log: Log,
  ) {
    this.cursors = new JournalCursors(database);
    this.notify = work.add('journal.feed', () => this.consumeChunk());
  }

  async onApplicationBootstrap(): Promise<void> {
    const cursors = await this.cursors.read();
    for (const { name } of this.consumers.all()) {
      if (!cursors.has(name)) throw new Error(`consumer ${name} has no cursor: a migration says where it begins`);
    }
  }

  async consumeAgain(consumerName: string, journalId: string): Promise<void> {
    const consumer = this.consumers.find(consumerName);
    const [journal] = await this.cursors.find([journalId]);
    if (!consumer || !journal) throw new Error(`no consumer ${consumerName}, or no such journal`);
    await this.database.transaction(await this.prepare([{ consumer, journals: [journal] }], true));
  }

  /** 0, the oldest time there is, where somebody moved a cursor ahead of the ledger: its consumer would be told of nothing. */
  @OldestWaiting('journal', 300_000)
  async oldestUnconsumed(): Promise<number | undefined> {
    const cursors = [...(await this.cursors.read())].filter(([name]) => this.consumers.find(name));
    const lastBatch = await this.cursors.lastBatch();
    const ahead = cursors.find(([, place]) => place.batchNo > lastBatch);
    if (ahead) {
      const [consumer, { batchNo }] = ahead;
      this.log.warning('the cursor of a consumer is ahead of the ledger', { consumer, batchNo, lastBatch });
      return 0;
    }
    const first = firstOf(cursors.map(([, place]) => place));
    const [next] = first ? await this.cursors.journalsBetween(first, undefined, 1) : [];
    return next?.postedAt;
  }

  /** Advances the consumers that are furthest behind up to the cursor of the next ones, so that later chunks are read once for all. */
  private async consumeChunk(): Promise<boolean> {
    const places = await this.cursors.read();
    const consumers = this.consumers.all().map((consumer) => ({ consumer, place: places.get(consumer.name)! }));
    const first = firstOf(consumers.map(({ place }) => place));
    if (!first) return false;
    const isAhead = ({ place }: { readonly place: JournalPosition }) => isBefore(first, place);
    const next = firstOf(consumers.filter(isAhead).map(({ place }) => place));
    const journals = await this.cursors.journalsBetween(first, next, CHUNK);
    if (journals.length === 0) return false;
    const behind = consumers.filter((entry) => !isAhead(entry)).map(({ consumer }) => consumer);
    try {
      await this.consume(behind, first, journals);
    } catch (error) {
      if (!(error instanceof PlaceLost)) throw error;
      this.log.warning('another process consumes the journals', {}, error);
      return false;
    }
    return journals.length === CHUNK || next !== undefined;
  }

  /** If a chunk fails, each consumer runs separately, and a journal that fails by itself is postponed. */
  private async consume(
    consumers: readonly JournalConsumer[],
    from: JournalPosition,
    journals: readonly PositionedJournal[],
  ): Promise<void> {
    try {
      await this.commit(consumers, from, journals);
    } catch (error) {
      if (error instanceof PlaceLost || isConnectionLost(error) || isRetryable(error)) throw error;
      if (consumers.length > 1) {
        for (const consumer of consumers) await this.consume([consumer], from, journals);
      } else if (journals.length > 1) {
        const middle = journals.length >> 1;
        await this.consume(consumers, from, journals.slice(0, middle));
        await this.consume(consumers, journals[middle - 1]!, journals.slice(middle));
      } else await this.postpone(consumers[0]!, from, journals[0]!, error);
    }
  }

  private async commit(
    consumers: readonly JournalConsumer[],
    from: JournalPosition,
    journals: readonly PositionedJournal[],
  ): Promise<void> {
    const own = consumers.map((consumer) => journals.filter(({ kind }) => consumer.kinds.includes(kind)));
    const subjects = consumers.flatMap((consumer, index) => own[index]!.map((journal) => subjectIn(consumer, journal)));
    const waiting = await this.cursors.waitingSubjects([...new Set(subjects)]);
    const isWaiting = (consumer: JournalConsumer) => (journal: PositionedJournal) => waiting.has(subjectIn(consumer, journal));
    const write = await this.prepare(
      consumers.map((consumer, index) => {
        const isLate = isWaiting(consumer);
        return { consumer, journals: own[index]!.filter((journal) => !isLate(journal)) };
      }),
    );
    const postponed = consumers.flatMap((consumer, index) =>
      own[index]!.filter(isWaiting(consumer)).map((journal) => postponedEvent(consumer, journal)),
    );
    await this.database.transaction(async () => {
      await this.advance(consumers, from, journals);
      await write();
      await this.outbox.add(...postponed);
    });
  }

  /** Asks for the views, and has all that they say told together. */
  private async prepare(parts: readonly Part[], isPostponed = false): Promise<() => Promise<void>> {
    const asked = parts.filter(({ journals }) => journals.length > 0);
    const balancesAfter = await this.wallets.balancesAfter([
      ...new Set(asked.flatMap(({ journals }) => journals.map(({ id }) => id))),
    ]);
    const views = await Promise.all(asked.map(({ consumer, journals }) => consumer.view(journals, balancesAfter)));
    const messages = views
      .flatMap((view) => view.messages ?? [])
      .map((message) => ({ ...message, isPosted: balancesAfter(message.causeId, message.user.id) !== undefined }));
    const events = views.flatMap((view) => view.events ?? []);
    const isToldNothing = messages.length === 0 && events.length === 0;
    const writes = await Promise.all([
      ...(isToldNothing ? [] : this.tellers.all().map((teller) => teller.prepare({ messages, events }, isPostponed))),
      ...views.map((view) => view.prepare?.()),
    ]);
    return async () => {
      for (const write of writes) await write?.();
    };
  }

  private async postpone(
    consumer: JournalConsumer,
    from: JournalPosition,
    journal: PositionedJournal,
    error: unknown,
  ): Promise<void> {
    const event = postponedEvent(consumer, journal);
    await this.database.transaction(async () => {
      await this.advance([consumer], from, [journal]);
      await this.outbox.add(event);
    });
    this.log.problem('a journal could not be consumed and is left to a job', error, event.data);
  }

  private async advance(
    consumers: readonly JournalConsumer[],
    from: JournalPosition,
    journals: readonly PositionedJournal[],
  ): Promise<void> {
    const names = consumers.map(({ name }) => name);
    if (!(await this.cursors.advance(names, from, journals.at(-1)!)))
      throw new PlaceLost('the cursor of a consumer was moved by another process');
  }
}

interface Part {
  readonly consumer: JournalConsumer;
  readonly journals: readonly ConsumedJournal[];
}

/** Journals of one subject keep their order for each consumer: behind one that was postponed the next ones are postponed too. */
export function subjectIn({ name }: JournalConsumer, { subject }: PositionedJournal): string {
  return `${name}:${subject}`;
}

export function postponedEvent(consumer: JournalConsumer, journal: PositionedJournal): DomainEvent<'journal.postponed'> {
  const subject = subjectIn(consumer, journal);
  return domainEvent('journal.postponed', { subject, consumer: consumer.name, journalId: journal.id });
}
