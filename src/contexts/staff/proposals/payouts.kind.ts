import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { paidKobo } from '../../../kernel/charges.js';
import { Failure } from '../../../kernel/failure.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type AccountId, type LedgerChange, providerHeld } from '../../../ledger/index.js';
import { Choice, Text } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { AskPayoutNow, PayoutRecords, type PayoutResolution, ResolvePayout } from '../../payouts/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { isAheadOfWord, ProposalKind, providerWord, type ProviderWord } from './proposal-kind.js';
import { type Proposal, proposalsFailures, type ProposedChange, subjectId } from './proposal.js';
import { ALREADY_PROPOSED, NOT_FOUND, OWN_WALLET, PROPOSES, REASON } from './proposals.presenters.js';
import { Proposals } from './proposals.js';

class PayoutResolveInput {
  @Text() reqv: string;
  @Choice(['completed', 'failed', 'returned']) outcome: PayoutResolution;
  @Text(REASON) reason: string;
}

interface PayoutChange extends ProposedChange {
  readonly outcome: PayoutResolution;
  /** Version of the payout that the proposer saw. */
  readonly version: string;
  /** Missing in old ones. */
  readonly word?: ProviderWord;
}

/** A proposal that a payout was paid, was not, or came back. */
@Injectable()
@Contributes(ProposalKind)
export class PayoutProposal extends ProposalKind<PayoutChange> {
  override readonly kind = 'payout_resolve';
  override readonly words = 'decide the payout';

  constructor(
    private readonly resolvePayout: ResolvePayout,
    private readonly askPayoutNow: AskPayoutNow,
    private readonly records: PayoutRecords,
    private readonly proposals: Proposals,
  ) {
    super();
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
  async propose({ reqv: id, outcome, reason }: PayoutResolveInput, caller: MoneyCaller) {
    if (!(await this.resolvePayout.find(id))) throw new Failure(proposalsFailures.no_record);
    const { isAnswered } = await this.askPayoutNow.execute(id);
    const { payout, version } = (await this.resolvePayout.find(id))!;
    const { status, userId } = payout;
    if (['failed', 'reversed'].includes(status) && outcome === 'completed') throw new Failure(proposalsFailures.payout_refunded);
    if (status === 'pending' && outcome === 'returned') throw new Failure(proposalsFailures.payout_not_paid);
    const isBack = outcome !== 'completed' && (status === 'pending' || status === 'completed');
    const change = { kind: this.kind, outcome, version, word: providerWord(payout, outcome, isAnswered) } as const;
    const amountKobo = isBack ? paidKobo(payout) : ZERO_KOBO;
    const heldKobo = status === 'pending' && !isBack ? paidKobo(payout) : ZERO_KOBO;
    return this.proposals.propose(this, { subject: `payout:${id}`, change, userId, amountKobo, heldKobo, reason }, caller);
  }

  override isAheadOfProvider(change: PayoutChange): boolean {
    return isAheadOfWord(change);
  }

  override async change(proposal: Proposal<PayoutChange>): Promise<LedgerChange | undefined> {
    const { version, outcome } = proposal.change;
    const id = subjectId(proposal);
    await this.askPayoutNow.execute(id);
    return this.resolvePayout.change(id, version, outcome);
  }

  override async accountsOf(proposal: Proposal<PayoutChange>): Promise<AccountId[]> {
    if (proposal.change.outcome !== 'completed') return [proposal.userId];
    const { items } = await this.records.list({ id: subjectId(proposal) }, { before: undefined, size: 1 });
    return items.map(({ provider }) => providerHeld(provider));
  }

  override journalSubject(proposal: Proposal<PayoutChange>): string {
    return subjectId(proposal);
  }

  override audited({ outcome, word: provider }: PayoutChange) {
    return { outcome, provider };
  }
}
