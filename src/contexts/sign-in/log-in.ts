import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import {
  type Credentials,
  type Device,
  type SignInContext,
  LoginRecords,
  type SessionOptions,
  type OwnerSecrets,
} from './sessions.js';
import { MailedCodes, SendVerificationCode } from './codes.js';
import { Accounts, type Account, maySignIn, newAccount, Users } from './accounts.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures } from './failures.js';
import { UserSessions } from './user-sessions.js';
import { Passwords, WarnOfGuessing } from './passwords.js';
import type { Caller } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { WELCOME } from './mails.js';
import { OpenAccount, ReleaseAddress } from './account-opening.js';
import { PasswordHasher } from './credentials.js';

const NOBODY = { id: '', devicesTrustedFrom: 0 };

/** Two steps, with room for a second factor between them. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly loginRecords: LoginRecords,
    private readonly warnOfGuessing: WarnOfGuessing,
    private readonly userSessions: UserSessions,
  ) {}

  /** Takes the same time for an unknown address. Outside of a unit of work. @throws Failure `sign_in.login_delayed`, `incorrect_credentials`, `busy` */
  async authenticate(given: string, password: string, context: SignInContext): Promise<Account> {
    const email = await this.accounts.spelling(given);
    const account = await this.accounts.findByEmail(email);
    const { ip, device, hasCode = false } = context;
    // Also asks for an unknown address, so that it takes as long.
    const isTrusted = await this.loginRecords.knowsDevice(account ?? NOBODY, device.serial);
    const attempt = { email, ip, trusted: isTrusted ? `device ${device.serial}` : hasCode ? 'code' : undefined };
    const onGuessing = async () => account && this.warnOfGuessing.execute(account);
    const isCorrect = await this.passwords.verify(account?.passwordHash, password, attempt, onGuessing);
    if (account && isCorrect) return account;
    // Not awaited, so that an unknown address takes as long.
    if (account) this.recordFailure(account, context);
    throw new Failure(signInFailures.incorrect_credentials);
  }

  /** Records a login with a wrong second factor, in the background. */
  recordFailure({ id }: Account, { ip, device }: SignInContext): void {
    this.loginRecords.addInBackground({ userId: id, ip, device, outcome: 'failed' });
  }

  /** In the caller's unit of work; locks the account. @throws Failure `sign_in.incorrect_credentials` when the password changed, `suspended` */
  async begin(account: Account, context: SignInContext, options: SessionOptions = {}): Promise<Credentials> {
    // Password or status may have changed since the verification.
    const present = await this.accounts.lock(account.id);
    if (!present || present.passwordHash !== account.passwordHash) throw new Failure(signInFailures.incorrect_credentials);
    if (!maySignIn(present)) throw new Failure(signInFailures.suspended);
    return this.userSessions.begin(present, context, options);
  }
}

/** Contributed by what asks for more than a password. */
export abstract class SecondFactorRule {
  /** Whether the account signs in on this device only with a mailed code. */
  abstract asksForCode(account: Account, device: Device): Promise<boolean>;
}

@Injectable()
export class SecondFactorRules extends Registry<SecondFactorRule> {
  constructor(contributions: Contributions) {
    super(contributions, SecondFactorRule);
  }

  async asksForCode(account: Account, device: Device): Promise<boolean> {
    for (const rule of this.entries) if (await rule.asksForCode(account, device)) return true;
    return false;
  }
}

interface LoginSecrets {
  readonly password: string;
  /** Mailed for `login`. */
  readonly code?: string | undefined;
}

@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly mailedCodes: MailedCodes,
    private readonly signIn: SignIn,
    private readonly secondFactors: SecondFactorRules,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `sign_in.login_delayed`, `incorrect_credentials`, `incorrect_code`, `second_factor_required`, `suspended`, `busy`, `abuse.delayed` */
  async execute(given: string, { password, code }: LoginSecrets, context: SignInContext): Promise<Credentials> {
    const email = await this.accounts.spelling(given);
    const { ip } = context;
    const verified = code === undefined ? undefined : await this.mailedCodes.check({ email, code, ip, purpose: 'login' });
    const account = await this.signIn.authenticate(email, password, { ...context, hasCode: verified !== undefined });
    // Recorded, because it says that the password was right.
    if (!verified && (await this.secondFactors.asksForCode(account, context.device))) {
      this.signIn.recordFailure(account, context);
      throw new Failure(signInFailures.second_factor_required);
    }
    return this.unitOfWork.run(async () => {
      if (verified) await this.mailedCodes.use(verified);
      return this.signIn.begin(account, context);
    });
  }
}

/** Guards actions that a session alone must not take. */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly mailedCodes: MailedCodes,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Uses the code up; call it outside of a unit of work. @throws Failure `sign_in.password_required`, `wrong_password`,
   * `login_delayed`, `busy`, `code_required`, `incorrect_code`
   */
  async require(caller: Caller, { password, code }: OwnerSecrets): Promise<void> {
    const account = await this.accounts.find(caller.userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    if (account.passwordHash !== undefined) {
      if (password === undefined) throw new Failure(signInFailures.password_required);
      await this.passwords.prove(caller, password);
      return;
    }
    if (code === undefined) throw new Failure(signInFailures.code_required);
    const verified = await this.mailedCodes.check({ email: account.email, code, ip: caller.ip, purpose: 'export' });
    await this.unitOfWork.run(() => this.mailedCodes.use(verified));
  }
}

export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly referrer: string | undefined;
}

@Injectable()
export class RegisterUser {
  constructor(
    private readonly passwords: Passwords,
    private readonly releaseAddress: ReleaseAddress,
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly openAccount: OpenAccount,
    private readonly userSessions: UserSessions,
    private readonly sendVerificationCode: SendVerificationCode,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.weak_password`, `common_password`, `unknown_referrer`, `email_taken`, `busy` */
  async execute({ password, referrer, ...details }: Registration, context: SignInContext): Promise<Credentials> {
    await this.passwords.assertGood(password);
    const referrerId = referrer === undefined ? undefined : await this.findReferrer(referrer);
    if (await this.releaseAddress.isKept(details.email)) throw new Failure(signInFailures.email_taken);
    const passwordHash = await this.hasher.hash(password, {
      ip: context.ip,
      who: `${details.email} ${context.ip}`,
      kind: 'stranger',
    });
    const account = newAccount({ ...details, passwordHash, referrerId, emailVerified: false }, this.clock.now());
    return this.unitOfWork.run(async () => {
      await this.releaseAddress.execute(account.email);
      await this.openAccount.execute(account);
      await this.sendVerificationCode.first(account.email, context.ip, WELCOME, { referenceId: account.referenceId });
      return this.userSessions.begin(account, context, { isRegistration: true });
    });
  }

  private async findReferrer(referenceId: string): Promise<string> {
    const referrer = await this.users.findByReference(referenceId);
    if (!referrer || referrer.status !== 'active') throw new Failure(signInFailures.unknown_referrer);
    return referrer.id;
  }
}
