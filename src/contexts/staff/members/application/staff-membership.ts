import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { ClosingObstacleSource } from '../../../accounts/index.js';
import { StaffProfiles } from './ports.js';

/** Members must be disabled before their accounts are closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class StaffMembership extends ClosingObstacleSource {
  readonly obstacle = 'staff';

  constructor(private readonly profiles: StaffProfiles) {
    super();
  }

  async exists(userId: string): Promise<boolean> {
    const profile = await this.profiles.find(userId);
    return profile !== undefined && profile.status !== 'inactive';
  }
}
