import type { Kobo } from '../../../../kernel/money.js';

/** One line of a user's wallet activity. */
export interface ActivityEntry {
  readonly kind: 'deposit' | 'transfer' | 'history';
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly amountKobo: Kobo;
  /** What happened to the money; `pending` and `failed` moved none. */
  readonly direction: 'credit' | 'debit' | 'pending' | 'failed';
  /** Unix ms. */
  readonly createdAt: number;
}

/**
 * Entries of the wallet's activity that moved no money and so are not in the ledger (deposit orders that
 * are pending, failed or expired). Contexts register theirs with `ActivitySources`.
 */
export abstract class ActivitySource {
  /** At most `limit` entries of the user recorded before `before` (all when undefined), newest first. */
  abstract list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]>;
}

/** Where the sources register when their module starts. */
export class ActivitySources {
  private readonly sources: ActivitySource[] = [];

  register(source: ActivitySource): void {
    this.sources.push(source);
  }

  all(): readonly ActivitySource[] {
    return this.sources;
  }
}
