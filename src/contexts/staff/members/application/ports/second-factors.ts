export interface SecondFactor {
  /** Base32. */
  readonly secret: string;
  readonly isConfirmed: boolean;
}

/** Second factors by profile id, stored encrypted. */
export abstract class SecondFactors {
  /** @throws Failure `staff.not_found` where its profile was changed in the database */
  abstract get(profileId: string): Promise<SecondFactor>;
  /** Uses up this step's code and all earlier ones. False when it or a later one was used. */
  abstract use(profileId: string, step: number): Promise<boolean>;
  /** In the caller's unit of work. */
  abstract replace(profileId: string, secret: string): Promise<void>;
}
