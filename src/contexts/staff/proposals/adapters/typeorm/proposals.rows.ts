import { Check, Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../../platform/crypto/row-seal.js';
import { Sealed } from '../../../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../../platform/database/columns.js';
import type { ProposalKind, ProposalStatus } from '../../domain/proposal.js';

/** Numbers the decisions that a member of staff takes part in, so that of two at once the second one sees the first one's amount. */
@Entity('proposal_participant')
export class ProposalParticipantRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('decisions', { default: 0 }) decisions: number;
}

@Entity('proposal')
@Index('proposal_recorded', ['createdAt'])
@Index('proposal_status', ['status', 'createdAt'])
@Index('proposal_subject', ['subject', 'status'])
@Index('proposal_decided', ['status', 'decidedAt'])
@Index('proposal_user', ['userId', 'status'])
@Index('proposal_proposer', ['proposedBy', 'createdAt'])
@Check('proposal_first_approver', 'approved_by <> proposed_by')
@Check('proposal_decider', 'decided_by <> proposed_by')
@Check(
  'proposal_approvals',
  "status <> 'executed' OR (decided_by <> '' AND decided_by <> approved_by AND (approvals = 1 OR approved_by <> ''))",
)
@RowSeal<ProposalRow>('proposalSeal', [
  'kind',
  'subject',
  'details',
  'userId',
  'amountKobo',
  'reason',
  'approvals',
  'status',
  'proposedBy',
  'approvedBy',
  'decidedBy',
  'comment',
])
@Unsealed<ProposalRow>({
  sealedToken: 'is encrypted and authenticated for its row',
  decidedAt: 'is the time of the commit, which is not known when the row is sealed',
  createdAt: 'as the time of the decision',
})
export class ProposalRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 32) kind: ProposalKind;
  @TextColumn('subject', 64) subject: string;
  /** JSON: what the kind has besides. */
  @LongTextColumn('details') details: string;
  /** Token of a purchase, encrypted, with the proposal's id as associated data; empty where there is none. */
  @Sealed() @LongTextColumn('sealed_token') sealedToken: string;
  /** Whose wallet moves; empty where none does. */
  @IdColumn('user_id') userId: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @LongTextColumn('reason') reason: string;
  @CountColumn('approvals') approvals: number;
  @TextColumn('status', 16) status: ProposalStatus;
  @IdColumn('proposed_by') proposedBy: string;
  @IdColumn('approved_by') approvedBy: string;
  @IdColumn('decided_by') decidedBy: string;
  @LongTextColumn('comment') comment: string;
  @TimeColumn('decided_at', { nullable: true }) decidedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('proposal_seal', 64, { nullable: true }) proposalSeal: string | null;
}
