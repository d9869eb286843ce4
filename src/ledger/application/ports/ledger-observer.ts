export interface LedgerObserver {
  /** @param ms from its beginning, with its reruns */
  batchCommitted(commands: number, way: 'ahead' | 'locked', ms: number): void;
  batchRerun(reason: string): void;
  /** Another session has locks in a table that these commands write to. */
  blocked(table: string, commands: number): void;
  /** A batch with journals or events was committed. */
  committed(): void;
  /** A batch was not begun, because the end of the chain cannot be proved. */
  broken(error: unknown): void;
  /** A command was not executed, because a hold or an account cannot be proved. */
  halted(error: Error, details: Readonly<Record<string, unknown>>): void;
  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void;
}
