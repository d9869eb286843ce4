import type { Spending } from '../../domain/spending.js';
import type { SpendingKey } from '../../domain/spending-key.js';

export interface KeptSpending extends Spending {
  readonly blockedUntil: number;
  readonly endsAt: number;
}

/** What was spent of budgets in the database; in the caller's unit of work, where there is one. */
export abstract class Spendings {
  abstract find(key: SpendingKey): Promise<Spending>;
  /** Compare and set: false when it changed since `expected` was read. */
  abstract replace(key: SpendingKey, expected: Spending, next: KeptSpending): Promise<boolean>;
  abstract clear(key: SpendingKey): Promise<void>;
  /** Removes at most `limit` whose window ended before; returns how many. */
  abstract removeEnded(before: number, limit: number): Promise<number>;
}
