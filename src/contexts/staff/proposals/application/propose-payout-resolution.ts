import { Injectable } from '@nestjs/common';
import { paidKobo } from '../../../../kernel/charges.js';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import { AskPayoutNow, type PayoutResolution, ResolvePayout } from '../../../payouts/index.js';
import { providerWord } from '../domain/proposal.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import { MakeProposal } from './make-proposal.js';

export interface ProposedPayoutResolution {
  readonly payoutId: string;
  readonly outcome: PayoutResolution;
  readonly reason: string;
}

/** That a payout was paid, was not, or came back. Its provider is asked first. */
@Injectable()
export class ProposePayoutResolution {
  constructor(
    private readonly resolvePayout: ResolvePayout,
    private readonly askPayoutNow: AskPayoutNow,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.payout_refunded`, `proposals.payout_not_paid`, and of MakeProposal */
  async execute({ payoutId, outcome, reason }: ProposedPayoutResolution, caller: MoneyCaller): Promise<string | Replayed> {
    if (!(await this.resolvePayout.find(payoutId))) throw new Failure(proposalsFailures.no_record);
    const { isAnswered } = await this.askPayoutNow.execute(payoutId);
    const { payout, version } = (await this.resolvePayout.find(payoutId))!;
    const { status, userId } = payout;
    if (['failed', 'reversed'].includes(status) && outcome === 'completed') throw new Failure(proposalsFailures.payout_refunded);
    if (status === 'pending' && outcome === 'returned') throw new Failure(proposalsFailures.payout_not_paid);
    const isBack = outcome !== 'completed' && (status === 'pending' || status === 'completed');
    return this.makeProposal.execute(
      {
        subject: `payout:${payoutId}`,
        change: { kind: 'payout_resolve', outcome, version, word: providerWord(payout, outcome, isAnswered) },
        userId,
        amountKobo: isBack ? paidKobo(payout) : ZERO_KOBO,
        heldKobo: status === 'pending' && !isBack ? paidKobo(payout) : ZERO_KOBO,
        reason,
      },
      caller,
    );
  }
}
