import { maskSerial } from '../../../kernel/masking.js';
import { toNaira } from '../../../kernel/money.js';
import type { Proposal, ProposalStatus } from './domain/proposal.js';

export interface ShownProposal extends Proposal {
  /** The proposed one in full; empty unless it was asked for. */
  readonly token: string;
}

export function presentProposal({ token, ...proposal }: ShownProposal) {
  const { change, amountKobo, decidedAt } = proposal;
  return {
    marker: proposal.id,
    kind: change.kind,
    subject: proposal.subject,
    userid: proposal.userId,
    amount: toNaira(amountKobo),
    outcome: change.kind === 'purchase_resolve' || change.kind === 'suspense_settle' ? change.outcome : '',
    token: token === '' ? maskedToken(proposal) : token,
    bank_reference: change.kind === 'suspense_return' ? change.bankReference : '',
    ticket: change.kind === 'wallet_adjust' ? change.ticket : '',
    permissions: change.kind === 'staff_grants' ? change.given : [],
    tariff: change.kind === 'tariff_propose' ? change.entry : '',
    settlement: change.kind === 'settlement_create' ? change.entry : '',
    replaces: change.kind === 'tariff_propose' ? (change.replaces ?? '') : '',
    reason: proposal.reason,
    status: proposal.status,
    approvals: proposal.approvals,
    proposed_by: proposal.proposedBy,
    approved_by: proposal.approvedBy,
    decided_by: proposal.status === 'withdrawn' ? proposal.proposedBy : proposal.decidedBy,
    recorded: String(proposal.createdAt),
    decided: decidedAt === undefined ? '' : String(decidedAt),
    comment: proposal.comment,
  };
}

function maskedToken({ change }: Proposal): string {
  return change.kind === 'purchase_resolve' && change.token !== '' ? maskSerial(change.token) : '';
}

const COMMENTS: Readonly<Record<ProposalStatus, string>> = {
  proposed: 'The proposal is open',
  approved: 'The proposal needs another approval',
  executed: 'The proposal was approved and carried out',
  rejected: 'The proposal was rejected',
  withdrawn: 'The proposal was withdrawn',
  void: 'What the proposal is about has changed meanwhile, so nothing was done',
  expired: 'The proposal has expired',
};

export function presentDecided(status: ProposalStatus) {
  return { COMMENT: COMMENTS[status], status };
}
