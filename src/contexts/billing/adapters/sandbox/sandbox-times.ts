/** Delays of the sandbox. A purchase that it leaves pending is settled well within 15 s, with our queries. */
export class SandboxTimes {
  /** Every answer takes this long. */
  latencyMs = 0;
  /** After this a silent purchase is delivered or fails. */
  decidesAfterMs = 5_000;
  /** After this a purchase that is to be reversed is. */
  reversesAfterMs = 5_000;
  submitTimeoutMs = 7_000;
  readTimeoutMs = 5_000;
  requeryDelaysMs: readonly number[] = [1_500, 1_500, 2_000, 2_000, 3_000, 5_000];
}
