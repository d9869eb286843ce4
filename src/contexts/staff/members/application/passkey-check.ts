import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { delayedLogin } from '../../../sign-in/index.js';
import { SystemLogs } from '../../../system-logs/index.js';
import { challengeIn, isCounterBehind, type Passkey } from '../domain/passkey.js';
import { staffFailures } from '../domain/staff.failures.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import { type Assertion, PasskeyCeremonies, PasskeyChallenges, Passkeys } from './passkey-ports.js';

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
    private readonly systemLogs: SystemLogs,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses the challenge up; call it outside of a unit of work. Wrong ones count together with wrong codes.
   * @throws Failure `staff.invalid_passkey`, `sign_in.login_delayed`
   */
  async execute({ id: profileId, userId }: StaffProfile, assertion: Assertion): Promise<ProvedPasskey> {
    let proved: ProvedPasskey | undefined;
    const check = async () => {
      proved = await this.verify(userId!, assertion);
      return proved !== undefined;
    };
    await delayedLogin(this.budgets.attempt('second_factors', profileId, check));
    if (!proved) throw new Failure(staffFailures.invalid_passkey);
    return proved;
  }

  private async verify(userId: string, assertion: Assertion): Promise<ProvedPasskey | undefined> {
    const challenge = challengeIn(assertion.clientData);
    if (challenge === undefined || !(await this.challenges.take(challenge, userId, 'login'))) return undefined;
    const passkey = await this.passkeys.find(userId, assertion.credentialId);
    if (!passkey) return undefined;
    const signCount = await this.ceremonies.verifyAssertion(assertion, challenge, passkey);
    if (signCount === undefined) return undefined;
    if (!isCounterBehind(passkey.signCount, signCount)) return { passkey, signCount };
    await this.tellStaff(passkey, signCount);
    return undefined;
  }

  private tellStaff({ id, userId, signCount }: Passkey, given: number): Promise<void> {
    const description =
      `The passkey ${id} of the member of staff ${userId} was refused: it has counted to ${given}, and before to ${signCount}. ` +
      'Somebody may have a copy of it; have them remove it, and add another one.';
    const day = Math.floor(this.clock.now() / DAY_MS);
    return this.systemLogs.record({ kind: 'error', description, key: `passkey-count:${id}:${day}` });
  }
}
