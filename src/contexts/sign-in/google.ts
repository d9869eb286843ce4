import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { parseNewEmail } from '../../kernel/email-address.js';
import { Failure } from '../../kernel/failure.js';
import { Notices } from '../notifications/index.js';
import { type Account, maySignIn, newAccount, Accounts, type GoogleAccount, GoogleAccounts, UsedIdTokens } from './accounts.js';
import { signInFailures } from './failures.js';
import { OpenAccount } from './account-opening.js';
import type { SignInContext, Credentials } from './sessions.js';
import { SignIn } from './log-in.js';
import { AccountRecovery } from './cooling-off.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { UserSessions } from './user-sessions.js';

@Injectable()
export class GoogleSignInAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly signIn: SignIn,
    private readonly recovery: AccountRecovery,
    private readonly openAccount: OpenAccount,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /**
   * Outside of a unit of work. The account, where its password proved that another Google account may sign in to it.
   * @throws Failure `sign_in.google_differs`, and those of `SignIn.authenticate`
   */
  async prove({ sub, email }: GoogleAccount, password: string | undefined, context: SignInContext): Promise<Account | undefined> {
    const known = await this.accounts.findByEmail(email);
    if (!known || !differs(known, sub)) return undefined;
    if (password === undefined) throw new Failure(signInFailures.google_differs);
    return this.signIn.authenticate(email, password, context);
  }

  /** In the caller's unit of work. @throws Failure `sign_in.suspended`, `google_differs`, `google_refused`, `email_taken` */
  async resolve(google: GoogleAccount, proven: Account | undefined): Promise<{ account: Account; isFirst: boolean }> {
    const known = await this.accounts.findByEmail(google.email);
    if (!known) return { account: await this.open(google), isFirst: true };
    return { account: await this.claim(known, google.sub, proven), isFirst: !known.emailVerified };
  }

  private async open({ email: given, firstName, lastName, sub }: GoogleAccount): Promise<Account> {
    const email = parseNewEmail(given);
    if (email === undefined) throw new Failure(signInFailures.google_refused);
    const registration = { email, firstName, lastName, googleSub: sub, passwordHash: undefined, emailVerified: true };
    const account = newAccount(registration, this.clock.now());
    await this.openAccount.execute(account);
    return account;
  }

  private async claim({ id }: Account, sub: string, proven: Account | undefined): Promise<Account> {
    const account = await this.accounts.lock(id);
    if (!account || !maySignIn(account)) throw new Failure(signInFailures.suspended);
    if (!account.emailVerified) {
      // The address was never verified, so a password set by its registrant must not open the account.
      await this.accounts.setPassword(id, undefined);
      const { description } = await this.recovery.reclaim(account);
      await this.notices.add({
        userId: id,
        subject: 'Signed in with Google',
        message:
          `Google says that this address is yours, so whoever registered with it before was signed out. ${description}`.trim(),
      });
    } else if (differs(account, sub)) {
      // The password may have changed since it was proved.
      const isProven = proven?.id === id && proven.passwordHash === account.passwordHash;
      if (!isProven) throw new Failure(signInFailures.google_differs);
    }
    if (account.googleSub !== sub) await this.accounts.setGoogleSub(id, sub);
    return account;
  }
}

/** An address may pass to another person at Google; then its `sub` is another. */
function differs({ googleSub }: Account, sub: string): boolean {
  return googleSub !== undefined && googleSub !== sub;
}

export interface GoogleLogin {
  readonly idToken: string;
  readonly nonce: string | undefined;
  /** The account's own, where another Google account signed in to it before. */
  readonly password: string | undefined;
}

@Injectable()
export class LogInWithGoogle {
  constructor(
    private readonly google: GoogleAccounts,
    private readonly signInAccount: GoogleSignInAccount,
    private readonly usedIdTokens: UsedIdTokens,
    private readonly userSessions: UserSessions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A token that did not sign in may be sent again. @throws Failure `sign_in.google_off`, `google_refused`,
   * `google_unreachable`, `google_differs`, `email_taken`, `incorrect_credentials`, `login_delayed`, `busy`, `suspended`
   */
  async execute({ idToken, nonce, password }: GoogleLogin, context: SignInContext): Promise<Credentials> {
    const google = await this.google.read(idToken, nonce);
    const proven = await this.signInAccount.prove(google, password, context);
    try {
      return await this.signIn(google, proven, context);
    } catch (error) {
      // The second of two concurrent first sign-ins finds the first's account.
      if (error instanceof Failure && error.is(signInFailures.email_taken)) return this.signIn(google, proven, context);
      throw error;
    }
  }

  private signIn(google: GoogleAccount, proven: Account | undefined, context: SignInContext): Promise<Credentials> {
    return this.unitOfWork.run(async () => {
      if (!(await this.usedIdTokens.use(google.tokenDigest, google.tokenExpires)))
        throw new Failure(signInFailures.google_refused);
      const { account, isFirst } = await this.signInAccount.resolve(google, proven);
      return this.userSessions.begin(account, context, { isRegistration: isFirst });
    });
  }
}
