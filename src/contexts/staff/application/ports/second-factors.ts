/** What the codes of a staff member are made of. */
export interface SecondFactor {
  /** Base32, as authenticator apps take it. */
  readonly secret: string;
  /** A code of it was used: the member has it in their authenticator app. */
  readonly isConfirmed: boolean;
}

/** The second factors of staff, kept sealed. Ids are those of profiles. */
export abstract class SecondFactors {
  abstract get(profileId: string): Promise<SecondFactor>;
  /** Uses up a code and all before it. False when it or a later one was used. */
  abstract use(profileId: string, step: number): Promise<boolean>;
  /** In the caller's unit of work. */
  abstract replace(profileId: string, secret: string): Promise<void>;
}
