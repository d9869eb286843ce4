import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../../kernel/registry.js';
import type { StaffMember } from '../../../../audit/index.js';
import type { Grant } from '../../domain/grants.js';
import type { StaffProfile } from '../../domain/staff-profile.js';

/** Permissions that wait for the approval of another member of staff. */
export interface GrantRequest {
  readonly member: Pick<StaffProfile, 'trackingId' | 'agentName' | 'role'>;
  /** Of the member while it waits; with others nothing is given. */
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** Contributed by the context that has proposals. */
export abstract class GrantProposalSource {
  /** In the caller's unit of work; what waited for the member before is void. @returns its id; empty where nothing is given */
  abstract replace(request: GrantRequest, by: StaffMember): Promise<string>;
}

@Injectable()
export class GrantProposals extends Registry<GrantProposalSource> {
  constructor(contributions: Contributions) {
    super(contributions, GrantProposalSource, 'one');
  }

  replace(request: GrantRequest, by: StaffMember): Promise<string> {
    return this.entry.replace(request, by);
  }
}
