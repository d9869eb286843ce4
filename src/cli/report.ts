/** What a command found out or did. */
export interface Report {
  /** Printed by --json. */
  readonly data: unknown;
  /** Printed otherwise: lines for people. */
  readonly lines: readonly string[];
  /** False: something is wrong and the exit code says so. Default true. */
  readonly ok?: boolean;
}
