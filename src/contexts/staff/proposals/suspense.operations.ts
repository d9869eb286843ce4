import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { SuspensePayments } from '../../deposits/index.js';
import { ProposedOutcomes } from './application/proposed-outcomes.js';
import { SuspenseFetchInput } from './desk.inputs.js';
import { presentSuspensePayment, SUSPENSE_KEYS } from './desk.presenters.js';
import { proposalsFailures } from './domain/proposals.failures.js';

@Injectable()
export class SuspenseOperations {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly proposedOutcomes: ProposedOutcomes,
  ) {}

  @Operation('control_suspense_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    reads: () => 'suspense',
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('suspense', presentSuspensePayment),
    summary:
      'Money that arrived and matches no deposit order, with who paid it, from where and into which account, and reversed deposits that are owed (open too, with who owes them), newest first.',
  })
  async fetch(input: SuspenseFetchInput) {
    const page = await pageOrWhole(input, SUSPENSE_KEYS, (request) => this.payments.list(input.filter, request));
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return { ...page, items: await this.proposedOutcomes.of(page.items, 'suspense', ({ id }) => id) };
  }
}
