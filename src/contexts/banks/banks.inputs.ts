import { Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import type { Mending } from './application/mend-match.js';
import { ACCOUNT_FORM } from './domain/account-number.js';

const ACCOUNT = { pattern: ACCOUNT_FORM, form: '10 digits' };

export class BankFetchInput {
  @Optional() @Text(ACCOUNT) account?: string;
}

export class BankResolveInput {
  @Text({ max: 48 }) code: string;
  @Text(ACCOUNT) account: string;
}

export class StaffBankFetchInput {
  @RequestType(['bank', 'provider', 'unsure', 'all']) rqtp: 'bank' | 'provider' | 'unsure' | 'all';
  @Optional() @Text({ max: 48 }) rqvl?: string;
}

export class BankUpdateInput {
  @Text({ max: 40 }) provider: string;
  @Text({ max: 64 }) reqv: string;
  @Text({ max: 48 }) code: string;
  @Text() reason: string;

  get mending(): Mending {
    const { provider, reqv: providerCode, code: bank, reason } = this;
    return { provider, providerCode, bank, reason };
  }
}
