import type { Kobo } from '../../../../kernel/money.js';

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

/** Entries of the wallet's activity that moved no money, such as unpaid deposit orders; registered with `ActivitySources`. */
export abstract class ActivitySource {
  /** At most `limit` entries recorded before `before` (all when undefined), newest first. */
  abstract list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]>;
}

export class ActivitySources {
  private readonly sources: ActivitySource[] = [];

  register(source: ActivitySource): void {
    this.sources.push(source);
  }

  all(): readonly ActivitySource[] {
    return this.sources;
  }
}
