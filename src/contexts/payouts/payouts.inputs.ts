import type { Kobo } from '../../kernel/money.js';
import { Amount, Before, Flag, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { PIN_FORM } from '../sign-in/index.js';

const BANK_CODE = { max: 32 };
const ACCOUNT = { pattern: /^[0-9]{10}$/, form: 'ten digits' };

export class QuotePayoutInput {
  @Text(BANK_CODE) code: string;
  @Amount() amount: Kobo;
}

export class CreatePayoutInput {
  @Amount() amount: Kobo;
  /** In place of code, account and name. */
  @Optional() @Text({ max: 40 }) payee?: string;
  @Optional() @Text(BANK_CODE) code?: string;
  @Optional() @Text(ACCOUNT) account?: string;
  @Optional() @Text() name?: string;
  @Optional() @Text({ max: 100 }) messge?: string;
  @Optional() @Text({ pattern: PIN_FORM, form: '4 or 6 digits', isProof: true }) pinc?: string;
  @Optional() @Flag() again?: boolean;
}

const REQUESTS = ['mk', 'processing', 'complete', 'failed', 'returned', 'all'] as const;

export class PayoutFetchInput {
  @RequestType(REQUESTS) rqtp: (typeof REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class AuthorizePayoutInput {
  @Text({ max: 16 }) provider: string;
  @Text() token: string;
}
