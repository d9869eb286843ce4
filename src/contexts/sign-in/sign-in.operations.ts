import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { LogInWithGoogle } from './google.js';
import { LogIn, RegisterUser } from './log-in.js';
import { Sessions } from './sessions.js';
import { UserSessions } from './user-sessions.js';
import { signInFailures } from './failures.js';
import { GoogleLoginInput, LoginInput, RegisterInput } from './sign-in.inputs.js';
import { presentCredentials, presentRotation } from './sign-in.presenters.js';

@Injectable()
export class SignInOperations {
  constructor(
    private readonly registerUser: RegisterUser,
    private readonly logIn: LogIn,
    private readonly logInWithGoogle: LogInWithGoogle,
    private readonly userSessions: UserSessions,
    private readonly sessions: Sessions,
  ) {}

  @Operation('user_profile_create', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    missing: 401,
    failures: [
      on(signInFailures.weak_password, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.common_password, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.unknown_referrer, { code: 401, id: 'refx_invalid' }),
      on(signInFailures.email_taken, {
        code: 401,
        msg: 'Email already registered',
        details: 'This e-mail address is already registered: sign in, or reset the password',
      }),
      on(signInFailures.busy),
    ],
    fault: { code: 401, msg: 'Registration failed' },
    present: presentCredentials,
    summary: 'Registers a user, signs them in and mails a code that verifies the address.',
  })
  async register(input: RegisterInput, { ip }: Visitor) {
    const { registration, device, push } = input;
    return this.registerUser.execute(registration, { ip, device, push });
  }

  @Operation('user_profile_login', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    knowsDevices: true,
    missing: 401,
    failures: [
      on(signInFailures.incorrect_credentials, { code: 401 }),
      on(signInFailures.login_delayed, {
        details: 'Too many failed attempts: sign in with a code from your mailbox, or please try again later',
      }),
      on(signInFailures.second_factor_required, { code: 401, id: 'code_required' }),
      on(signInFailures.incorrect_code, { code: 401, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.busy),
      on(signInFailures.suspended, { code: 401, msg: 'Access Denied' }),
    ],
    fault: { code: 500, details: 'Internal server error' },
    present: presentCredentials,
    summary:
      'Signs a user in with e-mail address and password. While somebody guesses the password, a new device waits, unless it brings a `code` that was mailed for the purpose `login`. So does any device but the bound one, where payments are confirmed.',
  })
  async login(input: LoginInput, { ip }: Visitor) {
    const { email, password, code, device, push } = input;
    return this.logIn.execute(email, { password, code }, { ip, device, push });
  }

  @Operation('user_google_login', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    missing: 401,
    failures: [
      on(signInFailures.google_off, { code: 401, id: 'request_failure' }),
      on(signInFailures.google_refused, { code: 401, id: 'request_failure' }),
      on(signInFailures.google_unreachable, { code: 401, msg: 'unknown_failure' }),
      on(signInFailures.email_taken, { code: 401 }),
      on(signInFailures.google_differs, { code: 401, id: 'pswd_required' }),
      on(signInFailures.incorrect_credentials, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(signInFailures.suspended, { code: 401, msg: 'Access Denied' }),
    ],
    fault: { code: 401, msg: 'unknown_failure' },
    present: presentCredentials,
    summary:
      'Signs a user in with a Google ID token, good once and, where `nonce` is given, only with it; creates the account the first time. Where another Google account signed in before, the password is needed.',
  })
  async loginWithGoogle(input: GoogleLoginInput, { ip }: Visitor) {
    const { login, device, push } = input;
    return this.logInWithGoogle.execute(login, { ip, device, push });
  }

  @Operation('user_profile_logout', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    fault: { code: 401, msg: 'process_failed' },
    present: comment('You are signed out'),
    summary: 'Ends the session; its credentials are good for nothing any more.',
  })
  async logout(_: NoInput, { sessionId }: Caller) {
    await this.sessions.end(sessionId);
  }

  @Operation('user_authentication', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    failures: [
      on(signInFailures.session_ended, { code: 401, id: 'rqat_required', msg: 'Unauthorized' }),
      on(signInFailures.suspended, { code: 401, msg: 'Access Denied' }),
    ],
    fault: { code: 401, msg: 'Server Error' },
    present: presentRotation,
    summary: 'Gives the session a new secret and expiry; the old secret is good for another minute.',
  })
  async rotate(_: NoInput, caller: Caller) {
    return this.userSessions.rotate(caller);
  }

  @Operation('authentication_verify', {
    method: 'GET',
    access: 'signed',
    fault: { code: 401, msg: 'request_failed' },
    present: comment('You are signed in'),
    summary: 'Confirms that the session is good.',
  })
  /** The request came this far, so the pipeline has accepted its session and signature. */
  verify() {}
}
