import type { Kobo } from '../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../../../kernel/row-changes.js';
import type { Decided, Proposal, ProposalKind } from '../domain/proposal.js';

export abstract class ApprovalSettings {
  /** What is approved in a day of one proposer, and between two members of staff, before a third one has to approve too. */
  abstract readonly dailyTotalKobo: Kobo;
}

export interface ProposalFilter {
  readonly id?: string;
  readonly isOpen?: boolean;
  /** Kind and id, as `user:01J…`. */
  readonly subject?: string;
  readonly proposedBy?: string;
}

export interface ApprovedAmounts {
  readonly ofProposerKobo: Kobo;
  /** Proposed by one, approved by the other, either way. */
  readonly ofPairKobo: Kobo;
}

export type Decisions = ReadonlyMap<string, number>;

/** Proposals; rows of ledger commands are made here. */
export abstract class Proposals {
  abstract insert(proposal: Proposal): RowInsert;
  /** Stale when it was decided or has expired meanwhile. */
  abstract decision(proposal: Proposal, decided: Decided): RowUpdate;

  /** In the caller's unit of work. */
  abstract add(proposal: Proposal): Promise<void>;
  /** In the caller's unit of work: what was proposed so about the subject is not to be decided any more. */
  abstract voidOpen(subject: string, kind: ProposalKind): Promise<void>;
  abstract find(id: string): Promise<Proposal | undefined>;
  abstract findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>>;
  abstract hasOpen(subject: string): Promise<boolean>;
  /** By subject. */
  abstract findOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, Proposal>>;
  /** One about the subject that was executed at this time or later. */
  abstract hasExecuted(subject: string, since: number): Promise<boolean>;
  /**
   * Sum of the other proposals about a user's wallet, given or taken, that were carried out since then, or are open and were made
   * before this one.
   */
  abstract movedKobo(userId: string, executedSince: number, proposal: Proposal | undefined): Promise<Kobo>;
  /** What was carried out since then, given or taken. */
  abstract approvedKobo(proposerId: string, approverId: string, since: number): Promise<ApprovedAmounts>;
  /** How many decisions each of these took part in; read it before the sums that a decision depends on. */
  abstract decisionsOf(userIds: readonly string[]): Promise<Decisions>;
  /** Stale where one of them took part in another decision meanwhile. */
  abstract nextDecisions(decisions: Decisions): RowUpdate[];
  abstract list(filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>>;
  /** The open ones that were made by then, oldest first. */
  abstract listOpen(madeBy: number, limit: number): Promise<Proposal[]>;
  /** False where it is not open any more. */
  abstract expire(id: string): Promise<boolean>;
}
