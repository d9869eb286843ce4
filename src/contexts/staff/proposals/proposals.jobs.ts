import { Injectable } from '@nestjs/common';
import { Every } from '../../../platform/queue/job-queue.js';
import { ExpireProposals } from './application/expire-proposals.js';

@Injectable()
export class ProposalsJobs {
  constructor(private readonly expireProposals: ExpireProposals) {}

  @Every(600_000, 'proposals.expire')
  async expire(): Promise<void> {
    await this.expireProposals.execute();
  }
}
