import { Injectable } from '@nestjs/common';
import { Code, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import { type Block, type BlockFilter, Blocks } from '../../abuse/index.js';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOrFileOf } from '../../../platform/http/presenting.js';
import { signInFailures } from '../../sign-in/index.js';
import { staffFailures } from '../members/index.js';
import { LiftBlock } from './budgets.js';
import { proposalsFailures } from './proposal.js';

const BLOCK_KEYS: ListKeys<Block> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    counts: ({ counts }) => counts,
    spent: ({ spent }) => spent,
    effect: ({ beyond }) => beyond,
    status: ({ isBlocked }) => wordOf(isBlocked),
  },
};

function presentBlock(block: Block) {
  const { id, budget, counts, subjectIs, subject, spent, cap, beyond, isBlocked, blockedUntil, createdAt } = block;
  return {
    marker: id,
    budget,
    counts,
    subject_is: subjectIs,
    subject,
    spent,
    limit: cap,
    effect: beyond,
    status: wordOf(isBlocked),
    until: isBlocked && blockedUntil !== undefined ? String(blockedUntil) : '',
    recorded: String(createdAt),
  };
}

function wordOf(isBlocked: boolean): string {
  return isBlocked ? 'blocked' : 'counted';
}

@SortedBy(BLOCK_KEYS)
class BudgetFetchInput extends ListInput {
  @RequestType(['all', 'budget', 'subject', 'mk']) rqtp: 'all' | 'budget' | 'subject' | 'mk';
  @Optional() @Text() rqvl?: string;

  get filter(): BlockFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'all':
        return {};
      case 'budget':
        return { budget: value };
      case 'subject':
        return { subject: value };
      case 'mk':
        return { id: value };
    }
  }
}

class BudgetLiftInput {
  @Text() reqv: string;
  @Text({ max: 1_000 }) reason: string;
  @Code({ max: 16, isProof: true }) pinc: string;
}

@Injectable()
export class BudgetsOperations {
  constructor(
    private readonly blocks: Blocks,
    private readonly liftBlock: LiftBlock,
  ) {}

  @Operation('control_budget_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 400,
    reads: ({ format }: BudgetFetchInput) => (format === 'csv' ? 'blocks' : undefined),
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('blocks', presentBlock),
    summary:
      'Who is blocked now because a budget is spent (wrong passwords, mails, look-ups), newest first; of one subject, typed in clear text, also what is counted without a block.',
  })
  async fetch(input: BudgetFetchInput) {
    const page = await pageOrWhole(input, BLOCK_KEYS, (request) => this.blocks.list(input.filter, request));
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return page;
  }

  @Operation('control_budget_lift', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    missing: 400,
    failures: [
      on(proposalsFailures.no_record, { code: 404 }),
      on(proposalsFailures.own_block, { code: 403, id: 'own_block' }),
      on(proposalsFailures.block_of_staff, { code: 403, id: 'block_of_staff' }),
      on(staffFailures.not_found, { code: 404 }),
      on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.login_delayed),
    ],
    present: comment('The block is lifted'),
    summary:
      "Lifts a block, or forgets what is counted, with a reason and a code of the own second factor; what staff spent themselves takes staffControl.allowModify too, and never one's own.",
  })
  async lift({ reqv: blockId, reason, pinc: code }: BudgetLiftInput, caller: Caller) {
    await this.liftBlock.execute({ blockId, reason, code }, caller);
  }
}
