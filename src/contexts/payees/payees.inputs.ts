import { Failure } from '../../kernel/failure.js';
import { Before, Choice, Email, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ACCOUNT_FORM } from '../banks/index.js';
import type { Target } from './application/create-payee.js';
import { PAYEE_KINDS, type PayeeKind } from './domain/payee.js';
import { payeesFailures } from './domain/payees.failures.js';

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
