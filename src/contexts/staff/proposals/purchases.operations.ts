import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { RequeryNow, PurchaseRecords } from '../../purchases/index.js';
import { ProposedOutcomes } from './application/proposed-outcomes.js';
import { RevealToken } from './application/reveal-token.js';
import { PurchaseFetchInput, PurchaseRequeryInput } from './desk.inputs.js';
import { presentRequeryAnswer, presentPurchaseRecord, PURCHASE_KEYS } from './desk.presenters.js';
import { proposalsFailures } from './domain/proposals.failures.js';

@Injectable()
export class DeskPurchasesOperations {
  constructor(
    private readonly records: PurchaseRecords,
    private readonly revealToken: RevealToken,
    private readonly requeryNow: RequeryNow,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly proposedOutcomes: ProposedOutcomes,
  ) {}

  @Operation('control_purchase_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    reads: ({ rqtp, rqvl = '' }: PurchaseFetchInput) =>
      rqtp === 'user' ? `user:${rqvl}` : rqtp === 'mk' ? `purchase:${rqvl}` : 'purchases',
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('purchases', presentPurchaseRecord),
    summary:
      'Purchases of all users with what their providers said each time, newest first; undecided: nobody asks the provider any more. What was delivered is masked; with mk and reveal it is shown, which is audited and told to its owner.',
  })
  async fetch(input: PurchaseFetchInput, caller: Caller) {
    const page = await pageOrWhole(input, PURCHASE_KEYS, (request) => this.records.list(input.filter, request));
    const [first] = page.items;
    if (!first) throw new Failure(proposalsFailures.no_record);
    const isRevealed = input.rqtp === 'mk' && input.reveal === true;
    const items = isRevealed
      ? [{ ...first, deliverables: await this.revealToken.execute(first, 'control_purchase_fetch', caller) }]
      : page.items;
    const shown = await this.proposedOutcomes.of(items, 'purchase', ({ purchase }) => purchase.id);
    return { ...page, items: shown.map((record) => ({ ...record, isRevealed })) };
  }

  @Operation('control_purchase_requery', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: presentRequeryAnswer,
    summary: 'Asks the provider of a purchase now, also after the schedule ended, and does what follows from the answer.',
  })
  async requery({ reqv: purchaseId }: PurchaseRequeryInput, caller: Caller) {
    const status = await this.requeryNow.statusOf(purchaseId);
    if (status === undefined) throw new Failure(proposalsFailures.no_record);
    // Before the question, so that a crash cannot hide who caused what follows; the answer is kept with the purchase.
    await this.auditedUnitOfWork.execute(caller, 'control_purchase_requery', () =>
      Promise.resolve({ subject: `purchase:${purchaseId}`, before: { status }, after: { asked: true }, result: undefined }),
    );
    return this.requeryNow.execute(purchaseId);
  }
}
