import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { AuditTrail } from '../../../audit/index.js';
import { StaffProfiles } from './ports.js';

/** Fewer have all been invited by one another, and leave nobody who could approve. */
export const FEW_MEMBERS = 3;

const DISABLED_COUNT_MS = 30 * DAY_MS;

/** How many have been staff within 30 days: whoever disables the others stays bound by the rules of many. */
@Injectable()
export class CountMembers {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const active = (await this.profiles.listActive()).map(({ trackingId }) => `staff:${trackingId}`);
    const disabled = await this.trail.subjectsOf('control_staff_profile_disable', this.clock.now() - DISABLED_COUNT_MS);
    return new Set([...active, ...disabled]).size;
  }
}
