/** A live session, with what requests are authenticated and authorised by. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Secrets that sign for it: the current one, and the previous one for a minute after a rotation. */
  readonly secrets: readonly { readonly secret: string; readonly validUntilMs: number }[];
  readonly isTest: boolean;
  /** Grants of a staff session, as `userControl.allowModify`; undefined on a user's session. */
  readonly grants: ReadonlySet<string> | undefined;
}

/** Finds sessions by public key. Provided by the identity context. */
export abstract class SessionDirectory {
  /** The live session of this key; undefined where there is none, it expired or ended, or its account is suspended. Synchronous where it is cached. */
  abstract find(publicKey: string): Session | undefined | Promise<Session | undefined>;
  /** Notes the time of a signed request; the implementation writes it in batches. */
  abstract seen(session: Session): void;
}
