import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../../kernel/money.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';

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
