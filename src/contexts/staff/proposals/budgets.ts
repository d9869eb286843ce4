import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { type Block, Blocks } from '../../abuse/index.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { SecondFactors } from '../members/index.js';
import { proposalsFailures } from './proposal.js';

interface Lifting {
  readonly blockId: string;
  readonly reason: string;
  /** The caller's second factor. */
  readonly code: string;
}

/** Only administrators of staff lift budgets of staff. */
const OF_STAFF: readonly Block['subjectIs'][] = ['staff member', 'staff pair'];
const ADMINISTERS_STAFF = 'staffControl.allowModify';

@Injectable()
export class LiftBlock {
  constructor(
    private readonly blocks: Blocks,
    private readonly secondFactors: SecondFactors,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure `proposals.no_record`, `own_block`, `block_of_staff`, and of SecondFactors */
  async execute({ blockId, reason, code }: Lifting, caller: Caller): Promise<void> {
    const block = await this.blocks.find(blockId);
    if (!block) throw new Failure(proposalsFailures.no_record);
    const { budget, subject, subjectIs, spent } = block;
    if (subject.split(' ').includes(caller.userId)) throw new Failure(proposalsFailures.own_block);
    if (OF_STAFF.includes(subjectIs) && !caller.grants?.has(ADMINISTERS_STAFF))
      throw new Failure(proposalsFailures.block_of_staff);
    await this.secondFactors.checkOwn(code, caller);
    await this.auditedUnitOfWork.execute(caller, 'control_budget_lift', async () => {
      await this.blocks.lift(blockId);
      const of = subjectIs === 'account' ? `user:${subject}` : `budget:${blockId}`;
      return { subject: of, before: { budget, subject, spent }, after: { spent: 0, reason }, result: undefined };
    });
    await this.blocks.liftInMemory(block);
  }
}
