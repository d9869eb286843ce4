import type { Caller } from '../../../../kernel/caller.js';

export interface OwnerSecrets {
  readonly password: string | undefined;
  /** Mailed for `export`, where the account has no password. */
  readonly code: string | undefined;
}

/** For what a session alone must not give away. */
export abstract class OwnerProof {
  /**
   * Uses the code up; call it outside of a unit of work. @throws Failure `sign_in.password_required`, `wrong_password`,
   * `login_delayed`, `busy`, `code_required`, `incorrect_code`
   */
  abstract require(caller: Caller, secrets: OwnerSecrets): Promise<void>;
}
