import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import type { StaffMember } from '../../../audit/index.js';
import { type GrantRequest, GrantProposalSource } from '../../members/index.js';
import { Proposals } from './ports.js';

/** That a member of staff is given permissions for money. */
@Injectable()
@Contributes(GrantProposalSource)
export class ProposeGrants extends GrantProposalSource {
  constructor(
    private readonly proposals: Proposals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async replace({ member, held, given }: GrantRequest, { userId: proposedBy }: StaffMember): Promise<string> {
    const subject = `staff:${member.trackingId}`;
    await this.proposals.voidOpen(subject, 'staff_grants');
    if (given.length === 0) return '';
    const id = newId();
    await this.proposals.add({
      id,
      subject,
      change: { kind: 'staff_grants', held, given },
      userId: '',
      amountKobo: ZERO_KOBO,
      reason: `Permissions of ${member.agentName}${member.role === '' ? '' : `, ${member.role}`}`,
      approvals: 1,
      status: 'proposed',
      proposedBy,
      approvedBy: '',
      decidedBy: '',
      comment: '',
      decidedAt: undefined,
      createdAt: this.clock.now(),
    });
    return id;
  }
}
