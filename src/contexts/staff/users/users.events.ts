import { Injectable } from '@nestjs/common';
import type { Events } from '../../../kernel/events.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import { ApplyApprovedChange } from './application/apply-approved-change.js';

@Injectable()
export class UsersEvents {
  constructor(private readonly applyApprovedChange: ApplyApprovedChange) {}

  @OnEvent('proposal.user_change_approved')
  async userChangeApproved({ proposalId }: Events['proposal.user_change_approved']): Promise<void> {
    await this.applyApprovedChange.execute(proposalId);
  }
}
