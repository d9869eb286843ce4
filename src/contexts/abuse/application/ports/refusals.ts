import type { Budget, BudgetName } from '../../../../kernel/budgets.js';
import type { SpendingKey } from '../../domain/spending-key.js';

/** Who is told that a budget refused. */
export abstract class Refusals {
  abstract count(budget: BudgetName): void;
  /** Once for each window. */
  abstract tellStaff(budget: Budget, key: SpendingKey, window: number): Promise<void>;
}
