import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { Told, UserMessage } from '../../../kernel/told.js';
import type { BalancesAfter } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';
import type { JournalKind } from '../../domain/journal.js';

export interface ConsumedJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer, purchase or payout. */
  readonly subject: string;
  readonly postedAt: number;
}

/** What follows from journals. */
export interface JournalView extends Partial<Told> {
  /**
   * What adds up, for the feed alone. Reads outside of transactions; the returned function only writes, with keys that follow from the
   * journal, and may run twice.
   */
  readonly prepare?: () => Promise<() => Promise<void>>;
}

/** Contributed by whoever knows what follows from journals. */
export abstract class JournalConsumer {
  /** Name of the cursor, which a migration creates. */
  abstract readonly name: string;
  abstract readonly kinds: readonly JournalKind[];

  /** Reads alone, so it may be asked again at any time. @throws Error when a journal cannot be consumed */
  abstract view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView>;
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

/** Contributed by whoever tells users or subscribers. */
export abstract class Teller {
  /** Reads and renders; the returned function writes in the caller's unit of work, once for each cause. */
  abstract prepare(told: Told): Promise<() => Promise<void>>;
}

@Injectable()
export class Tellers extends Registry<Teller> {
  constructor(contributions: Contributions) {
    super(contributions, Teller);
  }

  all(): readonly Teller[] {
    return this.entries;
  }
}

/** What users were told of journals that posted to their accounts, computed anew. */
export abstract class PostedMessages {
  /** Newest first, before `before`: at least `limit`, or all that are not older than `since` (unix ms). */
  abstract list(account: AccountId, before: number | undefined, limit: number, since: number): Promise<UserMessage[]>;
}
