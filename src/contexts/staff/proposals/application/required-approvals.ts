import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { lagosDate, lagosMidnight } from '../../../../kernel/lagos-time.js';
import { type Kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import { approvalsFor, type Proposal } from '../domain/proposal.js';
import { ApprovalSettings, Proposals } from './ports.js';

type Moved = Pick<Proposal, 'change' | 'userId' | 'amountKobo'>;

/** How many approvals a proposal needs, so that a large amount cannot be had in parts. */
@Injectable()
export class RequiredApprovals {
  constructor(
    private readonly proposals: Proposals,
    private readonly settings: ApprovalSettings,
    private readonly clock: Clock,
  ) {}

  /** By its amount, together with what else moves the wallet. @param heldKobo what it moves beside, of no wallet */
  ofNew(moved: Moved, heldKobo: Kobo): Promise<1 | 2> {
    return this.byEffect(moved, heldKobo);
  }

  /**
   * Again, because others may have been proposed at the same moment, or carried out since; and by what was approved today of this
   * proposer, and between the two, whoever of them proposed.
   */
  async of(proposal: Proposal, approverId: string): Promise<1 | 2> {
    if (proposal.approvals === 2 || (await this.byEffect(proposal, ZERO_KOBO, proposal)) === 2) return 2;
    const { amountKobo, proposedBy } = proposal;
    if (amountKobo === 0) return 1;
    const today = lagosMidnight(lagosDate(this.clock.now()));
    const { ofProposerKobo, ofPairKobo } = await this.proposals.approvedKobo(proposedBy, approverId, today);
    const total = Math.max(ofProposerKobo, ofPairKobo) + Math.abs(amountKobo);
    return total > this.settings.dailyTotalKobo ? 2 : 1;
  }

  private async byEffect({ change, userId, amountKobo }: Moved, heldKobo: Kobo, proposal?: Proposal): Promise<1 | 2> {
    const ownKobo = Math.abs(amountKobo) + heldKobo;
    return approvalsFor(change, ownKobo === 0 ? 0 : ownKobo + (await this.othersKobo(userId, proposal)));
  }

  private async othersKobo(userId: string, proposal?: Proposal): Promise<Kobo> {
    if (userId === '') return ZERO_KOBO;
    return this.proposals.movedKobo(userId, this.clock.now() - DAY_MS, proposal);
  }
}
