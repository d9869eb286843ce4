import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { Account } from '../domain/account.js';
import { identityFailures } from '../domain/identity.failures.js';
import type { Credentials } from '../domain/session.js';
import { BeginSession } from './begin-session.js';
import { GuardedPassword } from './guarded-password.js';
import { Accounts } from './ports/accounts.js';
import type { Entrance } from './ports/entrance.js';
import { LoginRecords } from './ports/login-records.js';
import { type SessionOptions, SignIn } from './ports/sign-in.js';

@Injectable()
export class PasswordSignIn extends SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly guardedPassword: GuardedPassword,
    private readonly loginRecords: LoginRecords,
    private readonly beginSession: BeginSession,
  ) {
    super();
  }

  async identify(email: string, password: string, entrance: Entrance): Promise<Account> {
    const account = await this.accounts.findByEmail(email);
    const fits = await this.guardedPassword.fits(account?.passwordHash, password, { email, ip: entrance.ip });
    if (account && fits) return account;
    // Not waited for: an unknown address, of which there is no record, must not be answered sooner.
    if (account) this.failed(account, entrance);
    throw new Failure(identityFailures.incorrect_credentials);
  }

  failed({ id }: Account, { ip, device }: Entrance): void {
    this.loginRecords.addSoon({ userId: id, ip, device, outcome: 'failed' });
  }

  async begin(account: Account, entrance: Entrance, options: SessionOptions = {}): Promise<Credentials> {
    // Read again under the lock: the password or the status may have changed since it was verified.
    const present = await this.accounts.lock(account.id);
    if (!present || present.passwordHash !== account.passwordHash) throw new Failure(identityFailures.incorrect_credentials);
    if (present.status === 'suspended') throw new Failure(identityFailures.suspended);
    return this.beginSession.execute(present, entrance, options);
  }
}
