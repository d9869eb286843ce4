import type { BudgetName } from './budget-definitions.js';
import { failures } from './failure.js';

export type { Budget, BudgetName } from './budget-definitions.js';

export const budgetFailures = failures('abuse', {
  delayed: ['too_many', 'Too many failed attempts, please try again later'],
  step_up: ['forbidden', 'This is more than usual: another proof is needed'],
  limit_reached: ['too_many', 'The limit for this is reached, please try again later'],
  frozen: ['forbidden', 'This is blocked until our staff have looked at it'],
});

/**
 * Counts the actions of a subject, over all processes if the budget is in the database. A count whose effect is certain (a mail,
 * money) may be spent in its unit of work and is then undone with it. Tries of a secret must not: they go outside of every unit,
 * because the refusal would undo the count. Budgets that delay refuse to be spent inside of one.
 */
export abstract class Budgets {
  /**
   * Counts and lets pass, or counts nothing and throws: an amount that does not fit is refused whole, and a smaller one may still
   * pass. @throws Failure of `budgetFailures` with retryAfterSeconds
   */
  abstract spend(budget: BudgetName, subject: string, amount?: number): Promise<void>;
  /** Like `spend`, for work that is left out silently: false instead of the failure. */
  abstract trySpend(budget: BudgetName, subject: string, amount?: number): Promise<boolean>;
  /**
   * Checks a try of a secret. It is spent before the check, one at a time for each subject in this process, so that parallel
   * tries with the right secret do not delay each other. The right one clears the count, or with `give back` restores it; so does
   * a check that fails by itself. @throws Failure as `spend`
   */
  abstract attempt(
    budget: BudgetName,
    subject: string,
    check: () => Promise<boolean>,
    whenRight?: 'clear' | 'give back',
  ): Promise<boolean>;
  /** The rest before the cap, without counting; 0 while it is blocked. */
  abstract left(budget: BudgetName, subject: string): Promise<number>;
  /** Takes a count back: the try turned out right, or the counted action did not happen. */
  abstract giveBack(budget: BudgetName, subject: string, amount?: number): Promise<void>;
  /** Clears spending and freezes. */
  abstract clear(budget: BudgetName, subject: string): Promise<void>;
}
