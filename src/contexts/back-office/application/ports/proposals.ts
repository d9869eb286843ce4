import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../../../kernel/row-changes.js';
import type { Decided, Proposal } from '../../domain/proposal.js';

export interface ProposalFilter {
  readonly id?: string;
  readonly isOpen?: boolean;
}

/** Proposals; rows of ledger commands are made here. */
export abstract class Proposals {
  abstract insert(proposal: Proposal): RowInsert;
  /** Stale when it was decided or has expired meanwhile. */
  abstract decision(proposal: Proposal, decided: Decided): RowUpdate;

  abstract find(id: string): Promise<Proposal | undefined>;
  abstract findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>>;
  abstract hasOpen(subject: string): Promise<boolean>;
  /** One about the subject that was executed at this time or later. */
  abstract hasExecuted(subject: string, since: number): Promise<boolean>;
  abstract list(filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>>;
  /** The open ones that were made by then, oldest first. */
  abstract listOpen(madeBy: number, limit: number): Promise<Proposal[]>;
  /** False where it is not open any more. */
  abstract expire(id: string): Promise<boolean>;
}
