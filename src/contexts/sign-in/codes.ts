import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures } from './failures.js';
import {
  type CodePurpose,
  isLong,
  isOpen,
  type MailedCode,
  missingCode,
  slotsOf,
  withTries,
  withSentMail,
  asMailed,
  type CodeSlot,
  type MailedPurpose,
  requestCode,
} from './verification-code.js';
import { VerificationCodes } from './credentials.js';
import { budgetFailures, Budgets } from '../../kernel/budgets.js';
import { Accounts } from './accounts.js';
import { LoginRecords, SignInSettings } from './sessions.js';
import { WarnOfGuessing } from './passwords.js';
import { Mailer, type MailTemplate, type MailRequest, type Recipient, RecipientRules } from '../../kernel/mail.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { effectsOf, VERIFICATION_CODE } from './mails.js';
import type { Caller } from '../../kernel/caller.js';
import { Contributes } from '../../kernel/registry.js';

type FindCode = (among: 'any' | 'long') => Promise<MailedCode | undefined>;

export type VerifiedCode = Pick<MailedCode, 'email' | 'slot' | 'id'>;

interface Try {
  readonly email: string;
  readonly code: string;
  readonly ip: string;
  /** Any where it is left out. */
  readonly purpose?: CodePurpose;
}

const MAX_ATTEMPTS = 20;

interface CodeMail {
  readonly email: string;
  readonly ip: string;
  readonly slot: CodeSlot;
  readonly purposes: readonly CodePurpose[];
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string>>;
  readonly isMailed: boolean;
}

@Injectable()
export class SendVerificationCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly accounts: Accounts,
    private readonly loginRecords: LoginRecords,
    private readonly budgets: Budgets,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Without a purpose the code resets the password or moves to the address, and confirms an unverified account. @throws Failure `sign_in.codes_exhausted` */
  async execute(given: string, purpose: MailedPurpose | undefined, ip: string): Promise<void> {
    const email = await this.accounts.spelling(given);
    const account = await this.accounts.findByEmail(email);
    const isOwners = await this.loginRecords.knowsAddress(account?.id ?? '', ip);
    const purposes: MailedPurpose[] = purpose ? [purpose] : ['reset', 'update'];
    if (!purpose && account && !account.emailVerified) purposes.push('confirm');
    const network = networkOf(ip);
    // Not refused, because the answer must not tell which addresses have an account.
    const isMailed = account !== undefined || (await this.mayMailStranger(ip));
    await this.unitOfWork.run(async () => {
      await this.countMail(email, network, isOwners);
      const data = { effects: effectsOf(purposes) };
      await this.send({ email, ip, slot: purpose ?? 'any', purposes, template: VERIFICATION_CODE, data, isMailed });
    });
  }

  /** Confirms the address of a new account. Does not count towards the hourly limits. */
  async first(email: string, ip: string, template: MailTemplate, data: Readonly<Record<string, string>>): Promise<void> {
    // A code that was mailed before was for the account that had the address, and not for this one.
    for (const code of await this.codes.list(email)) await this.codes.use(code);
    await this.send({ email, ip, slot: 'confirm', purposes: ['confirm'], template, data, isMailed: true });
  }

  private async mayMailStranger(ip: string): Promise<boolean> {
    const site = siteOf(ip);
    if (!(await this.budgets.trySpend('network_codes', networkOf(ip)))) return false;
    return site === undefined || this.budgets.trySpend('site_codes', site);
  }

  private async countMail(email: string, network: string, isOwners: boolean): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const mailing = await this.codes.findMailing(email);
      const sent = withSentMail(mailing.sent, network, this.clock.now(), isOwners);
      if (await this.codes.replaceMailing(email, mailing, sent)) return;
    }
    throw new Error('could not count the mail: changed concurrently');
  }

  private async send({ template, data, ip, isMailed, ...request }: CodeMail): Promise<void> {
    const { email, slot } = request;
    const network = networkOf(ip);
    const askedBy = siteOf(ip) ?? network;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const previous = (await this.codes.list(email)).find((code) => code.slot === slot);
      const next = requestCode(previous, { ...request, network, now: this.clock.now() });
      if (!(await this.codes.replace(previous, next))) continue;
      const code = asMailed(this.codes.textOf(next));
      if (!isMailed) return;
      const key = `code:${next.id}:${next.version}`;
      return this.mailer.send({ to: email, template, data: { ...data, code }, key, askedBy });
    }
    throw new Error('could not store the verification code: changed concurrently');
  }
}

/** Checks mailed codes. */
@Injectable()
export class MailedCodes {
  constructor(
    private readonly accounts: Accounts,
    private readonly loginRecords: LoginRecords,
    private readonly budgets: Budgets,
    private readonly warnOfGuessing: WarnOfGuessing,
    private readonly codes: VerificationCodes,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts wrong codes for an address together, for any purpose and however often a new one is sent. Networks that the owner
   * signed in from have counts of their own, so that strangers use up nothing of theirs. It does the same work with an account
   * and without one. Nobody can guess a long code, so its owner does not wait because others guess.
   * @throws Failure `abuse.delayed`
   */
  async attempt(email: string, ip: string, find: FindCode): Promise<MailedCode | undefined> {
    const account = await this.accounts.findByEmail(email);
    const isOwners = await this.loginRecords.knowsAddress(account?.id ?? '', ip);
    const [budget, subject] = isOwners
      ? (['owner_codes', `${email} ${networkOf(ip)}`] as const)
      : (['stranger_codes', email] as const);
    let right: MailedCode | undefined;
    try {
      await this.budgets.attempt(budget, subject, async () => (right = await find('any')) !== undefined, 'give back');
      return right;
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(budgetFailures.delayed)) throw error;
      right = await find('long');
      if (right) return right;
      if (account) await this.warnOfGuessing.execute(account, 'codes');
      throw error;
    }
  }

  /**
   * A wrong try counts even if the caller rolls back, so checking and using are two steps. It costs the same queries with any
   * codes. Call it outside of a unit of work.
   * @throws Failure `sign_in.incorrect_code`, `abuse.delayed`
   */
  async check(attempt: Try): Promise<VerifiedCode> {
    const right = await this.attempt(attempt.email, attempt.ip, (among) => this.find(attempt, among));
    if (!right) throw new Failure(signInFailures.incorrect_code);
    return right;
  }

  /** In the caller's unit of work. @throws Failure `sign_in.incorrect_code` when it was used meanwhile */
  async use(code: VerifiedCode): Promise<void> {
    if (!(await this.codes.use(code))) throw new Failure(signInFailures.incorrect_code);
  }

  /** Does not use the code up. @throws Failure `sign_in.incorrect_code` */
  async verifyEmail(given: string, code: string, ip: string): Promise<void> {
    const email = await this.accounts.spelling(given);
    await this.check({ email, code, ip });
    const account = await this.accounts.findByEmail(email);
    if (account) await this.accounts.verifyEmail(account.id, email);
  }

  /** Uses the code up. @throws Failure `sign_in.incorrect_code`, `sign_in.user_not_found` */
  async confirmOwn({ userId, ip }: Caller, code: string): Promise<void> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    const verifiedCode = await this.check({ email: account.email, code, ip, purpose: 'confirm' });
    await this.unitOfWork.run(async () => {
      await this.use(verifiedCode);
      await this.accounts.verifyEmail(userId, account.email);
    });
  }

  private async find({ email, code, ip, purpose }: Try, among: 'any' | 'long'): Promise<MailedCode | undefined> {
    const network = networkOf(ip);
    const codes = (await this.codes.list(email)).filter((each) => among === 'any' || isLong(each));
    // Counted before the comparison, so that concurrent tries cannot exceed the limit.
    const counted: MailedCode[] = [];
    let right: MailedCode | undefined;
    for (const slot of slotsOf(purpose)) {
      const serving = codes.find((each) => each.slot === slot && (!purpose || each.purposes.includes(purpose)));
      const candidate = serving ?? missingCode(email, slot);
      const isCounted = await this.count(candidate, network, 1);
      const isRight = this.codes.matches(candidate, code);
      if (isCounted) counted.push(candidate);
      if (isCounted && isRight) right ??= candidate;
    }
    if (right) for (const candidate of counted) await this.count(candidate, network, -1);
    return right;
  }

  /** False if the code is not open to this network any more; repeated if another try was counted in between. */
  private async count(read: MailedCode, network: string, by: 1 | -1): Promise<boolean> {
    for (let code: MailedCode = read; ;) {
      const isCounted = by === -1 || isOpen(code, network, this.clock.now());
      // A code that is not open is replaced by a version that never exists, so that it costs the same.
      const expected = isCounted ? code : missingCode(code.email, code.slot);
      if (await this.codes.replace(expected, withTries(expected, network, by))) return true;
      if (!isCounted) return false;
      const present = (await this.codes.list(code.email)).find(({ slot, id }) => slot === code.slot && id === code.id);
      if (!present) return false;
      code = present;
    }
  }
}

/** Keeps anybody from filling the mailbox of a stranger through us: addresses that no account proved get a few mails a day, of any kind. */
@Injectable()
@Contributes(RecipientRules)
export class UnprovedRecipients extends RecipientRules {
  constructor(
    private readonly accounts: Accounts,
    private readonly budgets: Budgets,
    private readonly settings: SignInSettings,
  ) {
    super();
  }

  async of(mails: readonly MailRequest[]): Promise<readonly Recipient[]> {
    if (!this.settings.requiresVerifiedEmail) return mails.map(() => 'proved' as const);
    const proved = await this.accounts.provedAmong([...new Set(mails.map(({ to }) => to))]);
    const recipients: Recipient[] = [];
    for (const mail of mails)
      recipients.push(mail.template.toOperator || proved.has(mail.to) ? 'proved' : await this.count(mail));
    return recipients;
  }

  /** Each requester has a share, so that a stranger leaves some for the owner. */
  private async count({ to, askedBy = '' }: MailRequest): Promise<Recipient> {
    const isWithinShare = await this.budgets.trySpend('network_unproved_mails', `${to} ${askedBy}`);
    return isWithinShare && (await this.budgets.trySpend('unproved_mails', to)) ? 'unproved' : 'withheld';
  }
}
