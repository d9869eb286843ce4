import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { Users } from '../../../sign-in/index.js';
import { PASSKEYS_AT_MOST } from '../domain/passkey.js';
import { staffFailures } from '../domain/staff.failures.js';
import { type CreationOptions, PasskeyCeremonies, PasskeyChallenges, Passkeys } from './passkey-ports.js';
import { StaffProfiles } from './ports.js';
import { presentAddress } from './present-address.js';
import { SecondFactorCheck } from './second-factor-check.js';

/** What a browser makes a passkey of the caller by. */
@Injectable()
export class OfferPasskey {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly users: Users,
    private readonly secondFactor: SecondFactorCheck,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly ceremonies: PasskeyCeremonies,
  ) {}

  /** Uses the code up. @throws Failure `staff.not_found`, `staff.too_many_passkeys`, and of SecondFactorCheck */
  async execute(code: string, { userId }: Caller): Promise<CreationOptions> {
    const profile = await this.profiles.find(userId);
    if (!profile) throw new Failure(staffFailures.not_found);
    const existing = await this.passkeys.list(userId);
    if (existing.length >= PASSKEYS_AT_MOST) throw new Failure(staffFailures.too_many_passkeys);
    await this.secondFactor.execute(profile.id, code);
    const name = await presentAddress(this.users, profile);
    const user = { id: userId, name, displayName: profile.agentName };
    return this.ceremonies.creation(user, await this.challenges.draw(userId, 'create'), existing);
  }
}
