import type { Budget, BudgetName } from '../../../kernel/budgets.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { SpendingKey } from '../domain/spending-key.js';
import type { Spending } from '../domain/spending.js';

/** What somebody has spent of a budget; of one that is counted in memory, once it refused. */
export interface Block extends Pick<Budget, 'counts' | 'subjectIs' | 'beyond' | 'cap'> {
  readonly id: string;
  readonly budget: string;
  /** Empty where it is stored as a hash alone. */
  readonly subject: string;
  readonly spent: number;
  /** Undefined: until staff lift it. */
  readonly blockedUntil: number | undefined;
  readonly isBlocked: boolean;
  /** When last counted or refused. */
  readonly createdAt: number;
}

export interface BlockFilter {
  readonly id?: string;
  readonly budget?: string;
  /** In clear text: an id, an address, or another first word of the subject. */
  readonly subject?: string;
}

export abstract class Blocks {
  /** Blocks in force; for one subject or id also what is counted without a block. Newest first. */
  abstract list(filter: BlockFilter, page: PageRequest): Promise<Page<Block>>;
  abstract find(id: string): Promise<Block | undefined>;
  /** In the caller's unit of work: nothing is spent any more. */
  abstract lift(id: string): Promise<void>;
  /** After the unit of work, because it may call Redis: the same of what is counted in memory. */
  abstract liftInMemory(block: Block): Promise<void>;
}

/** What was spent of budgets that are in Redis, or in the memory of this process, by the id of a SpendingKey. */
export abstract class FastSpendings {
  /** How long to wait in ms, where the amount does not pass; it is then not counted. */
  abstract spend(budget: BudgetName, id: string, amount: number): Promise<number>;
  abstract spent(budget: BudgetName, id: string): Promise<number>;
  abstract giveBack(budget: BudgetName, id: string, amount: number): Promise<void>;
  abstract clear(budget: BudgetName, id: string): Promise<void>;
}

export abstract class Refusals {
  abstract count(budget: BudgetName): void;
  /** Once for each window. */
  abstract tellStaff(budget: Budget, key: SpendingKey, window: number): Promise<void>;
}

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

/** Whether the caller is inside of a unit of work. */
export abstract class UnitState {
  abstract get isOpen(): boolean;
  /** Inside of a unit the work begins when the unit lets it, and is not waited for: the unit holds the embedded connection. */
  abstract outside(work: () => Promise<void>): Promise<void>;
}
