import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { Audit } from '../../../audit/index.js';
import type { SignInContext } from '../../../sign-in/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { PasskeyCheck, type ProvedPasskey } from './passkey-check.js';
import { type Assertion, Passkeys } from './passkey-ports.js';
import { type ProvedPassword, type StaffCredentials, StaffSignIn } from './staff-sign-in.js';

/** Logs staff in by the account's password and a passkey. */
@Injectable()
export class LogInWithPasskey {
  constructor(
    private readonly staffSignIn: StaffSignIn,
    private readonly check: PasskeyCheck,
    private readonly passkeys: Passkeys,
    private readonly audit: Audit,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of StaffSignIn, and `staff.invalid_passkey` */
  async execute(email: string, password: string, assertion: Assertion, context: SignInContext): Promise<StaffCredentials> {
    const proved = await this.staffSignIn.authenticate(email, password, context);
    const credentials = await this.staffSignIn.prove(proved, async () =>
      this.begin(proved, await this.check.execute(proved, assertion)),
    );
    await this.budgets.clear('passkey_challenges', proved.profile.id);
    return credentials;
  }

  private begin(proved: ProvedPassword, { passkey, signCount }: ProvedPasskey): Promise<StaffCredentials> {
    const { account, profile, context } = proved;
    return this.staffSignIn.begin(proved, async () => {
      // It may have been removed since, or a copy of it may have been used.
      if (!(await this.passkeys.use(passkey, signCount, this.clock.now()))) throw new Failure(staffFailures.invalid_passkey);
      await this.audit.record({
        staffId: account.id,
        action: 'control_passkey_login',
        subject: `staff:${profile.trackingId}`,
        after: { passkey: passkey.id, name: passkey.name },
        ip: context.ip,
      });
    });
  }
}
