import { Injectable } from '@nestjs/common';
import type { Events } from '../../../kernel/events.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import { AccountChange } from './modify-user.js';

@Injectable()
export class UsersEvents {
  constructor(private readonly accountChange: AccountChange) {}

  @OnEvent('proposal.user_change_approved')
  async userChangeApproved({ proposalId }: Events['proposal.user_change_approved']): Promise<void> {
    await this.accountChange.makeApproved(proposalId);
  }
}
