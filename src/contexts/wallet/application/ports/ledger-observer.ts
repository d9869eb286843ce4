export interface LedgerObserver {
  /** @param ms from its beginning, with its reruns */
  batchCommitted(commands: number, way: 'ahead' | 'locked', ms: number): void;
  batchRerun(reason: string): void;
  /** A batch with journals or events was committed. */
  committed(): void;
  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void;
}
