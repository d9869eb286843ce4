import { Failure } from '../../kernel/failure.js';
import { COMMON_WORDS } from './common-passwords.js';
import { signInFailures } from './failures.js';
import { Injectable } from '@nestjs/common';
import { Accounts, type Account } from './accounts.js';
import { type HashingFor, PasswordHasher } from './credentials.js';
import { networkOf } from '../../kernel/addresses.js';
import { budgetFailures, Budgets } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { newId } from '../../kernel/ids.js';
import { Mailer } from '../../kernel/mail.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { PASSWORD_CHANGED, GUESSING, GUESSING_CODES } from './mails.js';
import { Sessions } from './sessions.js';
import { Clock } from '../../kernel/clock.js';
import { lagosDay } from '../../kernel/lagos-time.js';

const STRONG = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*[0-9]).{8,128}$/su;

export const PASSWORD_HISTORY_LENGTH = 5;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** @param breached stems of passwords that are known from breaches. @throws Failure `sign_in.weak_password`, `sign_in.common_password` */
export function assertGoodPassword(password: string, breached: ReadonlySet<string>): void {
  if (!STRONG.test(password)) throw new Failure(signInFailures.weak_password);
  if (isCommon(password, breached)) throw new Failure(signInFailures.common_password);
}

/** Ignores case and surrounding digits and signs, and reads digits as letters. */
function isCommon(password: string, breached: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  const stem = stripDecoration(plain);
  const words = [plain, stem, readLookalikes(plain), readLookalikes(stem)];
  return words.some((word) => COMMON_WORDS.has(word) || breached.has(word));
}

function stripDecoration(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function readLookalikes(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!);
}

export abstract class BreachedPasswords {
  /** Stems, made by `stemsOf`. */
  abstract stems(): Promise<ReadonlySet<string>>;
}

/** Runs an attempt with a secret; its delay has the failure that clients know. @throws Failure `sign_in.login_delayed` */
export async function delayedLogin<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof Failure) || !error.is(budgetFailures.delayed)) throw error;
    throw new Failure(signInFailures.login_delayed, { retryAfterSeconds: error.retryAfterSeconds, cause: error });
  }
}

export interface PasswordAttempt {
  readonly email: string;
  readonly ip: string;
  /** A device or session that signed in to the account before; it has a count of its own, which strangers cannot use up. */
  readonly trusted?: string | undefined;
  /** The caller who is signed in. */
  readonly userId?: string;
}

/** Checks, proves and changes passwords. */
@Injectable()
export class Passwords {
  constructor(
    private readonly breached: BreachedPasswords,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
    private readonly budgets: Budgets,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `sign_in.weak_password`, `sign_in.common_password` */
  async assertGood(password: string): Promise<void> {
    assertGoodPassword(password, await this.breached.stems());
  }

  /** Slow, so call it outside of a unit of work. @throws Failure `sign_in.weak_password`, `common_password`, `reused_password`, `busy` */
  async choose(userId: string, password: string, requester: HashingFor): Promise<string> {
    await this.assertGood(password);
    for (const hash of await this.accounts.recentPasswords(userId)) {
      if (await this.hasher.verify(hash, password, requester)) throw new Failure(signInFailures.reused_password);
    }
    return this.hasher.hash(password, requester);
  }

  /**
   * Takes the same time without a hash. @param onGuessing called where the attempts of all networks together are delayed
   * @throws Failure `sign_in.login_delayed` before the check, `sign_in.busy`
   */
  verify(
    hash: string | undefined,
    password: string,
    { email, ip, trusted, userId }: PasswordAttempt,
    onGuessing: () => Promise<void> = async () => {},
  ): Promise<boolean> {
    const network = networkOf(ip);
    // An attack on one address must not use up its owner's allowance.
    const who = userId ?? `${email} ${network}`;
    const kind = trusted === undefined ? 'stranger' : 'known';
    const check = () => this.hasher.verify(hash, password, { ip, who, kind });
    if (trusted !== undefined) return delayedLogin(this.budgets.attempt('device_passwords', `${email} ${trusted}`, check));
    const fromAnywhere = async () => {
      try {
        return await this.budgets.attempt('account_passwords', email, check, 'give back');
      } catch (error) {
        if (error instanceof Failure && error.is(budgetFailures.delayed)) await onGuessing();
        throw error;
      }
    };
    return delayedLogin(this.budgets.attempt('network_passwords', `${email} ${network}`, fromAnywhere));
  }

  /** Forgives the failures of an owner who proved the address. */
  async forgive(email: string, ip: string): Promise<void> {
    await this.budgets.clear('network_passwords', `${email} ${networkOf(ip)}`);
    await this.budgets.clear('account_passwords', email);
  }

  /**
   * Guards changes that a session alone must not make. Outside of a unit of work. @throws Failure `sign_in.wrong_password`,
   * `login_delayed`, `busy`, `user_not_found`
   */
  async prove({ userId, sessionId, ip }: Caller, password: string): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    const { email, passwordHash } = account;
    const attempt = { email, ip, userId, trusted: `session ${sessionId}` };
    if (!(await this.verify(passwordHash, password, attempt))) throw new Failure(signInFailures.wrong_password);
    return account;
  }

  /** The account locked, in the caller's unit of work. @throws Failure `sign_in.wrong_password` when it changed since */
  async lock({ id, passwordHash }: Account): Promise<Account> {
    const present = await this.accounts.lock(id);
    if (present?.passwordHash !== passwordHash) throw new Failure(signInFailures.wrong_password);
    return present!;
  }

  /** @throws Failure `sign_in.wrong_password`, `login_delayed`, `weak_password`, `common_password`, `reused_password`, `busy` */
  async change(caller: Caller, current: string, next: string): Promise<void> {
    const { userId, sessionId, ip } = caller;
    const account = await this.prove(caller, current);
    const { email, firstName } = account;
    const hash = await this.choose(userId, next, { ip, who: userId, kind: 'known' });
    await this.unitOfWork.run(async () => {
      await this.lock(account);
      await this.accounts.setPassword(userId, hash);
      await this.sessions.endAll(userId, { except: sessionId });
      await this.notices.add({
        userId,
        subject: 'Password changed',
        message: 'Your password was changed. All your other devices were signed out.',
      });
      await this.mailer.send({ to: email, template: PASSWORD_CHANGED, data: { firstName }, key: `password-changed:${newId()}` });
    });
  }
}

const WARNINGS = {
  passwords: {
    of: '',
    mails: 'guessing_mails',
    template: GUESSING,
    subject: 'Wrong passwords',
    message: 'Somebody enters wrong passwords for your account. New devices have to wait between attempts; yours do not.',
  },
  codes: {
    of: 'codes of ',
    mails: 'code_guessing_mails',
    template: GUESSING_CODES,
    subject: 'Wrong codes',
    message: 'Somebody enters wrong verification codes for your account. They have to wait between attempts now.',
  },
} as const;

/** Tells the owner once a day that somebody guesses the password, or codes. */
@Injectable()
export class WarnOfGuessing {
  private day = 0;
  /** In this process, so that each further guess does not ask the database. */
  private readonly told = new Set<string>();

  constructor(
    private readonly budgets: Budgets,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ id: userId, email, firstName }: Account, guessed: keyof typeof WARNINGS = 'passwords'): Promise<void> {
    const now = this.clock.now();
    if (this.day !== lagosDay(now)) this.told.clear();
    this.day = lagosDay(now);
    const { of, template, subject, message, mails } = WARNINGS[guessed];
    if (this.told.has(of + userId)) return;
    this.told.add(of + userId);
    if (!(await this.budgets.trySpend(mails, userId))) return;
    await this.unitOfWork.run(async () => {
      await this.notices.add({
        userId,
        subject,
        message,
      });
      await this.mailer.send({ to: email, template, data: { firstName }, key: `guessing:${of}${userId}:${this.day}` });
    });
  }
}
