import type { NewDevice } from '../../kernel/caller.js';
import type { Pads } from './signature.js';

export interface SessionSecret {
  readonly secret: string;
  readonly validUntilMs: number;
  /** Made at the first request. */
  pads?: Pads;
}

export interface Session {
  readonly id: string;
  readonly userId: string;
  /** The current secret, and the previous ones for a minute after a rotation. */
  readonly secrets: readonly SessionSecret[];
  readonly isTest: boolean;
  /** Permissions as `userControl.allowModify`; undefined on a user's session. */
  readonly grants: ReadonlySet<string> | undefined;
  readonly newDevice?: NewDevice | undefined;
}

export interface RefusedSignature {
  readonly signedAtMs: number;
  isSignedWith(secret: string): boolean;
}

/** Finds sessions by public key. Implemented by the identity context. */
export abstract class SessionDirectory {
  /** Undefined for an unknown, expired or ended session, or a suspended account. Synchronous where it is cached. */
  abstract find(publicKey: string): Session | undefined | Promise<Session | undefined>;
  /** Whether the device signed in to the account of this address. */
  abstract knowsDevice(email: string, deviceSerial: string): Promise<boolean>;
  /** Records the time of a signed request; written in batches. */
  abstract seen(session: Session): void;
  /** A request named this session and was signed with none of its valid secrets. */
  abstract refused(session: Session, signature: RefusedSignature): Promise<void>;
}
