export interface Report {
  /** Printed by --json. */
  readonly data: unknown;
  /** Printed otherwise. */
  readonly lines: readonly string[];
  /** False sets the exit code for a failure. Default true. */
  readonly ok?: boolean;
}
