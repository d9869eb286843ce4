import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../kernel/money.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { HistoryEntry } from '../../../ledger/index.js';

export interface ActivityEntry {
  readonly kind: 'deposit' | 'transfer' | 'history';
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly amountKobo: Kobo;
  /** `pending` and `failed` moved no money. */
  readonly direction: 'credit' | 'debit' | 'pending' | 'failed';
  readonly createdAt: number;
}

/** Entries of the wallet's activity that moved no money, such as unpaid deposit orders. */
export abstract class ActivitySource {
  /** At most `limit` entries recorded before `before` (all when undefined), newest first. */
  abstract list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]>;
}

@Injectable()
export class ActivitySources extends Registry<ActivitySource> {
  constructor(contributions: Contributions) {
    super(contributions, ActivitySource);
  }

  all(): readonly ActivitySource[] {
    return this.entries;
  }
}

export interface StatementHolder {
  readonly name: string;
  readonly email: string;
  readonly referenceId: string;
}

export interface Statement {
  readonly holder: StatementHolder;
  readonly account: string;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly issued: number;
  readonly openingKobo: Kobo;
  readonly closingKobo: Kobo;
  /** Oldest first; can be iterated once. */
  readonly entries: AsyncIterable<HistoryEntry>;
}

/** A file format of statements; writes while it reads, so that memory does not grow with the period. */
export abstract class StatementFormat {
  abstract write(statement: Statement): AsyncIterable<Uint8Array>;
}
