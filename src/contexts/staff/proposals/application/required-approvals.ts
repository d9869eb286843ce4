import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { lagosDate, lagosMidnight } from '../../../../kernel/lagos-time.js';
import { type Kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import { approvalsFor, MOVES_A_WALLET, type Proposal, TAKES_TWO_OVER_A_LIMIT } from '../domain/proposal.js';
import { ApprovalSettings, Proposals } from './ports.js';

export type Amount = Pick<Proposal, 'change' | 'userId' | 'amountKobo'>;

/** How many approvals a proposal needs, so that a large amount cannot be had in parts. */
@Injectable()
export class RequiredApprovals {
  constructor(
    private readonly proposals: Proposals,
    private readonly settings: ApprovalSettings,
    private readonly clock: Clock,
  ) {}

  /** By its amount, together with what else moves the wallet. */
  ofNew(amount: Amount): Promise<1 | 2> {
    return this.byAmount(amount, undefined);
  }

  /**
   * Again, because others may have been proposed at the same moment, or carried out since; and by what was approved today of this
   * proposer, and between the two, whoever of them proposed.
   */
  async of(proposal: Proposal, approverId: string): Promise<1 | 2> {
    if (proposal.approvals === 2 || (await this.byAmount(proposal, proposal)) === 2) return 2;
    const { amountKobo, proposedBy } = proposal;
    if (amountKobo === 0) return 1;
    const today = lagosMidnight(lagosDate(this.clock.now()));
    const { ofProposerKobo, ofPairKobo } = await this.proposals.approvedKobo(proposedBy, approverId, today);
    const total = Math.max(ofProposerKobo, ofPairKobo) + Math.abs(amountKobo);
    return total > this.settings.dailyTotalKobo ? 2 : 1;
  }

  private async byAmount({ change, userId, amountKobo }: Amount, proposal: Proposal | undefined): Promise<1 | 2> {
    if (!TAKES_TWO_OVER_A_LIMIT.includes(change.kind)) return 1;
    return approvalsFor(amountKobo, await this.othersKobo(userId, proposal));
  }

  private async othersKobo(userId: string, proposal: Proposal | undefined): Promise<Kobo> {
    if (userId === '') return ZERO_KOBO;
    return this.proposals.movedKobo(userId, MOVES_A_WALLET, this.clock.now() - DAY_MS, proposal);
  }
}
