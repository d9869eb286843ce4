export interface Device {
  /** `Android`, `iOS`, `Web`. */
  readonly type: string;
  readonly serial: string;
  readonly name: string;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  /** Encrypted where it is stored. */
  readonly seed: string;
  readonly device: Device;
  readonly ip: string;
  /** The login record, which will know the place. */
  readonly loginId?: string;
  readonly expires: number;
  /** Only on staff sessions, as `userControl.allowModify`. */
  readonly grants?: readonly string[];
}

export interface SessionRotation {
  /** From now. */
  readonly lifeMs: number;
  /** Upper bound of the session's age, whatever its life. */
  readonly maximumAgeMs: number;
  /** How long the replaced secret stays valid. */
  readonly graceMs: number;
}

export interface RotatedSession {
  readonly secret: string;
  readonly expires: number;
}

/** A session as its owner sees it. */
export interface SessionOverview {
  readonly id: string;
  readonly device: Device;
  readonly ip: string;
  /** Empty until the place is known. */
  readonly city: string;
  readonly country: string;
  readonly createdAt: number;
  readonly activeAt: number;
}

/**
 * An ended session is refused at once on every node, and its push registrations end with it. A row that was changed in the
 * database is no session.
 */
export abstract class Sessions {
  /** Also ends the user's session on the same device, and the oldest beyond the limit. In the caller's unit of work. */
  abstract begin(session: NewSession): Promise<void>;
  /** @returns undefined when the session is gone */
  abstract rotate(sessionId: string, rotation: SessionRotation): Promise<RotatedSession | undefined>;
  /** The live ones, newest first. */
  abstract list(userId: string): Promise<SessionOverview[]>;
  /** @param userId only a session of this user. @returns whether there was one */
  abstract end(sessionId: string, userId?: string): Promise<boolean>;
  /** In the caller's unit of work where there is one. */
  abstract endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** In the caller's unit of work. */
  abstract setGrants(userId: string, grants: readonly string[]): Promise<void>;
  /** Removes at most `limit` expired or idle sessions; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
