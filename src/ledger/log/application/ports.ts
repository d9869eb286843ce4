import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { JournalKind } from '../../domain/journal.js';

export interface ConsumedJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer, purchase or payout. */
  readonly subject: string;
  readonly postedAt: number;
}

/** Contributed by whoever writes rows that follow from journals (notices, mails, webhooks), in one transaction with its cursor. */
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

@Injectable()
export class JournalConsumers extends Registry<JournalConsumer> {
  constructor(contributions: Contributions) {
    super(contributions, JournalConsumer, { namesOf: ({ name }) => [name] });
  }

  all(): readonly JournalConsumer[] {
    return this.entries;
  }

  find(wanted: string): JournalConsumer | undefined {
    return this.entries.find(({ name }) => name === wanted);
  }
}
