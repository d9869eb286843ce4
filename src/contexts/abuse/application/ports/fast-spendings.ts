import type { BudgetName } from '../../../../kernel/budgets.js';

/** What was spent of budgets that are in Redis, or in the memory of this process, by the id of a SpendingKey. */
export abstract class FastSpendings {
  /** How long to wait in ms, where the amount does not pass; it is then not counted. */
  abstract spend(budget: BudgetName, id: string, amount: number): Promise<number>;
  abstract spent(budget: BudgetName, id: string): Promise<number>;
  abstract giveBack(budget: BudgetName, id: string, amount: number): Promise<void>;
  abstract clear(budget: BudgetName, id: string): Promise<void>;
}
