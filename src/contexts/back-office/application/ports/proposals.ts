import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Kobo } from '../../../../kernel/money.js';
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
  /**
   * Sum of the other adjustments of a wallet, given or taken, that were carried out since then, or are open and were proposed before
   * this one.
   */
  abstract adjustedKobo(subject: string, executedSince: number, proposal: Proposal | undefined): Promise<Kobo>;
  abstract list(filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>>;
  /** The open ones that were made by then, oldest first. */
  abstract listOpen(madeBy: number, limit: number): Promise<Proposal[]>;
  /** False where it is not open any more. */
  abstract expire(id: string): Promise<boolean>;
}
