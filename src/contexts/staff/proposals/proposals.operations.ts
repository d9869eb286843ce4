import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { READS_RECORDS } from '../../../kernel/staff-roles.js';
import { edgeFailures } from '../../../platform/http/edge.failures.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { commentWithId, pageOrFileOf } from '../../../platform/http/presenting.js';
import { signInFailures } from '../../sign-in/index.js';
import { staffFailures } from '../members/index.js';
import { settlementFailures } from '../../settlements/index.js';
import { tariffFailures } from '../../tariffs/index.js';
import { ledgerFailures } from '../../../ledger/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { DecideProposal } from './application/decide-proposal.js';
import { Proposals } from './application/ports.js';
import { ProposeAdjustment } from './application/propose-adjustment.js';
import { ProposeDebtSettlement } from './application/propose-debt-settlement.js';
import { ProposePayoutResolution } from './application/propose-payout-resolution.js';
import { ProposeResolution } from './application/propose-resolution.js';
import { ProposeSettlement } from './application/propose-settlement.js';
import { ProposeSettlementEntry } from './application/propose-settlement-entry.js';
import { ProposeStatementSettlement } from './application/propose-statement-settlement.js';
import { ProposeTariff } from './application/propose-tariff.js';
import { RevealToken } from './application/reveal-token.js';
import { proposalsFailures } from './domain/proposals.failures.js';
import {
  ProposalDecideInput,
  ProposalFetchInput,
  PayoutResolveInput,
  PurchaseResolveInput,
  SettlementCreateInput,
  StatementSettleInput,
  SuspenseAssignInput,
  SuspenseReturnInput,
  SuspenseSettleInput,
  TariffProposeInput,
  WalletAdjustInput,
} from './proposals.inputs.js';
import { presentDecided, presentProposal, PROPOSAL_KEYS } from './proposals.presenters.js';

const PROPOSED = commentWithId('The proposal waits for the approval of another member of staff');
const NOT_FOUND = on(proposalsFailures.no_record, { code: 404 });
const UNKNOWN_USER = on(proposalsFailures.user_not_found, { id: 'emal_invalid' });
const OWN_WALLET = on(proposalsFailures.own_wallet, { code: 403, id: 'own_wallet' });
const LEAVING = on(proposalsFailures.user_leaving, { id: 'account_closing' });
const ALREADY_PROPOSED = on(proposalsFailures.already_proposed, { id: 'already_proposed' });
const NOT_IN_SUSPENSE = on(proposalsFailures.not_in_suspense, { id: 'not_in_suspense' });
const INVALID_SETTLEMENT = on(settlementFailures.invalid, { id: 'settlement_invalid' });
const REFERENCE_USED = on(settlementFailures.reference_used, { id: 'reference_used' });

const DECIDES = 'otherControl.fiatCurency';
/** Each proposes something: changes of users, permissions of staff, adjustments and tariffs. */
const MAKERS = ['userControl.allowModify', 'staffControl.allowCreate', 'staffControl.allowModify'];
const PROPOSES = {
  method: 'POST',
  access: 'admin',
  permission: 'otherControl.paymtMethod',
  effect: 'money',
  missing: 400,
  present: PROPOSED,
} as const;

@Injectable()
export class ProposalsOperations {
  constructor(
    private readonly proposals: Proposals,
    private readonly decideProposal: DecideProposal,
    private readonly proposeResolution: ProposeResolution,
    private readonly proposePayoutResolution: ProposePayoutResolution,
    private readonly proposeSettlement: ProposeSettlement,
    private readonly proposeDebtSettlement: ProposeDebtSettlement,
    private readonly proposeAdjustment: ProposeAdjustment,
    private readonly proposeTariff: ProposeTariff,
    private readonly proposeSettlementEntry: ProposeSettlementEntry,
    private readonly proposeStatementSettlement: ProposeStatementSettlement,
    private readonly revealToken: RevealToken,
  ) {}

  @Operation('control_purchase_resolve', {
    ...PROPOSES,
    failures: [
      NOT_FOUND,
      on(proposalsFailures.already_decided, { id: 'purchase_refunded' }),
      ALREADY_PROPOSED,
      OWN_WALLET,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes that a purchase was delivered (completed, with its token where there is one) or not (failed, which refunds it or takes the delivery back). Its provider is asked first, and two approvals are needed where staff contradict it or do not wait for it. What a purchase is already may be confirmed, and moves nothing.',
  })
  resolve({ reqv: purchaseId, outcome, reason, token = '' }: PurchaseResolveInput, caller: MoneyCaller) {
    return this.proposeResolution.execute({ purchaseId, outcome, reason, token }, caller);
  }

  @Operation('control_payout_resolve', {
    ...PROPOSES,
    failures: [
      NOT_FOUND,
      on(proposalsFailures.payout_refunded, { id: 'payout_refunded' }),
      on(proposalsFailures.payout_not_paid, { id: 'payout_not_paid' }),
      ALREADY_PROPOSED,
      OWN_WALLET,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes that a payout was paid (completed), was not (failed, which refunds it) or came back after it was paid (returned, which credits it with its charges). Its provider is asked first, and two approvals are needed where staff contradict it or do not wait for it. What a payout is already may be confirmed, and moves nothing.',
  })
  resolvePayout({ reqv: payoutId, outcome, reason }: PayoutResolveInput, caller: MoneyCaller) {
    return this.proposePayoutResolution.execute({ payoutId, outcome, reason }, caller);
  }

  @Operation('control_suspense_assign', {
    ...PROPOSES,
    failures: [NOT_FOUND, NOT_IN_SUSPENSE, UNKNOWN_USER, LEAVING, OWN_WALLET, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes that a payment in suspense goes to the wallet of a user, by e-mail address or reference id. It takes two approvals as an adjustment would.',
  })
  assign({ reqv: paymentId, emal: recipient, reason }: SuspenseAssignInput, caller: MoneyCaller) {
    return this.proposeSettlement.execute({ paymentId, recipient, reason }, caller);
  }

  @Operation('control_suspense_return', {
    ...PROPOSES,
    failures: [NOT_FOUND, NOT_IN_SUSPENSE, INVALID_SETTLEMENT, REFERENCE_USED, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes that a payment in suspense counts as returned to its payer, by a bank transfer that was made from our account (bank), or by the provider that took it. No two settlements have the same reference. Over 1,000,000.00 Naira it takes two approvals.',
  })
  giveBack({ reqv: paymentId, change, reason }: SuspenseReturnInput, caller: MoneyCaller) {
    return this.proposeSettlement.execute({ paymentId, giveBack: change, reason }, caller);
  }

  @Operation('control_suspense_settle', {
    ...PROPOSES,
    failures: [
      NOT_FOUND,
      on(proposalsFailures.not_owed, { id: 'not_owed' }),
      on(proposalsFailures.no_debtor, { id: 'no_debtor' }),
      OWN_WALLET,
      ALREADY_PROPOSED,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes how the debt of a reversed deposit ends: recovered from the wallet of who owes it, in full, or written_off as an expense of the service. Over 1,000,000.00 Naira it takes two approvals.',
  })
  settle({ reqv: paymentId, outcome, reason }: SuspenseSettleInput, caller: MoneyCaller) {
    return this.proposeDebtSettlement.execute({ paymentId, outcome, reason }, caller);
  }

  @Operation('control_wallet_adjust', {
    ...PROPOSES,
    permission: 'otherControl.fiatCurency',
    failures: [UNKNOWN_USER, LEAVING, OWN_WALLET, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes to add an amount to a wallet, or to take it where it is negative; the reason is told to its owner. Two approvals are needed where it is over 1,000,000.00 Naira together with what else staff propose for the wallet, or carried out within 24 hours.',
  })
  adjust({ emal: user, amount: amountKobo, reason, ticket = '' }: WalletAdjustInput, caller: MoneyCaller) {
    return this.proposeAdjustment.execute({ user, amountKobo, reason, ticket }, caller);
  }

  @Operation('control_tariff_propose', {
    ...PROPOSES,
    permission: 'otherControl.fiatCurency',
    failures: [on(tariffFailures.invalid_terms, { id: 'terms_invalid' }), ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes a fee, duty, surcharge or VAT (terms: a list of {from, fee, percent, minimum, maximum}, each from an amount on, or an object of such bands, the kinds that VAT is charged of, payer, and legal {source, dated, review}), or the limits of a tier (terms: an object with requires, single, daily, monthly, balance), in Naira. It is in force from its time, at the earliest from its approval.',
  })
  proposeCharge({ entry, reason }: TariffProposeInput, caller: MoneyCaller) {
    return this.proposeTariff.execute(entry, reason, caller);
  }

  @Operation('control_settlement_create', {
    ...PROPOSES,
    failures: [INVALID_SETTLEMENT, REFERENCE_USED, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes to book what moved outside of the service: a payout of a provider to our bank (provider, bank), a top-up of a float (provider, bank), a fee of a provider (provider) or of a bank (bank), or value added tax or stamp duty that was remitted (account, bank). No two have the same reference. Over 1,000,000.00 Naira it takes two approvals.',
  })
  createSettlement({ entry, reason }: SettlementCreateInput, caller: MoneyCaller) {
    return this.proposeSettlementEntry.execute(entry, reason, caller);
  }

  @Operation('control_statement_settle', {
    ...PROPOSES,
    failures: [
      on(settlementFailures.no_record, { code: 404 }),
      INVALID_SETTLEMENT,
      on(settlementFailures.line_settled, { id: 'line_settled' }),
      ALREADY_PROPOSED,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes to book lines of a statement of a bank (reqv) as settlements: for each its marker (line), kind, and provider or account where the kind has one. The proposal books them all, within seconds of its last approval. Over 1,000,000.00 Naira in all it takes two.',
  })
  settleStatement({ reqv: statementId, meanings, reason }: StatementSettleInput, caller: MoneyCaller) {
    return this.proposeStatementSettlement.execute(statementId, meanings, reason, caller);
  }

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
    const page = await pageOrWhole(input, PROPOSAL_KEYS, (request) => this.proposals.list({ ...filter, ...own }, request));
    const [first] = page.items;
    if (!first) throw new Failure(proposalsFailures.no_record);
    const token = rqtp === 'mk' && reveal ? await this.revealToken.ofProposal(first, 'control_proposal_fetch', caller) : '';
    return { ...page, items: page.items.map((proposal) => ({ ...proposal, token })) };
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
