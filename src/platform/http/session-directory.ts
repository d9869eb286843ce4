/** A live session as the edge needs it. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Secrets that sign for it: the present one, and for a minute after a rotation the one before. */
  readonly secrets: readonly { readonly secret: string; readonly validUntilMs: number }[];
  readonly isTest: boolean;
  /** Grants of a staff session, as `userControl.allowModify`; undefined on a user's session. */
  readonly grants: ReadonlySet<string> | undefined;
}

/** Finds sessions by public key. Provided by the identity context. */
export abstract class SessionDirectory {
  /** The live session of this key; undefined when there is none, it expired, was ended, or its account is suspended. Synchronous where it is in the cache. */
  abstract find(publicKey: string): Session | undefined | Promise<Session | undefined>;
  /** Tells that a signed request came in; cheap, written down now and then. */
  abstract seen(session: Session): void;
}
