import { catalogueFailures } from '../catalogue/index.js';
import { Failure } from '../../kernel/failure.js';
import { Before, Choice, Email, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ACCOUNT_FORM, type Bank, Banks } from '../banks/index.js';
import { type Target, CreatePayee, UpdatePayee } from './payees.js';
import { PAYEE_KINDS, type PayeeKind, payeesFailures, type Payee, SavedPayees, isCalled } from './payee.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { readPage } from '../../kernel/pagination.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, pageOf } from '../../platform/http/presenting.js';
import { ENQUIRY_FAILURES, RESOLVE_FAILURES } from '../banks/banks.presenters.js';

const FIELDS: Readonly<Record<PayeeKind, readonly string[]>> = {
  bank: ['code', 'account'],
  user: ['email'],
  customer: ['billerId', 'itemId', 'customerId'],
};

export class PayeeCreateInput {
  @Choice(PAYEE_KINDS) kind: PayeeKind;
  @Text({ max: 64 }) label: string;
  @Optional() @Text({ max: 48 }) code?: string;
  @Optional() @Text({ pattern: ACCOUNT_FORM, form: '10 digits' }) account?: string;
  @Optional() @Email() email?: string;
  @Optional() @Text({ max: 64 }) billerId?: string;
  @Optional() @Text({ max: 96 }) itemId?: string;
  @Optional() @Text({ max: 64 }) customerId?: string;

  /** @throws Failure `payees.incomplete` where fields of its kind lack, or there are others */
  get target(): Target {
    const { code, account, email, billerId, itemId, customerId } = this;
    const given = Object.entries({ code, account, email, billerId, itemId, customerId }).filter(
      ([, value]) => value !== undefined,
    );
    const wanted = FIELDS[this.kind];
    if (given.length !== wanted.length || !given.every(([name]) => wanted.includes(name)))
      throw new Failure(payeesFailures.incomplete);
    return { kind: this.kind, ...Object.fromEntries(given) } as unknown as Target;
  }
}

export class PayeeFetchInput {
  @RequestType(['mk', 'bank', 'user', 'customer', 'name', 'all']) rqtp: 'mk' | 'name' | 'all' | PayeeKind;
  @Optional() @Text({ max: 64 }) rqvl?: string;
  @Optional() @Before() page?: number;
}

export class PayeeUpdateInput {
  @Text({ max: 40 }) reqv: string;
  @Optional() @Text({ max: 64 }) label?: string;
  @Optional() @Text({ max: 160 }) name?: string;
}

export class PayeeRemoveInput {
  @Text({ max: 40 }) reqv: string;
}

export class PayeesOfUserInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
}

/** `bank` is undefined for other kinds. */
export function presentPayee({ payee, bank }: { readonly payee: Payee; readonly bank: Bank | undefined }) {
  return {
    marker: payee.id,
    kind: payee.kind,
    label: payee.label,
    name: payee.name,
    code: payee.bankCode,
    bank: bank?.name ?? '',
    account: payee.account,
    email: payee.email,
    billerId: payee.billerId,
    itemId: payee.itemId,
    customerId: payee.customerId,
    status: payee.changedName === '' ? 'active' : 'name_changed',
    changed: payee.changedName,
    used: payee.used,
    recorded: String(payee.createdAt),
  };
}

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
      on(catalogueFailures.wrong_customer, { id: 'customerId_invalid' }),
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
