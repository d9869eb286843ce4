import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { newId } from '../../../../kernel/ids.js';
import { AuditedUnitOfWork } from '../../../audit/index.js';
import { challengeIn, type Passkey, PASSKEYS_AT_MOST } from '../domain/passkey.js';
import { staffFailures } from '../domain/staff.failures.js';
import { PASSKEY_ADDED } from './mails.js';
import { NotifyOfPasskey } from './notify-of-passkey.js';
import { type Attestation, PasskeyCeremonies, PasskeyChallenges, Passkeys } from './passkey-ports.js';
import { SecondFactors, StaffProfiles } from './ports.js';

@Injectable()
export class AddPasskey {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly notifyOfPasskey: NotifyOfPasskey,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses the challenge up. @returns the id of the passkey
   * @throws Failure `staff.not_found`, `staff.invalid_passkey`, `staff.passkey_exists`, `staff.too_many_passkeys`
   */
  async execute(name: string, attestation: Attestation, caller: Caller): Promise<string> {
    const { userId } = caller;
    const challenge = challengeIn(attestation.clientData);
    if (challenge === undefined || !(await this.challenges.take(challenge, userId, 'create')))
      throw new Failure(staffFailures.invalid_passkey);
    const credential = await this.ceremonies.verifyCreation(attestation, challenge);
    if (!credential) throw new Failure(staffFailures.invalid_passkey);
    const createdAt = this.clock.now();
    const passkey: Passkey = { ...credential, id: newId(), userId, name, usedAt: undefined, createdAt };
    return this.auditedUnitOfWork.execute(caller, 'control_passkey_create', async () => {
      const profile = await this.lock(userId);
      await this.passkeys.add(passkey);
      await this.notifyOfPasskey.execute(profile, PASSKEY_ADDED, passkey, caller.ip);
      return { subject: `staff:${profile.trackingId}`, after: { passkey: passkey.id, name }, result: passkey.id };
    });
  }

  /** So that neither two at once are one too many, nor one comes beside a disabling or a reset. */
  private async lock(userId: string) {
    const found = await this.profiles.find(userId);
    const profile = found && (await this.profiles.lock(found.id)).get(found.id);
    if (profile?.status !== 'active') throw new Failure(staffFailures.not_found);
    // A colleague has reset it since the code was given.
    if (!(await this.factors.get(profile.id)).isConfirmed) throw new Failure(staffFailures.not_found);
    if ((await this.passkeys.list(userId)).length >= PASSKEYS_AT_MOST) throw new Failure(staffFailures.too_many_passkeys);
    return profile;
  }
}
