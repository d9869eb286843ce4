import { Injectable } from '@nestjs/common';
import { isSuperAdministrator } from '../domain/grants.js';
import { CountMembers, FEW_MEMBERS } from './count-members.js';
import { StaffProfiles } from './ports.js';

/** Whether a member does alone what otherwise another one approves: nobody could, while there are fewer than three. */
@Injectable()
export class DecidesAlone {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly countMembers: CountMembers,
  ) {}

  async execute(userId: string): Promise<boolean> {
    const profile = await this.profiles.find(userId);
    if (!profile || !isSuperAdministrator(profile.grants)) return false;
    return (await this.countMembers.execute()) < FEW_MEMBERS;
  }
}
