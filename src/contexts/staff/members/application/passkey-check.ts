import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Failure } from '../../../../kernel/failure.js';
import { delayedLogin } from '../../../sign-in/index.js';
import { challengeIn, isCounterBehind, type Passkey } from '../domain/passkey.js';
import { staffFailures } from '../domain/staff.failures.js';
import { type Assertion, PasskeyCeremonies, PasskeyChallenges, Passkeys } from './passkey-ports.js';
import type { ProvedPassword } from './staff-sign-in.js';
import { WarnOfCopiedPasskey } from './warn-of-copied-passkey.js';

export interface ProvedPasskey {
  readonly passkey: Passkey;
  readonly signCount: number;
}

@Injectable()
export class PasskeyCheck {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly warnOfCopiedPasskey: WarnOfCopiedPasskey,
    private readonly budgets: Budgets,
  ) {}

  /**
   * Uses the challenge up; call it outside of a unit of work. Wrong ones count together with wrong codes.
   * @throws Failure `staff.invalid_passkey`, `sign_in.login_delayed`
   */
  async execute(by: ProvedPassword, assertion: Assertion): Promise<ProvedPasskey> {
    let proved: ProvedPasskey | undefined;
    const check = async () => {
      proved = await this.verify(by, assertion);
      return proved !== undefined;
    };
    await delayedLogin(this.budgets.attempt('second_factors', by.profile.id, check));
    if (!proved) throw new Failure(staffFailures.invalid_passkey);
    return proved;
  }

  private async verify(by: ProvedPassword, assertion: Assertion): Promise<ProvedPasskey | undefined> {
    const userId = by.account.id;
    const challenge = challengeIn(assertion.clientData);
    if (challenge === undefined || !(await this.challenges.take(challenge, userId, 'login'))) return undefined;
    const passkey = await this.passkeys.find(userId, assertion.credentialId);
    if (!passkey) return undefined;
    const signCount = await this.ceremonies.verifyAssertion(assertion, challenge, passkey);
    if (signCount === undefined) return undefined;
    if (!isCounterBehind(passkey.signCount, signCount)) return { passkey, signCount };
    await this.warnOfCopiedPasskey.execute(by, passkey, signCount);
    return undefined;
  }
}
