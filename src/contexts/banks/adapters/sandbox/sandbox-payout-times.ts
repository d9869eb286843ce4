export class SandboxPayoutTimes {
  latencyMs = 0;
  submitTimeoutMs = 7_000;
  readTimeoutMs = 5_000;
  requeryDelaysMs: readonly number[] = [1_500, 1_500, 2_000, 2_000, 3_000, 5_000];
}
