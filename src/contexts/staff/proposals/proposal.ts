import { DAY_MS } from '../../../kernel/clock.js';
import { Failure, failures } from '../../../kernel/failure.js';
import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../../kernel/row-changes.js';

export const PROPOSAL_LIFE_MS = 7 * DAY_MS;

export const proposalsFailures = failures('proposals', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  already_decided: ['refused', 'This purchase was refunded, so it cannot be completed; debit the wallet instead'],
  purchase_of_another: ['refused', 'This purchase is of another user than the ticket'],
  payout_refunded: ['refused', 'This payout was refunded, so it cannot be completed; debit the wallet instead'],
  payout_not_paid: ['refused', 'Only a payout that was paid can be returned; say failed of one that was not'],
  not_in_suspense: ['refused', 'This payment is not in suspense any more'],
  not_owed: ['refused', 'This payment is not owed any more'],
  no_debtor: ['refused', 'No user owes this, so it cannot be recovered from a wallet; write it off'],
  already_proposed: ['conflict', 'There is an open proposal about it'],
  user_not_found: ['invalid', 'This user does not exist'],
  own_proposal: ['forbidden', 'A proposal is decided by another member of staff'],
  not_proposer: ['forbidden', 'A proposal is withdrawn by the member of staff who made it'],
  own_wallet: ['forbidden', 'A proposal about your own wallet is for others'],
  user_leaving: ['refused', 'This user has closed their account'],
  approved_before: ['forbidden', 'You approved this proposal already; another member of staff decides'],
  own_block: ['forbidden', 'Another member of staff has to lift a block of your own'],
  block_of_staff: ['forbidden', 'Only members who may change the permissions of staff lift blocks of staff'],
  proposal_closed: ['conflict', 'This proposal is decided, void or expired'],
});

/** All kinds of proposals. Each has one `ProposalKind`, and the console has a view of each. */
export const PROPOSAL_KINDS = [
  'purchase_resolve',
  'payout_resolve',
  'suspense_assign',
  'suspense_return',
  'suspense_settle',
  'wallet_adjust',
  'staff_grants',
  'user_modify',
  'tariff_propose',
  'settlement_create',
  'statement_settle',
] as const;
export type ProposalKindName = (typeof PROPOSAL_KINDS)[number];

/** The proposed change. Each kind adds fields of its own. */
export interface ProposedChange {
  readonly kind: ProposalKindName;
}

/** The token of a purchase, which is kept encrypted while the proposal is open; empty where there is none. */
export function tokenOf(change: ProposedChange): string {
  return 'token' in change ? String(change.token) : '';
}

/**
 * proposed → approved (where two approvals are needed) → executed. An open one can also be rejected, withdrawn (by its proposer),
 * void (its subject has changed) or expired.
 */
export type ProposalStatus = 'proposed' | 'approved' | 'executed' | 'rejected' | 'withdrawn' | 'void' | 'expired';
export const OPEN_STATUSES: readonly ProposalStatus[] = ['proposed', 'approved'];

export function isOpen({ status }: Pick<Proposal, 'status'>): boolean {
  return OPEN_STATUSES.includes(status);
}

export interface Proposal<Change extends ProposedChange = ProposedChange> {
  readonly id: string;
  /** Kind and id of its subject, as `purchase:01J…`. */
  readonly subject: string;
  readonly change: Change;
  /** Whose wallet moves; empty where none does. */
  readonly userId: string;
  /** Negative where it leaves a wallet. */
  readonly amountKobo: Kobo;
  readonly reason: string;
  readonly approvals: 1 | 2;
  readonly status: ProposalStatus;
  readonly proposedBy: string;
  /** The first of two; empty where there is none. */
  readonly approvedBy: string;
  /** The second person, who ended it; empty while it is open, and where there was none. */
  readonly decidedBy: string;
  readonly comment: string;
  /** When last decided. */
  readonly decidedAt: number | undefined;
  readonly createdAt: number;
}

export type Decision = 'approve' | 'reject' | 'withdraw';

/** The proposal after a decision; `executed` if its change is to be made with it. */
export type Decided = Pick<Proposal, 'status' | 'approvals' | 'approvedBy' | 'decidedBy' | 'comment'>;

export function subjectId({ subject }: Pick<Proposal, 'subject'>): string {
  return subject.slice(subject.indexOf(':') + 1);
}

/**
 * Withdrawing takes no second person. @throws Failure `proposals.not_proposer`, `proposals.own_proposal`, `proposals.own_wallet`, `proposals.approved_before`,
 * `proposals.proposal_closed`
 */
export function decide(proposal: Proposal, decision: Decision, by: string, comment: string, now: number): Decided {
  const { proposedBy, approvedBy, approvals } = proposal;
  if (!isOpen(proposal) || hasExpired(proposal, now)) throw new Failure(proposalsFailures.proposal_closed);
  if (decision === 'withdraw') {
    if (by !== proposedBy) throw new Failure(proposalsFailures.not_proposer);
    return { status: 'withdrawn', approvals, approvedBy, decidedBy: '', comment };
  }
  if (by === proposedBy) throw new Failure(proposalsFailures.own_proposal);
  if (by === proposal.userId) throw new Failure(proposalsFailures.own_wallet);
  if (decision === 'reject') return { status: 'rejected', approvals, approvedBy, decidedBy: by, comment };
  if (by === approvedBy) throw new Failure(proposalsFailures.approved_before);
  if (approvals === 2 && approvedBy === '') return { status: 'approved', approvals, approvedBy: by, decidedBy: '', comment };
  return { status: 'executed', approvals, approvedBy, decidedBy: by, comment };
}

function hasExpired({ createdAt }: Proposal, now: number): boolean {
  return now >= createdAt + PROPOSAL_LIFE_MS;
}

export abstract class ApprovalSettings {
  /** Amount that may be approved in a day of one proposer, and between two members of staff, before a third one has to approve too. */
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

/** Keeps proposals; it also makes the rows that a ledger command commits. */
export abstract class ProposalStore {
  abstract insert(proposal: Proposal): RowInsert;
  /** Stale when it was decided or has expired meanwhile. */
  abstract decision(proposal: Proposal, decided: Decided): RowUpdate;

  /** In the caller's unit of work. */
  abstract add(proposal: Proposal): Promise<void>;
  /** Voids open proposals of the kind about the subject. In the caller's unit of work. */
  abstract voidOpen(subject: string, kind: ProposalKindName): Promise<void>;
  abstract find(id: string): Promise<Proposal | undefined>;
  abstract findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>>;
  abstract hasOpen(subject: string): Promise<boolean>;
  /** Open proposals by subject. */
  abstract findOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, Proposal>>;
  /** Whether a proposal about the subject was executed at this time or later. */
  abstract hasExecuted(subject: string, since: number): Promise<boolean>;
  /**
   * Sum of the other proposals about a user's wallet, given or taken, that were carried out since then, or are open and were made
   * before this one.
   */
  abstract movedKobo(userId: string, executedSince: number, proposal: Proposal | undefined): Promise<Kobo>;
  /** Sum of the approved changes since then, given or taken. */
  abstract approvedKobo(proposerId: string, approverId: string, since: number): Promise<ApprovedAmounts>;
  /** Number of decisions that each of these took part in; read it before the sums that a decision depends on. */
  abstract decisionsOf(userIds: readonly string[]): Promise<Decisions>;
  /** Stale where one of them took part in another decision meanwhile. */
  abstract nextDecisions(decisions: Decisions): RowUpdate[];
  abstract list(filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>>;
  /** The open ones that were made by then, oldest first. */
  abstract listOpen(madeBy: number, limit: number): Promise<Proposal[]>;
  /** False where it is not open any more. */
  abstract expire(id: string): Promise<boolean>;
}
