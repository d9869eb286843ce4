import type { Budget } from '../../../../kernel/budgets.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';

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
  /** Of the last count or refusal. */
  readonly createdAt: number;
}

export interface BlockFilter {
  readonly id?: string;
  readonly budget?: string;
  /** In clear text: an id, an address, or another first word of the subject. */
  readonly subject?: string;
}

/** For staff: who is blocked, and why. */
export abstract class Blocks {
  /** Those that are blocked now; of one subject or id also what is counted without a block. Newest first. */
  abstract list(filter: BlockFilter, page: PageRequest): Promise<Page<Block>>;
  abstract find(id: string): Promise<Block | undefined>;
  /** In the caller's unit of work: nothing is spent any more. */
  abstract lift(id: string): Promise<void>;
  /** After the unit of work, because it may call Redis: the same of what is counted in memory. */
  abstract liftInMemory(block: Block): Promise<void>;
}
