import { Injectable } from '@nestjs/common';
import { Every } from '../../../platform/queue/job-queue.js';
import { Proposals } from './proposals.js';

@Injectable()
export class ProposalsJobs {
  constructor(private readonly proposals: Proposals) {}

  @Every(600_000, 'proposals.expire')
  async expire(): Promise<void> {
    await this.proposals.expire();
  }
}
