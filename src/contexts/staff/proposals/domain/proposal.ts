import { Failure } from '../../../../kernel/failure.js';
import { type Kobo, naira } from '../../../../kernel/money.js';
import { DAY_MS } from '../../../../kernel/clock.js';
import { proposalsFailures } from './proposals.failures.js';

export const PROPOSAL_LIFE_MS = 7 * DAY_MS;
/** What moves more than this takes two approvals, also in parts that together move more to or from one wallet. */
const ONE_APPROVAL_KOBO = naira(1_000_000);

/** What the provider of a purchase or payout says when it is asked about it. `same` is as staff say; `none`: it was asked for as long as it is asked. */
export type ProviderWord = 'same' | 'none' | 'awaited' | 'contrary';

interface AskedRecord {
  readonly status: 'pending' | 'completed' | 'failed' | 'reversed';
  /** Undefined once nobody asks the provider any more. */
  readonly nextQueryAt: number | undefined;
}

/** @param isAnswered whether the provider answered when it was asked just now */
export function providerWord({ status, nextQueryAt }: AskedRecord, outcome: string, isAnswered: boolean): ProviderWord {
  if (status === 'completed') return outcome === 'completed' ? 'same' : 'contrary';
  if (status !== 'pending') return 'same';
  return isAnswered && nextQueryAt === undefined ? 'none' : 'awaited';
}

export const CHANGED_FACTS = ['firstName', 'lastName', 'phoneNumber', 'phoneVerified', 'identityVerified'] as const;

/** Of a user, those that are changed; a number in its international form. */
export interface ChangedFacts {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phoneNumber?: string;
  readonly phoneVerified?: boolean;
  readonly identityVerified?: boolean;
}

export type ProposedChange =
  /** `version`: of the purchase that the proposer saw. */
  | {
      readonly kind: 'purchase_resolve';
      readonly outcome: 'completed' | 'failed';
      readonly version: string;
      readonly token: string;
      /** Missing in old ones. */
      readonly word?: ProviderWord;
    }
  | {
      readonly kind: 'payout_resolve';
      readonly outcome: 'completed' | 'failed' | 'returned';
      readonly version: string;
      readonly word?: ProviderWord;
    }
  | { readonly kind: 'suspense_assign' }
  /** `bank`: the account it left; empty where its provider gave it back. `valued`: day of that. Both are missing in old ones. */
  | {
      readonly kind: 'suspense_return';
      readonly bankReference: string;
      readonly bank?: string | undefined;
      readonly valued?: string | undefined;
    }
  | { readonly kind: 'suspense_settle'; readonly outcome: 'recovered' | 'written_off' }
  | { readonly kind: 'wallet_adjust'; readonly ticket: string }
  /** `held`: what the member had besides when it was proposed. */
  | { readonly kind: 'staff_grants'; readonly held: readonly string[]; readonly given: readonly string[] }
  /** `entry`: the tariff as JSON. `replaces`: name and terms of the one in force then; empty where there was none. */
  | { readonly kind: 'tariff_propose'; readonly entry: string; readonly replaces?: string }
  /** What is changed of a user, as it was when it was proposed, and as it is to be. */
  | { readonly kind: 'user_modify'; readonly before: ChangedFacts; readonly after: ChangedFacts }
  /** `entry`: the settlement as JSON. */
  | { readonly kind: 'settlement_create'; readonly entry: string }
  /** `entry`: the lines with their settlements as JSON. */
  | { readonly kind: 'statement_settle'; readonly entry: string };

export type ProposalKind = ProposedChange['kind'];

const isNoWord = () => false;
const isAheadOfWord = ({ word }: { readonly word?: ProviderWord }) => word !== 'same' && word !== 'none';

/** Whether staff contradict a provider, or do not wait for its word. A kind that does not say so here does not compile. */
const IS_AHEAD_OF_PROVIDER: {
  readonly [Kind in ProposalKind]: (change: Extract<ProposedChange, { readonly kind: Kind }>) => boolean;
} = {
  purchase_resolve: isAheadOfWord,
  payout_resolve: isAheadOfWord,
  suspense_assign: isNoWord,
  suspense_return: isNoWord,
  suspense_settle: isNoWord,
  wallet_adjust: isNoWord,
  staff_grants: isNoWord,
  user_modify: isNoWord,
  tariff_propose: isNoWord,
  settlement_create: isNoWord,
  statement_settle: isNoWord,
};

/** By what it does, whatever its kind. @param movedKobo all that counts towards the limit */
export function approvalsFor(change: ProposedChange, movedKobo: number): 1 | 2 {
  const isAhead = IS_AHEAD_OF_PROVIDER[change.kind] as (change: ProposedChange) => boolean;
  return isAhead(change) || movedKobo > ONE_APPROVAL_KOBO ? 2 : 1;
}

/**
 * proposed → approved (where two approvals are needed) → executed; from either open state also rejected, withdrawn (by who made it),
 * void (what it is about has changed) and expired.
 */
export type ProposalStatus = 'proposed' | 'approved' | 'executed' | 'rejected' | 'withdrawn' | 'void' | 'expired';
export const OPEN_STATUSES: readonly ProposalStatus[] = ['proposed', 'approved'];

export function isOpen({ status }: Pick<Proposal, 'status'>): boolean {
  return OPEN_STATUSES.includes(status);
}

export interface Proposal {
  readonly id: string;
  /** Kind and id of what it is about, as `purchase:01J…`. */
  readonly subject: string;
  readonly change: ProposedChange;
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

/** How the proposal is after a decision; `executed` where its change is to be made with it. */
export type Decided = Pick<Proposal, 'status' | 'approvals' | 'approvedBy' | 'decidedBy' | 'comment'>;

/** What a proposal makes of its purchase, payout or payment in suspense; empty where it is about something else. */
export function proposedOutcome({ change }: Proposal): string {
  if (change.kind === 'suspense_assign') return 'assigned';
  if (change.kind === 'suspense_return') return 'returned';
  return 'outcome' in change ? change.outcome : '';
}

export function subjectId({ subject }: Proposal): string {
  return subject.slice(subject.indexOf(':') + 1);
}

/**
 * Withdrawing takes no second person. @throws Failure `proposals.not_proposer`, `proposals.own_proposal`, `proposals.own_wallet`, `proposals.approved_before`,
 * `proposals.proposal_closed`
 */
export function decide(proposal: Proposal, decision: Decision, by: string, comment: string, now: number): Decided {
  const { status, proposedBy, approvedBy, approvals } = proposal;
  if (!OPEN_STATUSES.includes(status) || hasExpired(proposal, now)) throw new Failure(proposalsFailures.proposal_closed);
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

export function hasExpired({ createdAt }: Proposal, now: number): boolean {
  return now >= createdAt + PROPOSAL_LIFE_MS;
}
