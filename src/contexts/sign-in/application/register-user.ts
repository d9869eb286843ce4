import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { newAccount } from '../domain/account.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import type { Credentials } from '../domain/session.js';
import { BeginSession } from './begin-session.js';
import { WELCOME } from './mails.js';
import { CheckPassword } from './check-password.js';
import { OpenAccount } from './open-account.js';
import { Users } from './ports/accounts.js';
import type { SignInContext } from './ports/sessions.js';
import { PasswordHasher } from './ports/credentials.js';
import { ReleaseAddress } from './release-address.js';
import { SendVerificationCode } from './send-verification-code.js';

export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly referrer: string | undefined;
}

@Injectable()
export class RegisterUser {
  constructor(
    private readonly checkPassword: CheckPassword,
    private readonly releaseAddress: ReleaseAddress,
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly openAccount: OpenAccount,
    private readonly beginSession: BeginSession,
    private readonly sendVerificationCode: SendVerificationCode,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.weak_password`, `common_password`, `unknown_referrer`, `email_taken`, `busy` */
  async execute({ password, referrer, ...details }: Registration, context: SignInContext): Promise<Credentials> {
    await this.checkPassword.execute(password);
    const referrerId = referrer === undefined ? undefined : await this.findReferrer(referrer);
    if (await this.releaseAddress.isKept(details.email)) throw new Failure(signInFailures.email_taken);
    const passwordHash = await this.hasher.hash(password, {
      ip: context.ip,
      who: `${details.email} ${context.ip}`,
      kind: 'stranger',
    });
    const account = newAccount({ ...details, passwordHash, referrerId, emailVerified: false }, this.clock.now());
    return this.unitOfWork.run(async () => {
      await this.releaseAddress.execute(account.email);
      await this.openAccount.execute(account);
      await this.sendVerificationCode.first(account.email, context.ip, WELCOME, { referenceId: account.referenceId });
      return this.beginSession.execute(account, context, { isRegistration: true });
    });
  }

  private async findReferrer(referenceId: string): Promise<string> {
    const referrer = await this.users.findByReference(referenceId);
    if (!referrer || referrer.status !== 'active') throw new Failure(signInFailures.unknown_referrer);
    return referrer.id;
  }
}
