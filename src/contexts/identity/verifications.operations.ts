import { Injectable } from '@nestjs/common';
import { budgetFailures } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { Before, Choice, Code, Day, Flag, NoInput, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { signInFailures } from '../sign-in/index.js';
import { staffFailures } from '../staff/members/index.js';
import { PaymentLimits, type Standing } from '../tariffs/index.js';
import { presentOwnLimits, presentStanding } from '../tariffs/tariffs.presenters.js';
import { NUMBER_TYPES, type NumberType } from './identity-provider.js';
import { Reviews } from './reviews.js';
import {
  birthAgrees,
  CONSENT,
  identityFailures,
  type Verification,
  type VerificationFilter,
  type VerificationStatus,
  VerificationStore,
} from './verification.js';
import { type Submission, Verifications } from './verifications.js';

const NUMBER = {
  pattern: /^(?:[0-9]{11}|[A-Za-z]{2}[0-9]{12}[A-Za-z]{2})$/,
  form: '11 digits, or the 16 characters of a virtual NIN',
};

export class IdentitySubmitInput {
  @Choice(NUMBER_TYPES) type: NumberType;
  @Text(NUMBER) number: string;
  @Day() birth: string;
  @Flag() consent: boolean;
  /** A selfie. */
  @Optional() @Text({ max: 64 }) fileid?: string;

  get submission(): Submission {
    const { type, birth, consent: hasConsent, fileid: selfie } = this;
    return { type, number: this.number.toUpperCase(), birth, hasConsent, selfie };
  }
}

const REQUESTS = ['review', 'user', 'mk', 'all'] as const;

export class StaffIdentityFetchInput {
  @RequestType(REQUESTS) rqtp: (typeof REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class IdentityDecideInput {
  @Text() reqv: string;
  @Choice(['accept', 'reject']) decision: 'accept' | 'reject';
  @Text() reason: string;
  @Code({ max: 16 }) pinc: string;
}

/** What its user is told: nothing of a watch list, and of another's number what is told of one that does not exist. */
function shownStatus({ status, isOwner }: Pick<Verification, 'status' | 'isOwner'>): VerificationStatus {
  if (status === 'watch_listed') return 'review';
  return status === 'taken' && !isOwner ? 'not_found' : status;
}

const COMMENTS: Readonly<Record<string, string>> = {
  pending: 'We are checking your number, and tell you as soon as we know',
  review: 'Our staff are looking at your number, and we tell you as soon as we know',
  verified: 'Your identity is verified',
  not_found: 'We found nobody with this number and your names and date of birth',
};

function presentSubmitted(verification: Verification) {
  const status = shownStatus(verification);
  return { COMMENT: COMMENTS[status] ?? '', MKID: verification.id, status };
}

function presentOwn(verification: Verification) {
  const { id, type, lastFour, verifiedAt, createdAt } = verification;
  return {
    marker: id,
    type,
    last: lastFour,
    status: shownStatus(verification),
    recorded: String(createdAt),
    verified: verifiedAt === 0 ? '' : String(verifiedAt),
  };
}

function presentIdentity({ standing, verifications }: { standing: Standing; verifications: readonly Verification[] }) {
  return {
    ...presentStanding(standing),
    own: presentOwnLimits(standing.own),
    consent: CONSENT,
    result: verifications.map(presentOwn),
  };
}

function presentCase(verification: Verification) {
  const { id, userId, type, lastFour, status, evidence, provider, decidedBy, createdAt } = verification;
  const { given, found, score, notes = [] } = evidence;
  return {
    marker: id,
    userid: userId,
    type,
    last: lastFour,
    status,
    name_given: fullName(given),
    name_found: found ? fullName(found) : '',
    birth_agrees: yesOrNo(birthAgrees(evidence)),
    selfie_agrees: yesOrNo(evidence.selfieAgrees),
    score: score ?? 0,
    reasons: notes,
    provider,
    decided_by: decidedBy,
    hits: evidence.hits ?? [],
    first_by: evidence.first?.by ?? '',
    first_decision: evidence.first ? (evidence.first.isAccepted ? 'accept' : 'reject') : '',
    first_reason: evidence.first?.reason ?? '',
    recorded: String(createdAt),
  };
}

/** Empty where nobody knows. */
function yesOrNo(value: boolean | undefined): string {
  return value === undefined ? '' : value ? 'yes' : 'no';
}

function fullName({
  firstName,
  middleName = '',
  lastName,
}: {
  firstName: string;
  middleName?: string;
  lastName: string;
}): string {
  return [firstName, middleName, lastName].filter((name) => name !== '').join(' ');
}

const PAGE_SIZE = 15;

@Injectable()
export class VerificationsOperations {
  constructor(
    private readonly verifications: Verifications,
    private readonly reviews: Reviews,
    private readonly store: VerificationStore,
    private readonly limits: PaymentLimits,
  ) {}

  @Operation('user_identity_submit', {
    method: 'POST',
    access: 'signed',
    limit: 'enquiry',
    missing: 400,
    failures: [
      on(identityFailures.invalid_number, { code: 400, id: 'number_invalid' }),
      on(identityFailures.consent_required, { code: 400, id: 'consent_required' }),
      on(identityFailures.invalid_selfie, { code: 400, id: 'fileid_invalid' }),
      on(identityFailures.already_open, { code: 409, id: 'identity_open' }),
      on(identityFailures.already_verified, { code: 409, id: 'identity_verified' }),
      on(identityFailures.taken, { code: 409, id: 'identity_taken' }),
      on(identityFailures.unconfigured, { code: 503, id: 'identity_unavailable' }),
      on(budgetFailures.limit_reached),
    ],
    present: presentSubmitted,
    summary:
      'Has a BVN, a NIN or a virtual NIN confirmed by the authority that issued it. Where names and date of birth agree, the account gets the names that the authority has; where they do not, staff decide. One person has one account: `identity_taken` is told to the person alone whose number it is. A number is tried ten times a day, and an account tries five. `fileid` is a selfie among the files of the user, which the provider compares with the photo of the authority; where it does not agree, staff decide.',
  })
  submit({ submission }: IdentitySubmitInput, caller: Caller) {
    return this.verifications.submit(submission, caller);
  }

  @Operation('user_identity_fetch', {
    method: 'GET',
    access: 'signed',
    present: presentIdentity,
    summary:
      'The tier of the signed-in user with its limits, what is spent of them and what the next tier needs; the numbers that they submitted, newest first; and the text that `consent` agrees to.',
  })
  async fetch(_: NoInput, { userId }: Caller) {
    return { standing: await this.limits.standing(userId), verifications: await this.verifications.of(userId) };
  }

  @Operation('control_identity_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 400,
    reads: ({ rqtp, rqvl }: StaffIdentityFetchInput) => (rqtp === 'user' ? `user:${rqvl ?? ''}` : 'identities'),
    failures: [on(identityFailures.no_verification, { code: 404, id: 'no_data' })],
    present: pageOf(presentCase),
    summary:
      'Verifications of identities: those that wait for staff (review), of a user, one by its marker, or all, newest first. Both names stand beside each other with a score from 0 to 100 and the reasons for it. A watch-listed number is told to nobody but staff.',
  })
  async cases({ rqtp, rqvl = '', page: before }: StaffIdentityFetchInput) {
    const page = await this.store.list(filterOf(rqtp, rqvl), { before, size: PAGE_SIZE });
    if (page.items.length === 0) throw new Failure(identityFailures.no_verification);
    return page;
  }

  @Operation('control_identity_decide', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    missing: 400,
    failures: [
      on(identityFailures.no_verification, { code: 404, id: 'identity_not_found' }),
      on(identityFailures.decided, { code: 409, id: 'identity_decided' }),
      on(identityFailures.own_case, { code: 403, id: 'own_case' }),
      on(identityFailures.own_decision, { code: 403, id: 'own_decision' }),
      on(identityFailures.taken, { code: 409, id: 'identity_taken', details: 'Another account has this number' }),
      on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.login_delayed),
    ],
    present: (status: VerificationStatus) => ({
      COMMENT: status === 'review' ? 'Your decision is kept, and a colleague has to decide, too' : 'The case is decided',
      status,
    }),
    summary:
      'Accepts or rejects a case, with a reason and a two-factor code. An accepted number gives the account the names that the authority has; an accepted new name is the name of the account. A customer who is called like a person on a list of sanctions is a case that two members of staff decide: accept clears the customer, reject holds all of their wallet. Nobody decides their own case, nor that of an account with a device, a phone number or the evidence of their own.',
  })
  decide({ reqv, decision, reason, pinc }: IdentityDecideInput, caller: Caller) {
    return this.reviews.decide(reqv, { isAccepted: decision === 'accept', reason, code: pinc }, caller);
  }
}

function filterOf(rqtp: StaffIdentityFetchInput['rqtp'], value: string): VerificationFilter {
  if (rqtp === 'review' || rqtp === 'all') return { by: rqtp };
  return { by: rqtp === 'mk' ? 'id' : 'user', value };
}
