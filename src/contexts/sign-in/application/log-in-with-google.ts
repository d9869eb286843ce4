import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Account } from '../domain/account.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import type { Credentials } from '../domain/session.js';
import { BeginSession } from './begin-session.js';
import { GoogleSignInAccount } from './google-sign-in-account.js';
import { type GoogleAccount, GoogleAccounts, UsedIdTokens } from './ports/accounts.js';
import type { SignInContext } from './ports/sessions.js';

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
    private readonly beginSession: BeginSession,
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
      return this.beginSession.execute(account, context, { isRegistration: isFirst });
    });
  }
}
