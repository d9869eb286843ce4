import type { Account } from '../../domain/account.js';
import type { Credentials } from '../../domain/session.js';
import type { SignInContext } from './sign-in-context.js';

export interface SessionOptions {
  /** As `userControl.allowModify`; a staff session lasts 8 h at most. */
  readonly grants?: readonly string[];
  /** Suppresses the warning of a new device. */
  readonly isRegistration?: boolean;
}

/** Two steps, with room for a second factor between them. */
export abstract class SignIn {
  /**
   * Takes the same time for an unknown address. Outside of a unit of work. @throws Failure `sign_in.login_delayed`,
   * `incorrect_credentials`, `busy`
   */
  abstract authenticate(email: string, password: string, context: SignInContext): Promise<Account>;
  /** Records a login with a wrong second factor, in the background. */
  abstract recordFailure(account: Account, context: SignInContext): void;
  /**
   * In the caller's unit of work; locks the account. @throws Failure `sign_in.incorrect_credentials` when the password
   * changed, `suspended`
   */
  abstract begin(account: Account, context: SignInContext, options?: SessionOptions): Promise<Credentials>;
}
