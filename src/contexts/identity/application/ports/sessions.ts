export interface Device {
  /** `Android`, `iOS`, `Web`. */
  readonly type: string;
  readonly serial: string;
  readonly name: string;
}

/** The secret is encrypted where it is stored. */
export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly device: Device;
  readonly expires: number;
  /** Only on staff sessions, as `userControl.allowModify`. */
  readonly grants?: readonly string[];
}

export interface SessionRotation {
  readonly secret: string;
  /** Until when the replaced secret stays valid. */
  readonly previousUntil: number;
  readonly expires: number;
  /** Upper bound of the session's age, whatever `expires` says. */
  readonly maximumAgeMs?: number;
}

/** An ended session is refused at once on every node. */
export abstract class Sessions {
  /** Also ends the user's session on the same device. In the caller's unit of work. */
  abstract begin(session: NewSession): Promise<void>;
  /** @returns when the session ends; undefined when it is gone */
  abstract rotate(sessionId: string, rotation: SessionRotation): Promise<number | undefined>;
  abstract end(sessionId: string): Promise<void>;
  /** In the caller's unit of work where there is one. */
  abstract endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** In the caller's unit of work. */
  abstract setGrants(userId: string, grants: readonly string[]): Promise<void>;
  /** Removes at most `limit` expired sessions; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
