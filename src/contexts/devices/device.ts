import { Injectable } from '@nestjs/common';
import { failures } from '../../kernel/failure.js';
import type { PasskeyCredential } from '../../kernel/passkeys.js';
import type { RowUpdate } from '../../kernel/row-changes.js';

export const devicesFailures = failures('devices', {
  // None of these is `refused`: a confirmation is no part of what was ordered, so the right one may follow under the same key.
  confirmation_required: ['invalid', 'Please confirm this payment on your device'],
  confirmation_invalid: [
    'invalid',
    'This confirmation is not for this payment, was used, or is more than two minutes old: please confirm it again',
  ],
  no_device: ['invalid', 'No device is bound to your account: please bind this one first'],
  unknown_action: ['invalid', 'This operation needs no confirmation'],
  // With the text of the refusal.
  payment_refused: ['invalid', 'This payment would be refused'],
  payment_unavailable: ['unavailable', 'This payment cannot be made now, please try again'],
  invalid_device: ['invalid', 'We cannot bind this device: please begin again'],
  code_required: ['invalid', 'Please give the code that we mailed to you'],
  not_found: ['not_found', 'You have no such device'],
});

/** passkey: WebAuthn. appkey: a P-256 key in the keystore of a phone. */
export const DEVICE_KINDS = ['passkey', 'appkey'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The key of an app has no transports and counts nothing; its public key is SPKI. */
export type DeviceKey = PasskeyCredential & { readonly kind: DeviceKind };

export interface Device extends DeviceKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** The serial of the session that bound it. Sessions with this serial end with the device. */
  readonly serial: string;
  /** Undefined while it is the one device that confirms. */
  readonly releasedAt: number | undefined;
  readonly createdAt: number;
}

/** Drawn for one user and one text, good once and for two minutes. */
export interface Challenge {
  /** Random, so that the same payment is signed anew each time. */
  readonly nonce: string;
  readonly userId: string;
  readonly expires: number;
}

/** A payment's own commit uses these up. */
export interface Proof {
  readonly challenge: Challenge;
  readonly device: Device;
  /** The count of the device; 0 if it does not count. */
  readonly signCount: number;
}

export abstract class DeviceStore {
  /** One that was changed in the database is none. */
  abstract active(userId: string): Promise<Device | undefined>;
  /** An app key as this process read it last: it may be released meanwhile, which the use of a proof finds out. */
  abstract known(userId: string): Device | undefined;
  /** Newest first, at most a hundred. */
  abstract list(userId: string): Promise<Device[]>;
  /** In the caller's unit of work, where the user has no active one. */
  abstract add(device: Device): Promise<void>;
  /** In the caller's unit of work. */
  abstract release(device: Device, now: number): Promise<void>;

  /** @param signed what is signed of it, of which only a keyed digest is kept */
  abstract addChallenge(challenge: Challenge, signed: string): Promise<void>;
  /** Those that this process drew and that are not over, newest first; they may be used. */
  abstract drawn(userId: string): readonly OpenChallenge[];
  /** Those that are neither used nor over, newest first. */
  abstract openChallenges(userId: string): Promise<readonly OpenChallenge[]>;
  /** In the caller's unit of work. False where it was used. */
  abstract useChallenge(challenge: Challenge): Promise<boolean>;
  /** For a ledger command, which is stale where somebody else was first, or the device was released. */
  abstract uses(proof: Proof): RowUpdate[];
  /** As `uses`, in the caller's unit of work. */
  abstract use(proof: Proof): Promise<boolean>;
  /** Removes at most `limit` that expired before; returns how many. */
  abstract removeExpiredChallenges(before: number, limit: number): Promise<number>;
}

export interface OpenChallenge extends Challenge {
  /** Whether it was drawn for this. */
  isOf(signed: string): boolean;
}

/** Asked by limits that depend on how long a user has a device. */
@Injectable()
export class BoundDevices {
  constructor(private readonly store: DeviceStore) {}

  /** When the newest device was bound, also one that was released since. */
  async newestBoundAt(userId: string): Promise<number | undefined> {
    return (await this.store.list(userId))[0]?.createdAt;
  }
}

export abstract class DeviceSettings {
  abstract readonly requiresConfirmation: boolean;
}
