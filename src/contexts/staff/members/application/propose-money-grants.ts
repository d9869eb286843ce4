import { Injectable } from '@nestjs/common';
import type { StaffMember } from '../../../audit/index.js';
import { effectiveGrants, type Grant, isSuperAdministrator, moneyGrantsBeyond } from '../domain/grants.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import { CountMembers, FEW_MEMBERS } from './count-members.js';
import { GrantProposals, type GrantRequest } from './ports.js';

/** What takes effect at once, and what waits for another member of staff. */
export interface GrantSplit {
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** Permissions for money are given by two members of staff: one alone could make a second account that approves. */
@Injectable()
export class ProposeMoneyGrants {
  constructor(
    private readonly countMembers: CountMembers,
    private readonly proposals: GrantProposals,
  ) {}

  /** A super administrator gives them alone while there are fewer than three members, of whom nobody could approve. */
  async split({ grants }: StaffProfile, before: readonly Grant[], after: readonly Grant[]): Promise<GrantSplit> {
    const given = moneyGrantsBeyond(effectiveGrants(before), after);
    if (given.length === 0) return { held: after, given };
    if (isSuperAdministrator(grants) && (await this.countMembers.execute()) < FEW_MEMBERS) return { held: after, given: [] };
    return { held: after.filter((grant) => !given.includes(grant)), given };
  }

  /** In the caller's unit of work. @returns the id of the proposal; empty where nothing waits */
  propose(request: GrantRequest, by: StaffMember): Promise<string> {
    return this.proposals.replace(request, by);
  }
}
