import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { DomainEvent } from '../../../kernel/events.js';
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

/** What follows from journals. The id of an outbound event is that of its journal. */
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
  /**
   * Reads and renders; the returned function writes in the caller's unit of work, once for each cause.
   * @param isPostponed the journals were postponed, so that whoever reads the log has passed over them
   */
  abstract prepare(told: Told, isPostponed: boolean): Promise<() => Promise<void>>;
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

export interface JournalPosition {
  readonly batchNo: number;
  readonly position: number;
}

export function isBefore(one: JournalPosition, other: JournalPosition): boolean {
  return one.batchNo < other.batchNo || (one.batchNo === other.batchNo && one.position < other.position);
}

/** A journal with what is told of it. */
export interface ToldJournal extends ConsumedJournal, JournalPosition, Told {
  /** It cannot be viewed, or follows one of its subject that could not be: this event has its own told by a job. */
  readonly postponed?: DomainEvent<'journal.postponed'>;
}

/** For who reads the log at a place of its own. */
export abstract class JournalLog {
  /** Where the feed is. Journals behind this place may still be told by a version before, in rows. */
  abstract fedUntil(): Promise<JournalPosition>;
  /** The newest journal that was recorded before that time (unix ms). */
  abstract lastBefore(time: number): Promise<JournalPosition>;
  /** At most `limit` journals behind `after` and up to `until`, in their order. */
  abstract read(after: JournalPosition, until: JournalPosition, limit: number): Promise<ToldJournal[]>;
  abstract find(ids: readonly string[]): Promise<ToldJournal[]>;
  /** At most `limit` whose ids were made from a time until another (unix ms, exclusive), the newest first. */
  abstract list(from: number, until: number, limit: number): Promise<ToldJournal[]>;
  /** Where a reader is that has no place elsewhere, and until where it may read; a migration says where it begins. */
  abstract placeOf(reader: string): Promise<{ readonly place: JournalPosition; readonly until: JournalPosition }>;
  /** In the caller's unit of work. False when it is not at `from`, because another process has moved it. */
  abstract move(reader: string, from: JournalPosition, to: JournalPosition): Promise<boolean>;
  /** Has what is told of it told by jobs. */
  abstract postpone(journal: ToldJournal): DomainEvent<'journal.postponed'>[];
}

/** What users were told of journals that posted to their accounts, computed anew. */
export abstract class PostedMessages {
  /** Newest first, before `before`: at least `limit`, or all that are not older than `since` (unix ms). */
  abstract list(account: AccountId, before: number | undefined, limit: number, since: number): Promise<UserMessage[]>;
}
