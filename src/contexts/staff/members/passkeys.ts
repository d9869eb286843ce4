import { randomBytes } from 'node:crypto';
import { Clock } from '../../../kernel/clock.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import {
  type Attestation,
  challengeIn,
  type CreationOptions,
  PasskeyCeremonies,
  type PasskeyCredential,
} from '../../../kernel/passkeys.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { staffFailures } from './grants.js';
import { PASSKEY_ADDED, MemberMessages, presentAddress, PASSKEY_REMOVED } from './messages.js';
import { SecondFactorStore, SecondFactors } from './second-factors.js';
import { StaffProfiles } from './profiles.js';
import { Users } from '../../sign-in/index.js';

export const PASSKEYS_AT_MOST = 10;
export interface Passkey extends PasskeyCredential {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly usedAt: number | undefined;
  readonly createdAt: number;
}

/** The answer to a challenge of one purpose is worth nothing for the other. */
export type ChallengePurpose = 'create' | 'login';

/** Base64url. */
export function drawChallenge(): string {
  return randomBytes(32).toString('base64url');
}

export abstract class PasskeyStore {
  /** Newest first. One that was changed in the database is left out. */
  abstract list(userId: string): Promise<Passkey[]>;
  abstract find(userId: string, credentialId: string): Promise<Passkey | undefined>;
  /** In the caller's unit of work. @throws Failure `staff.passkey_exists` for a credential that somebody has */
  abstract add(passkey: Passkey): Promise<void>;
  /** In the caller's unit of work, with the count after `passkey.signCount`. False if it was used or removed meanwhile. */
  abstract use(passkey: Passkey, signCount: number, now: number): Promise<boolean>;
  /** In the caller's unit of work. False where there is no such passkey of the user. */
  abstract remove(userId: string, id: string): Promise<boolean>;
  /** In the caller's unit of work; open challenges end with them. */
  abstract removeAll(userId: string): Promise<void>;

  /** A challenge is good once, for one account and purpose, and for five minutes. @returns base64url */
  abstract drawChallenge(userId: string, purpose: ChallengePurpose): Promise<string>;
  /** Uses it up, over all processes. False where it was used, has expired, or is another account's or purpose's. */
  abstract takeChallenge(challenge: string, userId: string, purpose: ChallengePurpose): Promise<boolean>;
  /** Removes at most `limit` that expired before; returns how many. */
  abstract removeExpiredChallenges(before: number, limit: number): Promise<number>;
}

/** The passkeys of members of staff. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly factors: SecondFactorStore,
    private readonly store: PasskeyStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly messages: MemberMessages,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
  ) {}

  /**
   * Uses the challenge up. @returns the id of the passkey
   * @throws Failure `staff.not_found`, `staff.invalid_passkey`, `staff.passkey_exists`, `staff.too_many_passkeys`
   */
  async add(name: string, attestation: Attestation, caller: Caller): Promise<string> {
    const { userId } = caller;
    const challenge = challengeIn(attestation.clientData);
    if (challenge === undefined || !(await this.store.takeChallenge(challenge, userId, 'create')))
      throw new Failure(staffFailures.invalid_passkey);
    const credential = await this.ceremonies.verifyCreation(attestation, challenge);
    if (!credential) throw new Failure(staffFailures.invalid_passkey);
    const createdAt = this.clock.now();
    const passkey: Passkey = { ...credential, id: newId(), userId, name, usedAt: undefined, createdAt };
    return this.auditedUnitOfWork.execute(caller, 'control_passkey_create', async () => {
      const profile = await this.lockMember(userId);
      await this.store.add(passkey);
      await this.messages.ofPasskey(profile, PASSKEY_ADDED, passkey, caller.ip);
      return { subject: `staff:${profile.trackingId}`, after: { passkey: passkey.id, name }, result: passkey.id };
    });
  }

  /**
   * Options to make a passkey of the caller. Uses the code up. @throws Failure `staff.not_found`, `staff.too_many_passkeys`, and
   * of SecondFactors
   */
  async offer(code: string, { userId }: Caller): Promise<CreationOptions> {
    const profile = await this.profiles.find(userId);
    if (!profile) throw new Failure(staffFailures.not_found);
    const existing = await this.store.list(userId);
    if (existing.length >= PASSKEYS_AT_MOST) throw new Failure(staffFailures.too_many_passkeys);
    await this.secondFactors.check(profile.id, code);
    const name = await presentAddress(this.users, profile);
    const user = { id: userId, name, displayName: profile.agentName };
    return this.ceremonies.creation(user, await this.store.drawChallenge(userId, 'create'), existing);
  }

  /** Uses the code up where there is such a passkey. @throws Failure `staff.not_found`, and of SecondFactors */
  async remove(id: string, code: string, caller: Caller): Promise<void> {
    const { userId } = caller;
    const profile = await this.profiles.find(userId);
    const passkey = (await this.store.list(userId)).find((each) => each.id === id);
    if (!profile || !passkey) throw new Failure(staffFailures.not_found);
    await this.secondFactors.check(profile.id, code);
    await this.auditedUnitOfWork.execute(caller, 'control_passkey_remove', async () => {
      if (!(await this.store.remove(userId, id))) throw new Failure(staffFailures.not_found);
      await this.messages.ofPasskey(profile, PASSKEY_REMOVED, passkey, caller.ip);
      return { subject: `staff:${profile.trackingId}`, before: { passkey: id, name: passkey.name }, result: undefined };
    });
  }

  /** Keeps two at once from being one too many, and one from coming beside a disabling or a reset. */
  private async lockMember(userId: string) {
    const found = await this.profiles.find(userId);
    const profile = found && (await this.profiles.lock(found.id)).get(found.id);
    if (profile?.status !== 'active') throw new Failure(staffFailures.not_found);
    // A colleague has reset it since the code was given.
    if (!(await this.factors.get(profile.id)).isConfirmed) throw new Failure(staffFailures.not_found);
    if ((await this.store.list(userId)).length >= PASSKEYS_AT_MOST) throw new Failure(staffFailures.too_many_passkeys);
    return profile;
  }
}
