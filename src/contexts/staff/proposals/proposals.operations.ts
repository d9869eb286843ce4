import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { toNaira } from '../../../kernel/money.js';
import { READS_RECORDS } from '../../../kernel/staff-roles.js';
import { ledgerFailures } from '../../../ledger/index.js';
import { edgeFailures } from '../../../platform/http/edge.failures.js';
import { Choice, Code, Flag, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { signInFailures } from '../../sign-in/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { staffFailures } from '../members/index.js';
import { DecideProposal, ProposalEffects } from './proposals.js';
import { outcomeIn, type ShownChange } from './proposal-kind.js';
import {
  type Decision,
  type Proposal,
  type ProposalFilter,
  proposalsFailures,
  type ProposalStatus,
  ProposalStore,
} from './proposal.js';
import { DECIDES, NOT_FOUND, OWN_WALLET, PROPOSES, REASON } from './proposals.presenters.js';
import { RevealToken } from './reveal-token.js';

const CODE = { max: 16, isProof: true };
/** Each proposes something: changes of users, permissions of staff, adjustments and tariffs. */
const MAKERS = ['userControl.allowModify', 'staffControl.allowCreate', 'staffControl.allowModify'];

const PROPOSAL_KEYS: ListKeys<Proposal> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    kind: ({ change }) => change.kind,
    status: ({ status }) => status,
  },
};

@SortedBy(PROPOSAL_KEYS)
export class ProposalFetchInput extends ListInput {
  @RequestType(['open', 'decided', 'mk', 'subject', 'all']) rqtp: 'open' | 'decided' | 'mk' | 'subject' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Flag() reveal?: boolean;

  get filter(): ProposalFilter {
    const { rqtp, rqvl = '' } = this;
    if (rqtp === 'all') return {};
    if (rqtp === 'mk') return { id: rqvl };
    return rqtp === 'subject' ? { subject: rqvl } : { isOpen: rqtp === 'open' };
  }
}

export class ProposalDecideInput {
  @Text() reqv: string;
  @Choice(['approve', 'reject', 'withdraw']) decision: Decision;
  @Optional() @Text(REASON) comment?: string;
  @Optional() @Code(CODE) pinc?: string;
  @Optional() @Text({ max: 128 }) proof?: string;
}

interface ShownProposal extends Proposal {
  /** Fields that its kind shows; a token is masked unless it was asked for. */
  readonly shown: ShownChange;
}

function presentProposal({ shown, ...proposal }: ShownProposal) {
  const { change, amountKobo, decidedAt } = proposal;
  return {
    marker: proposal.id,
    kind: change.kind,
    subject: proposal.subject,
    userid: proposal.userId,
    amount: toNaira(amountKobo),
    outcome: outcomeIn(change),
    token: shown.token ?? '',
    bank_reference: shown.bankReference ?? '',
    bank: shown.bank ?? '',
    valued: shown.valued ?? '',
    ticket: shown.ticket ?? '',
    permissions: shown.permissions ?? [],
    tariff: shown.tariff ?? '',
    settlement: shown.settlement ?? '',
    replaces: shown.replaces ?? '',
    changes: shown.changes ?? [],
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

const COMMENTS: Readonly<Record<ProposalStatus, string>> = {
  proposed: 'The proposal is open',
  approved: 'The proposal needs another approval',
  executed: 'The proposal was approved and carried out',
  rejected: 'The proposal was rejected',
  withdrawn: 'The proposal was withdrawn',
  void: 'What the proposal is about has changed meanwhile, so nothing was done',
  expired: 'The proposal has expired',
};

function presentDecided(status: ProposalStatus) {
  return { COMMENT: COMMENTS[status], status };
}

/** Reading and deciding; each kind is proposed by an operation of its own, in its `.kind.ts`. */
@Injectable()
export class ProposalsOperations {
  constructor(
    private readonly store: ProposalStore,
    private readonly effects: ProposalEffects,
    private readonly decideProposal: DecideProposal,
    private readonly revealToken: RevealToken,
  ) {}

  @Operation('control_proposal_fetch', {
    method: 'GET',
    access: 'admin',
    permission: PROPOSES.permission,
    orPermission: READS_RECORDS,
    ownPermissions: [...MAKERS, DECIDES],
    missing: 400,
    reads: () => 'proposals',
    failures: [on(proposalsFailures.no_record, { code: 404 }), on(edgeFailures.lacking_permission)],
    present: pageOrFileOf('proposals', presentProposal),
    summary:
      'Proposals to move money and to give permissions for it, and how they were decided, newest first. Who may propose something else than the permission says sees their own. A proposed token is masked; with mk and reveal it is shown, which is audited and told to its owner.',
  })
  async fetch(input: ProposalFetchInput, caller: Caller) {
    const { filter, rqtp, reveal } = input;
    if (reveal && !caller.grants?.has(PROPOSES.permission)) throw new Failure(edgeFailures.lacking_permission);
    const own = readsAll(caller) ? {} : { proposedBy: caller.userId };
    const page = await pageOrWhole(input, PROPOSAL_KEYS, (request) => this.store.list({ ...filter, ...own }, request));
    const [first] = page.items;
    if (!first) throw new Failure(proposalsFailures.no_record);
    const token = rqtp === 'mk' && reveal ? await this.revealToken.ofProposal(first, 'control_proposal_fetch', caller) : '';
    const shown = ({ change }: Proposal) => ({
      ...this.effects.kindOf(change).shown(change),
      ...(token === '' ? {} : { token }),
    });
    return { ...page, items: page.items.map((proposal) => ({ ...proposal, shown: shown(proposal) })) };
  }

  @Operation('control_proposal_decide', {
    method: 'POST',
    access: 'admin',
    permission: DECIDES,
    orPermission: PROPOSES.permission,
    ownPermissions: MAKERS,
    effect: 'money',
    missing: 400,
    failures: [
      NOT_FOUND,
      on(edgeFailures.lacking_permission),
      on(proposalsFailures.own_proposal, { code: 403, id: 'own_proposal' }),
      on(proposalsFailures.not_proposer, { code: 403, id: 'not_proposer' }),
      OWN_WALLET,
      on(staffFailures.own_grants, { id: 'own_grants' }),
      on(staffFailures.beyond_own_grants, { code: 403, id: 'beyond_own_grants' }),
      on(staffFailures.approver_not_independent, { code: 403, id: 'approver_not_independent' }),
      on(proposalsFailures.approved_before, { code: 403, id: 'already_approved' }),
      on(proposalsFailures.proposal_closed, { id: 'proposal_closed' }),
      on(staffFailures.not_found, { code: 404 }),
      on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }),
      on(staffFailures.code_required, { code: 400, id: 'pinc_required' }),
      on(signInFailures.login_delayed),
      on(ledgerFailures.insufficient_funds, { id: 'insufficient_funds' }),
      on(ledgerFailures.hold_mismatch, { id: 'hold_mismatch' }),
      ...LEDGER_FAILURES,
    ],
    present: presentDecided,
    summary:
      'Approves or rejects the proposal of another member of staff, or withdraws the own one while it is open, which takes no second person and no other permission than to propose; always with a code of the own second factor, or for five minutes with the proof of one (control_staff_twofa_validate), but for permissions and for what takes two approvals. The approver is independent of the proposer, and a third person has to approve what exceeds the total of the day. The money moves with the last approval, once; the proposal is void where what it is about has changed meanwhile.',
  })
  decide({ reqv: proposalId, decision, comment = '', pinc: code, proof }: ProposalDecideInput, caller: MoneyCaller) {
    if (decision !== 'withdraw' && !caller.grants?.has(DECIDES)) throw new Failure(edgeFailures.lacking_permission);
    const isOwnOnly = !readsAll(caller) && !caller.grants?.has(DECIDES);
    return this.decideProposal.execute({ proposalId, decision, comment, code, proof, isOwnOnly }, caller);
  }
}

function readsAll({ grants }: Caller): boolean {
  return [PROPOSES.permission, READS_RECORDS].some((permission) => grants?.has(permission));
}
