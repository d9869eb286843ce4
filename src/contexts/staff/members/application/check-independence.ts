import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../../kernel/addresses.js';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { NetworkList } from '../../../../kernel/network-list.js';
import { AuditTrail, type TimeSpan } from '../../../audit/index.js';
import { LoginRecords } from '../../../sign-in/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { CountMembers, FEW_MEMBERS } from './count-members.js';
import { StaffProfiles, StaffSettings } from './ports.js';

const CHANGED_MS = 30 * DAY_MS;
/** Serials that name no device. */
const NO_DEVICE: ReadonlySet<string> = new Set(['', 'staff']);

/** What makes another member of staff, or whoever has their second factor, of one. */
const CHANGES_OF_MEMBERS = [
  'control_staff_profile_create',
  'control_staff_profile_update',
  'control_staff_profile_enable',
  'control_staff_profile_disable',
  'control_staff_invitation_renew',
  'control_staff_twofa_decrypt',
  'control_staff_twofa_reset',
  'control_user_modify',
];

export interface Approver {
  readonly userId: string;
  readonly ip: string;
}

export interface Participant {
  readonly userId: string;
  readonly part: 'proposed' | 'approved';
}

interface Traces {
  readonly networks: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
}

/** That who approves is another person than who proposed, and not the same one with a second account. */
@Injectable()
export class CheckIndependence {
  private readonly offices: NetworkList;

  constructor(
    private readonly profiles: StaffProfiles,
    private readonly trail: AuditTrail,
    private readonly logins: LoginRecords,
    private readonly countMembers: CountMembers,
    private readonly clock: Clock,
    settings: StaffSettings,
  ) {
    this.offices = new NetworkList(settings.officeNetworks);
  }

  /** @throws Failure `staff.approver_not_independent` */
  async execute(approver: Approver, participants: readonly Participant[], proposedAt: number): Promise<void> {
    const from = proposedAt - DAY_MS;
    const approving = await this.traces(approver.userId, { since: from, until: this.clock.now() }, approver.ip);
    const isBound = (await this.countMembers.execute()) >= FEW_MEMBERS;
    for (const { userId, part } of participants) {
      const who = `who ${part} this`;
      if (isBound) await this.refuseChanged(approver.userId, userId, proposedAt - CHANGED_MS, who);
      const taking = await this.traces(userId, { since: from, until: proposedAt + DAY_MS });
      if (shares(approving.devices, taking.devices)) throw refusal(`You use a device of ${who}`);
      if (shares(approving.networks, taking.networks)) throw refusal(`You are in a network of ${who}`);
    }
  }

  private async refuseChanged(approverId: string, otherId: string, since: number, who: string): Promise<void> {
    const what = 'permissions, status or second factor within 30 days';
    if (await this.hasChanged(otherId, approverId, since))
      throw refusal(`You were invited by ${who}, or they changed your ${what}`);
    if (await this.hasChanged(approverId, otherId, since)) throw refusal(`You invited ${who}, or changed their ${what}`);
  }

  private async hasChanged(byId: string, memberId: string, since: number): Promise<boolean> {
    const member = await this.profiles.find(memberId);
    const subjects = [`user:${memberId}`, ...(member ? [`staff:${member.trackingId}`] : [])];
    return this.trail.hasDone(byId, CHANGES_OF_MEMBERS, subjects, since);
  }

  private async traces(userId: string, span: TimeSpan, ...addresses: string[]): Promise<Traces> {
    const origins = await this.logins.origins(userId, span);
    addresses.push(...origins.map(({ ip }) => ip), ...(await this.trail.addressesOf(userId, span)));
    return {
      networks: new Set(addresses.filter((ip) => ip !== '' && !this.offices.has(ip)).map(networkOf)),
      devices: new Set(origins.map(({ serial }) => serial).filter((serial) => !NO_DEVICE.has(serial))),
    };
  }
}

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((each) => others.has(each));
}

function refusal(rule: string): Failure {
  return new Failure(staffFailures.approver_not_independent, { text: `${rule}: an independent member of staff has to approve` });
}
