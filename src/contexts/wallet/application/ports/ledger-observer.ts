export interface LedgerObserver {
  batchCommitted(commands: number, way: 'ahead' | 'locked'): void;
  batchRerun(reason: string): void;
  /** A batch with journals or events was committed. */
  committed(): void;
  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void;
}
