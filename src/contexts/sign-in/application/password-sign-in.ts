import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { type Account, maySignIn } from '../domain/account.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import type { Credentials } from '../domain/session.js';
import { BeginSession } from './begin-session.js';
import { PasswordVerifier } from './password-verifier.js';
import { Accounts } from './ports/accounts.js';
import { LoginRecords, type SessionOptions, SignIn, type SignInContext } from './ports/sessions.js';
import { WarnOfGuessing } from './warn-of-guessing.js';

const NOBODY = { id: '', devicesTrustedFrom: 0 };

@Injectable()
export class PasswordSignIn extends SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwordVerifier: PasswordVerifier,
    private readonly loginRecords: LoginRecords,
    private readonly warnOfGuessing: WarnOfGuessing,
    private readonly beginSession: BeginSession,
  ) {
    super();
  }

  async authenticate(given: string, password: string, context: SignInContext): Promise<Account> {
    const email = await this.accounts.spelling(given);
    const account = await this.accounts.findByEmail(email);
    const { ip, device, hasCode = false } = context;
    // Asked for an unknown address too, so that it takes as long.
    const isTrusted = await this.loginRecords.knowsDevice(account ?? NOBODY, device.serial);
    const attempt = { email, ip, trusted: isTrusted ? `device ${device.serial}` : hasCode ? 'code' : undefined };
    const onGuessing = async () => account && this.warnOfGuessing.execute(account);
    const isCorrect = await this.passwordVerifier.verify(account?.passwordHash, password, attempt, onGuessing);
    if (account && isCorrect) return account;
    // Not awaited, so that an unknown address takes as long.
    if (account) this.recordFailure(account, context);
    throw new Failure(signInFailures.incorrect_credentials);
  }

  recordFailure({ id }: Account, { ip, device }: SignInContext): void {
    this.loginRecords.addInBackground({ userId: id, ip, device, outcome: 'failed' });
  }

  async begin(account: Account, context: SignInContext, options: SessionOptions = {}): Promise<Credentials> {
    // Password or status may have changed since the verification.
    const present = await this.accounts.lock(account.id);
    if (!present || present.passwordHash !== account.passwordHash) throw new Failure(signInFailures.incorrect_credentials);
    if (!maySignIn(present)) throw new Failure(signInFailures.suspended);
    return this.beginSession.execute(present, context, options);
  }
}
