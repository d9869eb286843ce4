import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { Audit } from '../../audit/index.js';
import { CheckOwnCode } from '../../staff/index.js';
import { type CommitResult, Ledger, type LedgerChange } from '../../wallet/index.js';
import { backOfficeFailures } from '../domain/back-office.failures.js';
import { type Decided, decide, type Decision, type Proposal, type ProposalStatus } from '../domain/proposal.js';
import { AdjustmentApprovals } from './adjustment-approvals.js';
import { MakeChange } from './make-change.js';
import { Proposals } from './ports/proposals.js';

/** Each time the proposal or what it is about changed in between. */
const ATTEMPTS = 20;

export interface ProposalDecision {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly comment: string;
  /** Of the second factor. */
  readonly code: string;
}

/** Ends a proposal, or approves it for the first of two times. Its change is committed with the decision, or not at all. */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly proposals: Proposals,
    private readonly approvals: AdjustmentApprovals,
    private readonly makeChange: MakeChange,
    private readonly checkOwnCode: CheckOwnCode,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `decide`, of CheckOwnCode, `back_office.no_record`, `wallet.insufficient_funds` */
  async execute(given: ProposalDecision, caller: MoneyCaller): Promise<ProposalStatus | Replayed> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const proposal = await this.proposals.find(given.proposalId);
      if (!proposal) throw new Failure(backOfficeFailures.no_record);
      const approvals = await this.approvals.of(proposal);
      const decided = decide({ ...proposal, approvals }, given.decision, caller.userId, given.comment, this.clock.now());
      if (attempt === 1) await this.checkOwnCode.execute(given.code, caller);
      const change = decided.status === 'executed' ? await this.makeChange.execute(proposal) : {};
      const ended: Decided = change ? decided : { ...decided, status: 'void' };
      const committed = await this.commit(proposal, ended, change ?? {}, caller);
      if (committed instanceof Replayed) return committed;
      if (committed !== 'stale') return ended.status;
    }
    throw new Error(`proposal ${given.proposalId} changes all the time`);
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
      updates: [this.proposals.decision(proposal, decided), ...(change.updates ?? [])],
      subjectId: proposal.id,
      response: storedResult(status),
    });
  }
}
