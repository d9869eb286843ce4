import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import type { RowUpdate } from '../../../kernel/row-changes.js';
import { Audit } from '../../audit/index.js';
import { CheckIndependence, SecondFactors, CodeProofs, type Participant, staffFailures } from '../members/index.js';
import type { CommitResult, LedgerChange } from '../../../ledger/index.js';
import { CreditLedger } from '../../tariffs/index.js';
import {
  type Decided,
  decide,
  type Decision,
  type Proposal,
  proposalsFailures,
  type ProposalStatus,
  ProposalStore,
} from './proposal.js';
import { ProposalEffects, RequiredApprovals } from './proposals.js';

/** Tries again each time the proposal or its subject changed in between. */
const ATTEMPTS = 20;

export interface ProposalDecision {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly comment: string;
  /** Proposals of others are as if they were not there. */
  readonly isOwnOnly?: boolean;
  /** Code of a second factor. */
  readonly code?: string | undefined;
  /** Proof that this session gave a code a moment ago. */
  readonly proof?: string | undefined;
}

/** Ends a proposal, or approves it for the first of two times. Its change is committed with the decision, or not at all. */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly store: ProposalStore,
    private readonly effects: ProposalEffects,
    private readonly requiredApprovals: RequiredApprovals,
    private readonly checkIndependence: CheckIndependence,
    private readonly secondFactors: SecondFactors,
    private readonly codeProofs: CodeProofs,
    private readonly ledger: CreditLedger,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Failure of `decide`, of its kind, CheckIndependence and SecondFactors, `proposals.no_record`, `ledger.insufficient_funds`,
   * `ledger.hold_mismatch`
   */
  async execute(given: ProposalDecision, caller: MoneyCaller): Promise<ProposalStatus | Replayed> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const proposal = await this.store.find(given.proposalId);
      const isHidden = given.isOwnOnly && proposal?.proposedBy !== caller.userId;
      if (!proposal || isHidden) throw new Failure(proposalsFailures.no_record);
      const decisions = await this.store.decisionsOf(peopleOf(proposal, caller));
      const approvals = await this.requiredApprovals.of(proposal, caller.userId);
      const decided = decide({ ...proposal, approvals }, given.decision, caller.userId, given.comment, this.clock.now());
      if (given.decision === 'approve') await this.refuseUnlessEntitled(proposal, caller);
      if (attempt === 1) await this.prove(given, { ...proposal, approvals }, caller);
      const change = decided.status === 'executed' ? await this.effects.changeOf(proposal) : {};
      const ended: Decided = change ? decided : { ...decided, status: 'void' };
      const counted = ended.status === 'executed' ? this.store.nextDecisions(decisions) : [];
      const committed = await this.commit(proposal, ended, withUpdates(change ?? {}, counted), caller);
      if (committed instanceof Replayed) return committed;
      if (committed !== 'stale') return ended.status;
    }
    throw new Error(`proposal ${given.proposalId} changes all the time`);
  }

  /** @throws Failure `staff.code_required`, and of SecondFactors */
  private async prove({ decision, code, proof }: ProposalDecision, { change, approvals }: Proposal, caller: MoneyCaller) {
    if (code !== undefined) return this.secondFactors.checkOwn(code, caller);
    const isGrave = decision === 'approve' && (approvals === 2 || this.effects.kindOf(change).takesCode);
    if (isGrave || proof === undefined || !this.codeProofs.isGood(proof, caller)) throw new Failure(staffFailures.code_required);
  }

  private async refuseUnlessEntitled(proposal: Proposal, caller: MoneyCaller): Promise<void> {
    await this.effects.kindOf(proposal.change).refuseUnlessEntitled(proposal, caller);
    await this.checkIndependence.execute(caller, participantsOf(proposal), proposal.createdAt);
  }

  private commit(proposal: Proposal, decided: Decided, change: LedgerChange, caller: MoneyCaller): Promise<CommitResult> {
    const { userId: staffId, ip, idempotencyKey } = caller;
    const { status, comment } = decided;
    const after = { proposal: proposal.id, status, ...(comment === '' ? {} : { comment }) };
    const before = { proposal: proposal.id, status: proposal.status };
    const record = this.audit.toRow({ staffId, action: idempotencyKey.action, subject: proposal.subject, before, after, ip });
    return this.ledger.commit({
      ...change,
      idempotencyKey,
      inserts: [...(change.inserts ?? []), record],
      updates: [this.store.decision(proposal, decided), ...(change.updates ?? [])],
      subjectId: proposal.id,
      response: storedResult(status),
    });
  }
}

function participantsOf({ proposedBy, approvedBy }: Proposal): Participant[] {
  const proposer = { userId: proposedBy, part: 'proposed' } as const;
  return approvedBy === '' ? [proposer] : [proposer, { userId: approvedBy, part: 'approved' }];
}

function peopleOf({ proposedBy, approvedBy }: Proposal, { userId }: MoneyCaller): string[] {
  return [...new Set([proposedBy, approvedBy, userId])].filter((id) => id !== '');
}

function withUpdates(change: LedgerChange, more: readonly RowUpdate[]): LedgerChange {
  return { ...change, updates: [...(change.updates ?? []), ...more] };
}
