import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { AuditTrail, type TimeSpan, type StaffMember } from '../../audit/index.js';
import { StaffProfiles, StaffSettings, type StaffProfile } from './profiles.js';
import {
  isSuperAdministrator,
  staffFailures,
  type Grant,
  effectiveGrants,
  moneyGrantsBeyond,
  isAdministrator,
  mayChange,
} from './grants.js';
import { networkOf } from '../../../kernel/addresses.js';
import { Failure } from '../../../kernel/failure.js';
import { NetworkList } from '../../../kernel/networks.js';
import { LoginRecords, Sessions } from '../../sign-in/index.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';

/** With fewer members, all have invited one another, and nobody could approve. */
export const FEW_MEMBERS = 3;

const DISABLED_COUNT_MS = 30 * DAY_MS;

@Injectable()
export class MemberCount {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Number of members within the last 30 days: somebody who disables the others stays bound by the rules of many. */
  async within30Days(): Promise<number> {
    const active = (await this.profiles.listActive()).map(({ trackingId }) => `staff:${trackingId}`);
    const disabled = await this.trail.subjectsOf('control_staff_profile_disable', this.clock.now() - DISABLED_COUNT_MS);
    return new Set([...active, ...disabled]).size;
  }

  /** Whether a member decides alone: with fewer than three, nobody else could approve. */
  async decidesAlone(userId: string): Promise<boolean> {
    const profile = await this.profiles.find(userId);
    if (!profile || !isSuperAdministrator(profile.grants)) return false;
    return (await this.within30Days()) < FEW_MEMBERS;
  }
}

const CHANGED_MS = 30 * DAY_MS;
/** Serials that name no device. */
const NO_DEVICE: ReadonlySet<string> = new Set(['', 'staff']);

/** Operations that change another member of staff, or who has their second factor. */
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

/** Makes sure that the approver is another person than the proposer, and not the same one with a second account. */
@Injectable()
export class CheckIndependence {
  private readonly offices: NetworkList;

  constructor(
    private readonly profiles: StaffProfiles,
    private readonly trail: AuditTrail,
    private readonly logins: LoginRecords,
    private readonly memberCount: MemberCount,
    private readonly clock: Clock,
    settings: StaffSettings,
  ) {
    this.offices = new NetworkList(settings.officeNetworks);
  }

  /** @throws Failure `staff.approver_not_independent` */
  async execute(approver: Approver, participants: readonly Participant[], proposedAt: number): Promise<void> {
    const from = proposedAt - DAY_MS;
    const approving = await this.traces(approver.userId, { since: from, until: this.clock.now() }, approver.ip);
    const isBound = (await this.memberCount.within30Days()) >= FEW_MEMBERS;
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

/** Permissions that wait for the approval of another member of staff. */
export interface GrantRequest {
  readonly member: Pick<StaffProfile, 'trackingId' | 'agentName' | 'role'>;
  /** The grants while the member waits; if they changed, the proposal gives nothing. */
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** Contributed by the context that has proposals. */
export abstract class GrantProposalSource {
  /** In the caller's unit of work; an earlier request for the member becomes void. @returns its id; empty if it gives nothing */
  abstract replace(request: GrantRequest, by: StaffMember): Promise<string>;
}

@Injectable()
export class GrantProposals extends Registry<GrantProposalSource> {
  constructor(contributions: Contributions) {
    super(contributions, GrantProposalSource, 'one');
  }

  replace(request: GrantRequest, by: StaffMember): Promise<string> {
    return this.entry.replace(request, by);
  }
}

/** The grants that take effect at once, and those that wait for another member of staff. */
export interface GrantSplit {
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** Permissions for money are given by two members of staff: one alone could make a second account that approves. */
@Injectable()
export class MoneyGrants {
  constructor(
    private readonly memberCount: MemberCount,
    private readonly proposals: GrantProposals,
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A super administrator gives them alone while there are fewer than three members, of whom nobody could approve. */
  async split({ grants }: StaffProfile, before: readonly Grant[], after: readonly Grant[]): Promise<GrantSplit> {
    const given = moneyGrantsBeyond(effectiveGrants(before), after);
    if (given.length === 0) return { held: after, given };
    if (isSuperAdministrator(grants) && (await this.memberCount.within30Days()) < FEW_MEMBERS) return { held: after, given: [] };
    return { held: after.filter((grant) => !given.includes(grant)), given };
  }

  /** In the caller's unit of work. @returns the id of the proposal; empty if nothing waits */
  propose(request: GrantRequest, by: StaffMember): Promise<string> {
    return this.proposals.replace(request, by);
  }

  /**
   * The approver gives the grants. Nobody gives grants that they do not hold, nor gives any to themselves. @throws Failure
   * `staff.own_grants`, `staff.beyond_own_grants`
   */
  async refuseUnlessEntitled(approverId: string, trackingId: string, given: readonly Grant[]): Promise<void> {
    const [approver, member] = [await this.profiles.find(approverId), await this.profiles.find(trackingId)];
    if (member?.userId === approverId) throw new Failure(staffFailures.own_grants);
    const grants = approver?.status === 'active' ? approver.grants : [];
    const held = new Set<string>(effectiveGrants(grants));
    const mayGive = isAdministrator(grants) || held.has('staffControl.allowCreate');
    if (!mayGive || !mayChange(held, [], given)) throw new Failure(staffFailures.beyond_own_grants);
  }

  /** Whether the member is still as the proposer left them. */
  async canGive(trackingId: string, held: readonly Grant[]): Promise<boolean> {
    const member = await this.profiles.find(trackingId);
    return member !== undefined && member.status !== 'inactive' && isSame(member.grants, held);
  }

  /** Once, and not where they were changed since; a later change counts. */
  async give(trackingId: string, held: readonly Grant[], given: readonly Grant[]): Promise<void> {
    const found = await this.profiles.find(trackingId);
    if (!found) return;
    await this.unitOfWork.run(async () => {
      const { id, userId, status, grants } = (await this.profiles.lock(found.id)).get(found.id)!;
      if (status === 'inactive' || !isSame(grants, held)) return;
      const after = [...held, ...given];
      await this.profiles.setGrants(id, after);
      if (userId !== undefined) await this.sessions.setGrants(userId, effectiveGrants(after));
    });
  }
}

function isSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  return some.length === others.length && some.every((grant) => others.includes(grant));
}
