import { maskSerial } from '../../../kernel/masking.js';
import { toNaira } from '../../../kernel/money.js';
import type { ListKeys } from '../../../platform/http/list-keys.js';
import { CHANGED_FACTS, type ChangedFacts, type Proposal, type ProposalStatus } from './domain/proposal.js';

export interface ShownProposal extends Proposal {
  /** The proposed one in full; empty unless it was asked for. */
  readonly token: string;
}

export const PROPOSAL_KEYS: ListKeys<Proposal> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    kind: ({ change }) => change.kind,
    status: ({ status }) => status,
  },
};

export function presentProposal({ token, ...proposal }: ShownProposal) {
  const { change, amountKobo, decidedAt } = proposal;
  return {
    marker: proposal.id,
    kind: change.kind,
    subject: proposal.subject,
    userid: proposal.userId,
    amount: toNaira(amountKobo),
    outcome: 'outcome' in change ? change.outcome : '',
    token: token === '' ? maskedToken(proposal) : token,
    bank_reference: change.kind === 'suspense_return' ? change.bankReference : '',
    bank: change.kind === 'suspense_return' ? (change.bank ?? '') : '',
    valued: change.kind === 'suspense_return' ? (change.valued ?? '') : '',
    ticket: change.kind === 'wallet_adjust' ? change.ticket : '',
    permissions: change.kind === 'staff_grants' ? change.given : [],
    tariff: change.kind === 'tariff_propose' ? change.entry : '',
    settlement: change.kind === 'settlement_create' || change.kind === 'statement_settle' ? change.entry : '',
    replaces: change.kind === 'tariff_propose' ? (change.replaces ?? '') : '',
    changes: change.kind === 'user_modify' ? presentFacts(change) : [],
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

/** Under the wire names of a user. */
const FACTS: Readonly<Record<(typeof CHANGED_FACTS)[number], string>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phoneNumber: 'phoneNumber',
  phoneVerified: 'phoneVerify',
  identityVerified: 'identVerify',
};

function presentFacts({ before, after }: { readonly before: ChangedFacts; readonly after: ChangedFacts }) {
  return CHANGED_FACTS.filter((name) => name in after).map((name) => ({
    field: FACTS[name],
    before: wordOf(before[name]),
    after: wordOf(after[name]),
  }));
}

function wordOf(value: string | boolean = ''): string {
  if (typeof value === 'string') return value;
  return value ? 'verified' : 'unverified';
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
