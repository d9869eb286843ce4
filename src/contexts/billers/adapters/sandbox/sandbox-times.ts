export class SandboxTimes {
  latencyMs = 0;
  /** When an unanswered purchase is delivered or fails. */
  decidesAfterMs = 5_000;
  /** When a purchase is reversed. */
  reversesAfterMs = 5_000;
  submitTimeoutMs = 7_000;
  readTimeoutMs = 5_000;
  requeryDelaysMs: readonly number[] = [1_500, 1_500, 2_000, 2_000, 3_000, 5_000];
}
