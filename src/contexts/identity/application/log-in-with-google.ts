import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type Account, newAccount } from '../domain/account.js';
import { identityFailures } from '../domain/identity.failures.js';
import type { Credentials } from '../domain/session.js';
import { BeginSession } from './begin-session.js';
import { OpenAccount } from './open-account.js';
import { Accounts } from './ports/accounts.js';
import type { SignInContext } from './ports/sign-in-context.js';
import { GoogleAccounts, type GoogleAccount } from './ports/google-accounts.js';
import { ReclaimAccount } from './reclaim-account.js';

@Injectable()
export class LogInWithGoogle {
  constructor(
    private readonly google: GoogleAccounts,
    private readonly accounts: Accounts,
    private readonly reclaimAccount: ReclaimAccount,
    private readonly openAccount: OpenAccount,
    private readonly beginSession: BeginSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `identity.google_off`, `google_refused`, `google_unreachable`, `suspended` */
  async execute(idToken: string, context: SignInContext): Promise<Credentials> {
    const profile = await this.google.read(idToken);
    try {
      return await this.signIn(profile, context);
    } catch (error) {
      // Of two concurrent first sign-ins the second finds the account of the first.
      if (error instanceof Failure && error.is(identityFailures.email_taken)) return this.signIn(profile, context);
      throw error;
    }
  }

  private signIn(profile: GoogleAccount, context: SignInContext): Promise<Credentials> {
    return this.unitOfWork.run(async () => {
      const known = await this.accounts.findByEmail(profile.email);
      const account = known ? await this.claim(known) : await this.register(profile);
      // The owner of the address signs in for the first time.
      return this.beginSession.execute(account, context, { isRegistration: !known?.emailVerified });
    });
  }

  private async register(profile: GoogleAccount): Promise<Account> {
    const account = newAccount({ ...profile, passwordHash: undefined, emailVerified: true }, this.clock.now());
    await this.openAccount.execute(account);
    return account;
  }

  private async claim({ id }: Account): Promise<Account> {
    const account = await this.accounts.lock(id);
    if (!account || account.status === 'suspended') throw new Failure(identityFailures.suspended);
    if (!account.emailVerified) {
      // The address was never verified, so a password set by its registrant must not open the account.
      await this.accounts.setPassword(id, undefined);
      await this.reclaimAccount.execute(id, account.email);
    }
    return account;
  }
}
