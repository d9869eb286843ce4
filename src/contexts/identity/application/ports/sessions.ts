/** The device that a session belongs to, as the client describes it. */
export interface Device {
  /** `Android`, `iOS`, `Web`. */
  readonly type: string;
  readonly serial: string;
  /** Empty where the client gives none. */
  readonly name: string;
}

/** A session about to begin; the secret is sealed where it is stored. */
export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly device: Device;
  /** Unix ms. */
  readonly expires: number;
  /** Present on staff sessions: what they may do, as `userControl.allowModify`. */
  readonly grants?: readonly string[];
}

export interface SessionRotation {
  readonly secret: string;
  /** Unix ms until which the secret that is replaced is good too. */
  readonly previousUntil: number;
  /** Unix ms. */
  readonly expires: number;
  /** The session ends so long after its beginning at the latest, whatever `expires` says. */
  readonly maximumAgeMs?: number;
}

/** Live sessions. What ends here is refused at once on every node. */
export abstract class Sessions {
  /** Begins a session, in the caller's unit of work, and ends the one the user had on that device. */
  abstract begin(session: NewSession): Promise<void>;
  /**
   * Replaces the secret; the ones replaced are good until their own `previousUntil`.
   * @returns when the session ends now, unix ms; undefined when it is gone
   */
  abstract rotate(sessionId: string, rotation: SessionRotation): Promise<number | undefined>;
  abstract end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user, in the caller's unit of work where there is one, but for `except`. */
  abstract endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** Changes what the user's staff sessions may do, in the caller's unit of work; their other sessions stay as they are. */
  abstract setGrants(userId: string, grants: readonly string[]): Promise<void>;
  /** Removes at most `limit` sessions that expired before `now`; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
