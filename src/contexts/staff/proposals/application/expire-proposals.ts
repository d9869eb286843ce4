import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Audit } from '../../../audit/index.js';
import { type Proposal, PROPOSAL_LIFE_MS } from '../domain/proposal.js';
import { Proposals } from './ports.js';

const PAGE_ROWS = 200;

/** Ends open proposals that nobody decided in time, each with its audit record. */
@Injectable()
export class ExpireProposals {
  constructor(
    private readonly proposals: Proposals,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param pageRows ended in one transaction */
  async execute(pageRows = PAGE_ROWS): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const page = await this.proposals.listOpen(this.clock.now() - PROPOSAL_LIFE_MS, pageRows);
      await this.unitOfWork.run(async () => {
        for (const proposal of page) await this.expire(proposal);
      });
      hasMore = page.length === pageRows;
    }
  }

  private async expire({ id: proposal, subject, status }: Proposal): Promise<void> {
    // Decided meanwhile, or expired by another process.
    if (!(await this.proposals.expire(proposal))) return;
    const [before, after] = [
      { proposal, status },
      { proposal, status: 'expired' },
    ];
    await this.audit.record({ staffId: 'system', action: 'proposal_expire', subject, before, after, ip: '' });
  }
}
