import { Injectable } from '@nestjs/common';
import { paidKobo } from '../../../../kernel/charges.js';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import { type PayoutResolution, ResolvePayout } from '../../../payouts/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import { MakeProposal } from './make-proposal.js';

export interface ProposedPayoutResolution {
  readonly payoutId: string;
  readonly outcome: PayoutResolution;
  readonly reason: string;
}

/** That a payout was paid, was not, or came back, whatever its provider says. */
@Injectable()
export class ProposePayoutResolution {
  constructor(
    private readonly resolvePayout: ResolvePayout,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.payout_refunded`, `proposals.payout_not_paid`, and of MakeProposal */
  async execute({ payoutId, outcome, reason }: ProposedPayoutResolution, caller: MoneyCaller): Promise<string | Replayed> {
    const found = await this.resolvePayout.find(payoutId);
    if (!found) throw new Failure(proposalsFailures.no_record);
    const { payout, version } = found;
    const { status, userId } = payout;
    if (['failed', 'reversed'].includes(status) && outcome === 'completed') throw new Failure(proposalsFailures.payout_refunded);
    if (status === 'pending' && outcome === 'returned') throw new Failure(proposalsFailures.payout_not_paid);
    const isBack = outcome !== 'completed' && (status === 'pending' || status === 'completed');
    return this.makeProposal.execute(
      {
        subject: `payout:${payoutId}`,
        change: { kind: 'payout_resolve', outcome, version },
        userId,
        amountKobo: isBack ? paidKobo(payout) : ZERO_KOBO,
        reason,
      },
      caller,
    );
  }
}
