import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { readPage } from '../../kernel/pagination.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, pageOf } from '../../platform/http/presenting.js';
import { Banks } from '../banks/index.js';
import { ENQUIRY_FAILURES, RESOLVE_FAILURES } from '../banks/banks.presenters.js';
import { CreatePayee } from './application/create-payee.js';
import { SavedPayees } from './application/ports.js';
import { UpdatePayee } from './application/update-payee.js';
import { isCalled, type Payee } from './domain/payee.js';
import { payeesFailures } from './domain/payees.failures.js';
import { PayeeCreateInput, PayeeFetchInput, PayeeRemoveInput, PayeesOfUserInput, PayeeUpdateInput } from './payees.inputs.js';
import { presentPayee } from './payees.presenters.js';

const PER_PAGE = 50;

@Injectable()
export class PayeesOperations {
  constructor(
    private readonly saved: SavedPayees,
    private readonly createPayee: CreatePayee,
    private readonly updatePayee: UpdatePayee,
    private readonly banks: Banks,
  ) {}

  @Operation('user_payee_create', {
    method: 'POST',
    access: 'signed',
    limit: 'enquiry',
    missing: 400,
    failures: [
      on(payeesFailures.incomplete, { id: 'payee_invalid' }),
      on(payeesFailures.exists, { id: 'payee_exists' }),
      on(payeesFailures.too_many, { id: 'payee_limit' }),
      on(payeesFailures.recipient_not_found, { id: 'recipient_not_found' }),
      on(payeesFailures.to_yourself, { id: 'payee_self' }),
      on(payeesFailures.test_account, { code: 403, id: 'test_account' }),
      on(payeesFailures.unknown_item, { id: 'itemId_invalid' }),
      ...RESOLVE_FAILURES,
      ...ENQUIRY_FAILURES,
    ],
    present: commentWithId('The payee was saved'),
    summary: 'Saves whom the user pays again: an account at a bank, another user, or a customer of a biller.',
  })
  create({ target, label }: PayeeCreateInput, caller: Caller) {
    return this.createPayee.execute(target, label, caller);
  }

  @Operation('user_payee_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(payeesFailures.no_data)],
    present: pageOf(presentPayee),
    summary: 'Saved payees, those used last first: one, those of a kind, those of a name or label, or all.',
  })
  fetch({ rqtp, rqvl = '', page }: PayeeFetchInput, { userId }: Caller) {
    const wanted = (payee: Payee) => {
      if (rqtp === 'mk') return payee.id === rqvl;
      if (rqtp === 'name') return isCalled(payee, rqvl);
      return rqtp === 'all' || payee.kind === rqtp;
    };
    return this.list(userId, wanted, page);
  }

  @Operation('control_payee_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 400,
    reads: ({ uxid }: PayeesOfUserInput) => `user:${uxid}`,
    failures: [on(payeesFailures.no_data)],
    present: pageOf(presentPayee),
    summary: 'The saved payees of a user, those used last first.',
  })
  ofUser({ uxid, page }: PayeesOfUserInput) {
    return this.list(uxid, () => true, page);
  }

  @Operation('user_payee_update', {
    method: 'PATCH',
    access: 'signed',
    missing: 400,
    failures: [
      on(payeesFailures.no_payee),
      on(payeesFailures.untrusted, { id: 'payee_untrusted' }),
      on(payeesFailures.nothing_to_change),
      on(payeesFailures.other_name, { id: 'account_name_changed' }),
    ],
    present: comment('The payee was updated'),
    summary: 'Labels a payee anew, or confirms the name that its bank tells now, without which it is not paid.',
  })
  async update({ reqv, label, name }: PayeeUpdateInput, { userId }: Caller) {
    await this.updatePayee.execute(userId, reqv, { label, name });
  }

  @Operation('user_payee_remove', {
    method: 'DELETE',
    access: 'signed',
    missing: 400,
    failures: [on(payeesFailures.no_payee)],
    present: comment('The payee was removed'),
    summary: 'Forgets a payee.',
  })
  async remove({ reqv }: PayeeRemoveInput, { userId }: Caller) {
    if (!(await this.saved.remove(userId, reqv))) throw new Failure(payeesFailures.no_payee);
  }

  /** A page goes by the time of the last use. */
  private async list(userId: string, wanted: (payee: Payee) => boolean, before: number | undefined) {
    const payees = (await this.saved.all(userId)).filter(wanted).map((payee) => ({ payee, createdAt: payee.usedAt }));
    const page = await readPage({ before, size: PER_PAGE }, (end, limit) =>
      Promise.resolve(payees.filter(({ createdAt }) => end === undefined || createdAt < end).slice(0, limit)),
    );
    if (page.items.length === 0) throw new Failure(payeesFailures.no_data);
    const items = page.items.map(async ({ payee }) => ({
      payee,
      bank: payee.kind === 'bank' ? await this.banks.find(payee.bankCode) : undefined,
    }));
    return { items: await Promise.all(items), next: page.next };
  }
}
