import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import type { Kobo } from '../../../kernel/money.js';
import { approvalsFor, type Proposal } from '../domain/proposal.js';
import { Proposals } from './ports/proposals.js';

/** How many approvals an adjustment needs, so that one over the limit cannot be had in parts. */
@Injectable()
export class AdjustmentApprovals {
  constructor(
    private readonly proposals: Proposals,
    private readonly clock: Clock,
  ) {}

  async ofNew(subject: string, amountKobo: Kobo): Promise<1 | 2> {
    return approvalsFor(amountKobo, await this.proposals.adjustedKobo(subject, this.clock.now() - DAY_MS, undefined));
  }

  /** Again, because others may have been proposed at the same moment, or carried out since. */
  async of(proposal: Proposal): Promise<1 | 2> {
    const { approvals, change, subject, amountKobo } = proposal;
    if (approvals === 2 || change.kind !== 'wallet_adjust') return approvals;
    return approvalsFor(amountKobo, await this.proposals.adjustedKobo(subject, this.clock.now() - DAY_MS, proposal));
  }
}
