import { Injectable } from '@nestjs/common';
import type { Events } from '../../../kernel/events.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import { type Grant, MoneyGrants } from '../members/index.js';
import { type SettledLine, SettleStatement } from '../../settlements/index.js';
import { Proposals } from './application/ports.js';
import { subjectId } from './domain/proposal.js';

@Injectable()
export class ProposalsEvents {
  constructor(
    private readonly proposals: Proposals,
    private readonly moneyGrants: MoneyGrants,
    private readonly settleStatement: SettleStatement,
  ) {}

  @OnEvent('proposal.grants_approved')
  async grantsApproved({ proposalId }: Events['proposal.grants_approved']): Promise<void> {
    const proposal = await this.proposals.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== 'staff_grants') return;
    const { held, given } = proposal.change;
    await this.moneyGrants.give(subjectId(proposal), held as readonly Grant[], given as readonly Grant[]);
  }

  @OnEvent('proposal.statement_approved')
  async statementApproved({ proposalId }: Events['proposal.statement_approved']): Promise<void> {
    const proposal = await this.proposals.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== 'statement_settle') return;
    await this.settleStatement.book(JSON.parse(proposal.change.entry) as SettledLine[], proposalId);
  }
}
