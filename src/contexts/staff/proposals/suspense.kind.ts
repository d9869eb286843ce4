import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type AccountId, DEBTS_ACCOUNT, type LedgerChange, SUSPENSE_ACCOUNT } from '../../../ledger/index.js';
import { Choice, Day, Optional, Text } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { SettleSuspense, type SuspensePayment, SuspensePayments } from '../../deposits/index.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { LONGEST_REFERENCE, SettlementChanges, type SettlementEntry } from '../../settlements/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { ProposalKind, type ProposalMessage, type ShownChange } from './proposal-kind.js';
import { type Proposal, proposalsFailures, type ProposedChange, subjectId } from './proposal.js';
import { debtRecoveredMail, paymentAssignedMail } from './proposals.mails.js';
import {
  ALREADY_PROPOSED,
  INVALID_SETTLEMENT,
  LEAVING,
  NOT_FOUND,
  OWN_WALLET,
  PROPOSES,
  REASON,
  REFERENCE_USED,
  UNKNOWN_USER,
  USER,
} from './proposals.presenters.js';
import { Proposals } from './proposals.js';

const NOT_IN_SUSPENSE = on(proposalsFailures.not_in_suspense, { id: 'not_in_suspense' });

class SuspenseAssignInput {
  @Text() reqv: string;
  @Text(USER) emal: string;
  @Text(REASON) reason: string;
}

/** A proposal to move a payment in suspense to the wallet of a user. */
@Injectable()
@Contributes(ProposalKind)
export class SuspenseAssignment extends ProposalKind {
  override readonly kind = 'suspense_assign';
  override readonly words = 'give the payment to a user';

  constructor(
    private readonly payments: SuspensePayments,
    private readonly settleSuspense: SettleSuspense,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  @Operation('control_suspense_assign', {
    ...PROPOSES,
    failures: [NOT_FOUND, NOT_IN_SUSPENSE, UNKNOWN_USER, LEAVING, OWN_WALLET, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes that a payment in suspense goes to the wallet of a user, by e-mail address or reference id. It takes two approvals as an adjustment would.',
  })
  async propose({ reqv: id, emal: recipient, reason }: SuspenseAssignInput, caller: MoneyCaller) {
    const { amountKobo } = inSuspense(await this.payments.find(id));
    const { id: userId } = await this.proposals.findUser(recipient, true);
    const change = { kind: this.kind } as const;
    return this.proposals.propose(this, { subject: `suspense:${id}`, change, userId, amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override change(proposal: Proposal): Promise<LedgerChange | undefined> {
    return this.settleSuspense.assign(subjectId(proposal), proposal.userId, proposal.id);
  }

  override async accountsOf(): Promise<AccountId[]> {
    return [SUSPENSE_ACCOUNT];
  }

  override credits(): boolean {
    return true;
  }

  override outcomeOf(): string {
    return 'assigned';
  }

  override messageOf(_: Proposal, amount: string): ProposalMessage {
    return { subject: 'Deposit received', message: `${amount} has been added to your wallet.`, template: paymentAssignedMail };
  }
}

class SuspenseReturnInput {
  @Text() reqv: string;
  @Text({ max: LONGEST_REFERENCE }) bank_reference: string;
  @Optional() @Text({ max: 24 }) bank?: string;
  @Optional() @Day() valued?: string;
  @Text(REASON) reason: string;
}

interface ReturnChange extends ProposedChange {
  readonly bankReference: string;
  /** The account it left; empty where its provider gave it back, missing in old ones. */
  readonly bank?: string | undefined;
  /** When it left; missing in old ones. */
  readonly valued?: string | undefined;
}

/** A proposal that a payment in suspense went back to its payer: a settlement, which a line of the bank's statement is matched with. */
@Injectable()
@Contributes(ProposalKind)
export class SuspenseReturn extends ProposalKind<ReturnChange> {
  override readonly kind = 'suspense_return';
  override readonly words = 'return the payment to its payer';

  constructor(
    private readonly payments: SuspensePayments,
    private readonly providers: ProviderRecordSources,
    private readonly changes: SettlementChanges,
    private readonly proposals: Proposals,
    private readonly clock: Clock,
  ) {
    super();
  }

  @Operation('control_suspense_return', {
    ...PROPOSES,
    failures: [NOT_FOUND, NOT_IN_SUSPENSE, INVALID_SETTLEMENT, REFERENCE_USED, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes that a payment in suspense counts as returned to its payer, by a bank transfer that was made from our account (bank), or by the provider that took it. No two settlements have the same reference. Over 1,000,000.00 Naira it takes two approvals.',
  })
  async propose(input: SuspenseReturnInput, caller: MoneyCaller) {
    const { reqv: id, bank_reference: bankReference, bank, valued, reason } = input;
    const payment = inSuspense(await this.payments.find(id));
    const change = { kind: this.kind, bankReference, bank, valued } as const;
    await this.changes.check(this.entryOf(payment, change));
    const { amountKobo } = payment;
    return this.proposals.propose(this, { subject: `suspense:${id}`, change, userId: '', amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  /** Undefined where the payment left suspense meanwhile, or the settlement cannot be booked any more. */
  override async change(proposal: Proposal<ReturnChange>): Promise<LedgerChange | undefined> {
    const paymentId = subjectId(proposal);
    const payment = await this.payments.find(paymentId);
    if (payment?.status !== 'open') return undefined;
    const entry = this.entryOf(payment, proposal.change);
    const booking = await this.changes.change(entry, proposal.id);
    if (!booking) return undefined;
    const [, from] = this.changes.sidesOf(entry);
    return { ...booking, updates: [this.payments.giveBack(paymentId, booking.journal!.id, from)] };
  }

  override async accountsOf(): Promise<AccountId[]> {
    return [SUSPENSE_ACCOUNT];
  }

  override shown({ bankReference, bank = '', valued = '' }: ReturnChange): ShownChange {
    return { bankReference, bank, valued };
  }

  override outcomeOf(): string {
    return 'returned';
  }

  private entryOf(
    { provider, amountKobo }: SuspensePayment,
    { bankReference, bank = '', valued }: ReturnChange,
  ): SettlementEntry {
    const isOf = (each: (typeof this.providers.all)[number]) => each.source.kind === 'deposit' && each.provider === provider;
    const name = this.providers.all.find(isOf)?.name ?? provider;
    const about = { account: '', bank, provider: bank === '' ? name : '' } as const;
    const day = valued ?? lagosDate(this.clock.now());
    return { kind: 'suspense_return', ...about, amountKobo, reference: bankReference, valued: day };
  }
}

class SuspenseSettleInput {
  @Text() reqv: string;
  @Choice(['recovered', 'written_off']) outcome: 'recovered' | 'written_off';
  @Text(REASON) reason: string;
}

interface DebtChange extends ProposedChange {
  readonly outcome: 'recovered' | 'written_off';
}

/** A proposal to take the debt of a reversed deposit from the debtor's wallet, or to write it off. */
@Injectable()
@Contributes(ProposalKind)
export class DebtSettlement extends ProposalKind<DebtChange> {
  override readonly kind = 'suspense_settle';
  override readonly words = 'settle the debt';

  constructor(
    private readonly payments: SuspensePayments,
    private readonly settleSuspense: SettleSuspense,
    private readonly proposals: Proposals,
  ) {
    super();
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
  async propose({ reqv: id, outcome, reason }: SuspenseSettleInput, caller: MoneyCaller) {
    const debt = await this.payments.find(id);
    if (!debt) throw new Failure(proposalsFailures.no_record);
    const { status, debtorId: userId } = debt;
    if (status !== 'owed') throw new Failure(proposalsFailures.not_owed);
    const isRecovered = outcome === 'recovered';
    if (isRecovered && userId === '') throw new Failure(proposalsFailures.no_debtor);
    const amountKobo = isRecovered ? kobo(-debt.amountKobo) : debt.amountKobo;
    const change = { kind: this.kind, outcome } as const;
    return this.proposals.propose(this, { subject: `suspense:${id}`, change, userId, amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override change(proposal: Proposal<DebtChange>): Promise<LedgerChange | undefined> {
    const [about, { id }] = [subjectId(proposal), proposal];
    return proposal.change.outcome === 'recovered'
      ? this.settleSuspense.recover(about, id)
      : this.settleSuspense.writeOff(about, id);
  }

  override async accountsOf(): Promise<AccountId[]> {
    return [DEBTS_ACCOUNT, SUSPENSE_ACCOUNT];
  }

  override audited({ outcome }: DebtChange) {
    return { outcome };
  }

  /** Nothing leaves a wallet if the debt is written off. */
  override messageOf({ change }: Proposal<DebtChange>, amount: string): ProposalMessage | undefined {
    if (change.outcome === 'written_off') return undefined;
    return {
      subject: 'Reversed deposit recovered',
      message: `The bank had taken back a deposit of ${amount} that you had spent. It has now left your wallet.`,
      template: debtRecoveredMail,
    };
  }
}

/** @throws Failure `proposals.no_record`, `proposals.not_in_suspense` */
function inSuspense(payment: SuspensePayment | undefined): SuspensePayment {
  if (!payment) throw new Failure(proposalsFailures.no_record);
  if (payment.status !== 'open') throw new Failure(proposalsFailures.not_in_suspense);
  return payment;
}
