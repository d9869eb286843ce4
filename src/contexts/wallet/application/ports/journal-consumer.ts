import type { JournalKind } from '../../domain/journal.js';

/** A journal as its consumers read it. */
export interface ConsumedJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer or purchase that it belongs to. */
  readonly subject: string;
  /** Unix ms. */
  readonly postedAt: number;
}

/** Writes what follows from journals (notices, mails, webhooks), in their order and in one transaction with its cursor. */
export abstract class JournalConsumer {
  /** Names the cursor, which a migration makes. */
  abstract readonly name: string;
  /** Journals of other kinds are passed over. */
  abstract readonly kinds: readonly JournalKind[];

  /**
   * Reads and renders what is needed, outside of any transaction. The function that it returns only writes, in the
   * transaction of the cursor; it may be called again when that is rolled back. Every row has a key that follows from
   * the journal, so that a journal that is consumed again repeats nothing.
   * @throws Error when a journal cannot be consumed; the others are then consumed without it
   */
  abstract prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>>;
}

/** What the consumers are there for. */
export abstract class JournalCoverage {
  /** Whether the journal came after the consumer began. Of one that came before, an event in the outbox tells. */
  abstract isConsumedBy(consumer: string, journalId: string): Promise<boolean>;
}

/** Where the consumers register when their module starts. */
export class JournalConsumers {
  private readonly consumers = new Map<string, JournalConsumer>();

  /** @throws Error when there is one of this name already */
  register(consumer: JournalConsumer): void {
    if (this.consumers.has(consumer.name)) throw new Error(`two consumers of journals are named ${consumer.name}`);
    this.consumers.set(consumer.name, consumer);
  }

  all(): readonly JournalConsumer[] {
    return [...this.consumers.values()];
  }

  find(name: string): JournalConsumer | undefined {
    return this.consumers.get(name);
  }
}
