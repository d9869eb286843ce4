import type { IdempotencyKey } from '../../../../kernel/caller.js';
import type { JournalKind } from '../../domain/journal.js';

export interface ConsumedJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer or purchase. */
  readonly subject: string;
  readonly postedAt: number;
}

/** Writes rows that follow from journals (notices, mails, webhooks) in one transaction with its cursor. */
export abstract class JournalConsumer {
  /** Name of the cursor, which a migration creates. */
  abstract readonly name: string;
  abstract readonly kinds: readonly JournalKind[];

  /**
   * Reads and renders outside of transactions; the returned function only writes, with keys that follow from the journal, and
   * may run twice. @throws Error when a journal cannot be consumed
   */
  abstract prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>>;
}

export abstract class JournalCoverage {
  /** False for journals before the consumer was added, whose follow-up rows come from outbox events. */
  abstract isConsumedBy(consumer: string, journalId: string): Promise<boolean>;
  /** Of the journal that was committed with this key; false where it had none. */
  abstract isCommandConsumedBy(consumer: string, key: IdempotencyKey): Promise<boolean>;
}

export class JournalConsumers {
  private readonly consumers = new Map<string, JournalConsumer>();

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
