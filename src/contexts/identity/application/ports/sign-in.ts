import type { Account } from '../../domain/account.js';
import type { Credentials } from '../../domain/session.js';
import type { SignInContext } from './sign-in-context.js';

export interface SessionOptions {
  /** Permissions of a staff session, such as `userControl.allowModify`; a staff session lasts 8 h at most. */
  readonly grants?: readonly string[];
  /** The first session of a new account, which sends no warning of a new device. */
  readonly isRegistration?: boolean;
}

/** Sign-in in two steps, with room for a second factor between them. */
export abstract class SignIn {
  /**
   * Verifies address and password. Takes the same time for an unknown address; failures are recorded.
   * Call it outside of a unit of work.
   * @param email lower-cased
   * @throws Failure `identity.login_delayed`, `identity.incorrect_credentials`, `identity.busy`
   */
  abstract authenticate(email: string, password: string, context: SignInContext): Promise<Account>;
  /** Records a login whose password was right and whose second factor was not, in the background. */
  abstract recordFailure(account: Account, context: SignInContext): void;
  /**
   * Begins a session in the caller's unit of work and locks the account until its end.
   * @throws Failure `identity.incorrect_credentials` when the password changed meanwhile, `identity.suspended`
   */
  abstract begin(account: Account, context: SignInContext, options?: SessionOptions): Promise<Credentials>;
}
