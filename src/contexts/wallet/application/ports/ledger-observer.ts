/** What the group commit reports of its work. */
export interface LedgerObserver {
  batchCommitted(commands: number, way: 'ahead' | 'locked'): void;
  batchRerun(reason: string): void;
  /** A batch had journals or events, which others follow. */
  committed(): void;
  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void;
}
