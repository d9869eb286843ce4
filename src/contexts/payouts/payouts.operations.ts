import type { Kobo } from '../../kernel/money.js';
import { Amount, Before, Confirmation, Flag, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { PIN_FORM } from '../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf, WholeAnswer } from '../../platform/http/presenting.js';
import { ledgerFailures } from '../../ledger/index.js';
import { banksFailures } from '../banks/index.js';
import { payeesFailures } from '../payees/index.js';
import { Contributes } from '../../kernel/registry.js';
import { ConfirmedAction } from '../devices/index.js';
import { CONFIRMATION_FAILURES } from '../devices/devices.presenters.js';
import { PAYMENT_FAILURES } from '../sign-in/sign-in.presenters.js';
import { LIMIT_FAILURES, presentQuote } from '../tariffs/tariffs.presenters.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { type ApprovalAnswer, AuthorizePayout } from './authorize-payout.js';
import { CreatePayout } from './create-payout.js';
import { type PayoutCondition, Payouts, payoutFailures } from './payouts.js';
import { PayoutTerms } from './choose-provider.js';
import { presentOrderedPayout, presentPayout, readPayoutStatus } from './payouts.presenters.js';

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
  @Optional() @Confirmation() confirmation?: string;
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

const PER_PAGE = 15;

const TERMS_FAILURES = [
  on(payoutFailures.bank_not_found, { code: 404, id: 'bank_not_found' }),
  on(payoutFailures.below_minimum, { id: 'amount_minimum' }),
  on(payoutFailures.above_maximum, { id: 'amount_maximum' }),
];
const DESTINATION_FAILURES = [
  on(payoutFailures.account_incomplete, { code: 400, id: 'account_required' }),
  on(payoutFailures.account_unresolved, { code: 400, id: 'account_unresolved' }),
  on(payoutFailures.account_name_changed, { code: 409, id: 'account_name_changed' }),
  on(payeesFailures.no_payee, { code: 404, id: 'payee_not_found' }),
  on(payeesFailures.untrusted, { code: 409, id: 'payee_untrusted' }),
  on(payeesFailures.not_a_bank, { code: 400, id: 'payee_invalid' }),
  on(payeesFailures.name_changed, { code: 409, id: 'account_name_changed' }),
  on(banksFailures.bank_not_found, { code: 404, id: 'bank_not_found' }),
  on(banksFailures.account_not_found, { code: 404, id: 'account_not_found' }),
  on(banksFailures.bank_unavailable, { id: 'bank_unavailable' }),
  on(payoutFailures.repeated, { code: 409, id: 'payout_repeated' }),
  on(payoutFailures.test_account, { code: 403, id: 'test_account' }),
  on(payoutFailures.unavailable, { code: 400, id: 'bank_unavailable' }),
];

@Injectable()
export class PayoutsOperations {
  constructor(
    private readonly terms: PayoutTerms,
    private readonly createPayout: CreatePayout,
    private readonly payouts: Payouts,
    private readonly authorizePayout: AuthorizePayout,
  ) {}

  @Operation('user_payout_quote', {
    method: 'GET',
    access: 'signed',
    limit: 'quote',
    missing: 400,
    failures: TERMS_FAILURES,
    present: presentQuote,
    summary: 'What a payout to a bank costs, and what of the limits remains.',
  })
  quote({ code, amount }: QuotePayoutInput, { userId }: Caller) {
    return this.terms.quote(code, amount, userId);
  }

  @Operation('user_payout_create', {
    method: 'POST',
    access: 'signed',
    effect: 'money',
    missing: 400,
    failures: [
      ...PAYMENT_FAILURES,
      ...CONFIRMATION_FAILURES,
      ...DESTINATION_FAILURES,
      ...TERMS_FAILURES,
      ...LIMIT_FAILURES,
      on(ledgerFailures.insufficient_funds, { id: 'insufficient_funds' }),
      on(ledgerFailures.money_blocked, { code: 400, id: 'money_blocked' }),
      ...LEDGER_FAILURES,
    ],
    present: presentOrderedPayout,
    summary:
      'Pays to an account at a bank, whose name user_bank_resolve told within the last 15 minutes, or to a saved payee. It is processing until the bank says whether it has the money.',
  })
  create(input: CreatePayoutInput, caller: MoneyCaller) {
    const { amount, payee, code, account, name, messge, pinc, confirmation, again = false } = input;
    return this.createPayout.execute(
      { payee, code, account, name, amountKobo: amount, note: messge ?? '', pin: pinc, confirmation, again },
      caller,
    );
  }

  @Operation('user_payout_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(payoutFailures.no_payout, { code: 404 })],
    present: pageOf(presentPayout),
    summary: 'Payouts of the signed-in user, newest first; session is what a receiving bank asks for.',
  })
  async fetch(input: PayoutFetchInput, { userId }: Caller) {
    const page = await this.payouts.list(conditionOf(input, userId), { before: input.page, size: PER_PAGE });
    if (page.items.length === 0) throw new Failure(payoutFailures.no_payout);
    return page;
  }

  @Operation('payout_authorize', {
    method: 'POST',
    access: 'none',
    limit: 'approval',
    limitSubject: ({ authorizePayout }: PayoutsOperations, { provider }) => authorizePayout.knownProvider(provider),
    source: 'query',
    missing: 400,
    bodyLimitBytes: 60_000,
    failures: [on(payoutFailures.no_payout, { code: 404 })],
    present: ({ httpStatus, body }: ApprovalAnswer) => new WholeAnswer(body, httpStatus),
    summary:
      "A payout provider's question whether we ordered what it is about to pay, answered in its own form: yes only for a payout that is submitted and undecided, with the same amount and account.",
  })
  authorize({ provider, token }: AuthorizePayoutInput, { raw }: Visitor) {
    return this.authorizePayout.execute(provider, token, raw ?? { body: new Uint8Array(), headers: {} });
  }
}

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedPayout extends ConfirmedAction {
  readonly action = 'user_payout_create';

  constructor(private readonly createPayout: CreatePayout) {
    super();
  }

  lines({ amount, payee, code, account, name }: CreatePayoutInput, { userId }: Caller) {
    return this.createPayout.describe({ payee, code, account, name, amountKobo: amount }, userId);
  }
}

function conditionOf({ rqtp, rqvl = '' }: PayoutFetchInput, userId: string): PayoutCondition {
  if (rqtp === 'mk') return { userId, id: rqvl };
  const status = readPayoutStatus(rqtp);
  return status === undefined ? { userId } : { userId, status };
}
