import type { Account } from '../../domain/account.js';
import type { Credentials } from '../../domain/session.js';
import type { Entrance } from './entrance.js';

export interface SessionOptions {
  /** Makes it a staff session, which may do this and lasts no longer than 8 h: `userControl.allowModify`. */
  readonly grants?: readonly string[];
  /** The first session of a new account, of which no warning is needed. */
  readonly isRegistration?: boolean;
}

/** Signing in, in two steps, for whoever asks for more than a password in between. */
export abstract class SignIn {
  /**
   * Whose address and password these are. Takes the same time for an address that is nobody's; what fails is recorded.
   * Call it outside of a unit of work.
   * @param email lower-cased
   * @throws Failure `identity.login_delayed`, `identity.incorrect_credentials`, `identity.busy`
   */
  abstract identify(email: string, password: string, entrance: Entrance): Promise<Account>;
  /** Notes that somebody knew the password and not the rest; nobody waits for it. */
  abstract failed(account: Account, entrance: Entrance): void;
  /**
   * Begins a session, in the caller's unit of work, and locks the account until its end.
   * @throws Failure `identity.incorrect_credentials` when the password was changed since, `identity.suspended`
   */
  abstract begin(account: Account, entrance: Entrance, options?: SessionOptions): Promise<Credentials>;
}
