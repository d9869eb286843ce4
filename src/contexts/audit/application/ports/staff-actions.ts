export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/** What members of staff did and where, as the trail has it. */
export abstract class StaffActions {
  /** Whether a member did one of these to one of the subjects since then. */
  abstract exists(staffId: string, actions: readonly string[], subjects: readonly string[], since: number): Promise<boolean>;
  /** To whom or what anybody did this since then. */
  abstract subjectsOf(action: string, since: number): Promise<string[]>;
  /** Each address that a member changed or read something from. */
  abstract addresses(staffId: string, span: TimeSpan): Promise<string[]>;
}
