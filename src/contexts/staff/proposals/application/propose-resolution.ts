import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import { type Purchase, RequeryNow, type Resolution, ResolvePurchase, totalKobo } from '../../../purchases/index.js';
import { providerWord } from '../domain/proposal.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import { MakeProposal } from './make-proposal.js';

export interface ProposedResolution {
  readonly purchaseId: string;
  readonly outcome: Resolution;
  readonly reason: string;
  /** Empty where there is none. */
  readonly token: string;
}

/** That a purchase was delivered or not. Its provider is asked first. */
@Injectable()
export class ProposeResolution {
  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly requeryNow: RequeryNow,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.already_decided`, and of MakeProposal */
  async execute({ purchaseId, outcome, reason, token }: ProposedResolution, caller: MoneyCaller): Promise<string | Replayed> {
    if (!(await this.resolvePurchase.find(purchaseId))) throw new Failure(proposalsFailures.no_record);
    const { isAnswered } = await this.requeryNow.execute(purchaseId);
    const { purchase, version } = (await this.resolvePurchase.find(purchaseId))!;
    if (['failed', 'reversed'].includes(purchase.status) && outcome === 'completed')
      throw new Failure(proposalsFailures.already_decided);
    return this.makeProposal.execute(
      {
        subject: `purchase:${purchaseId}`,
        change: { kind: 'purchase_resolve', outcome, version, token, word: providerWord(purchase, outcome, isAnswered) },
        userId: purchase.userId,
        amountKobo: movedKobo(purchase, outcome),
        heldKobo: purchase.status === 'pending' && outcome === 'completed' ? kobo(totalKobo(purchase)) : ZERO_KOBO,
        reason,
      },
      caller,
    );
  }
}

/** What comes back to the wallet. */
function movedKobo(purchase: Purchase, outcome: Resolution) {
  const isReturned = outcome === 'failed' && (purchase.status === 'pending' || purchase.status === 'completed');
  return isReturned ? kobo(totalKobo(purchase)) : ZERO_KOBO;
}
