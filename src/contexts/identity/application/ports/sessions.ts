/** As the client describes it. */
export interface Device {
  /** `Android`, `iOS`, `Web`. */
  readonly type: string;
  readonly serial: string;
  /** May be empty. */
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
  /** Only on staff sessions: permissions such as `userControl.allowModify`. */
  readonly grants?: readonly string[];
}

export interface SessionRotation {
  readonly secret: string;
  /** Unix ms until which the replaced secret stays valid. */
  readonly previousUntil: number;
  readonly expires: number;
  /** Upper bound of the session's age, whatever `expires` says. */
  readonly maximumAgeMs?: number;
}

/** A session that ends is refused at once on every node. */
export abstract class Sessions {
  /** Also ends the user's session on the same device. In the caller's unit of work. */
  abstract begin(session: NewSession): Promise<void>;
  /**
   * Replaces the secret; replaced ones are valid until their own `previousUntil`.
   * @returns when the session ends now, unix ms; undefined when it is gone
   */
  abstract rotate(sessionId: string, rotation: SessionRotation): Promise<number | undefined>;
  abstract end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user but `except`, in the caller's unit of work where there is one. */
  abstract endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** Changes the permissions of the user's staff sessions, in the caller's unit of work. */
  abstract setGrants(userId: string, grants: readonly string[]): Promise<void>;
  /** Removes at most `limit` sessions that expired before `now`; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
