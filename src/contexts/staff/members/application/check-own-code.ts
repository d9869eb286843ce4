import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { staffFailures } from '../domain/staff.failures.js';
import { StaffProfiles } from './ports.js';
import { SecondFactorCheck } from './second-factor-check.js';

/** Proves that a request comes from the member of staff whose session sent it. */
@Injectable()
export class CheckOwnCode {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly check: SecondFactorCheck,
  ) {}

  /** Uses the code up; call it outside of a unit of work. @throws Failure `staff.not_found`, and of SecondFactorCheck */
  async execute(code: string, { userId }: { readonly userId: string }): Promise<void> {
    const profile = await this.profiles.find(userId);
    if (!profile) throw new Failure(staffFailures.not_found);
    await this.check.execute(profile.id, code);
  }
}
