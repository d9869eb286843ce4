/** A database transaction that adapters called inside join. No network calls inside: it holds locks and, with SQLite, the only connection. */
export abstract class UnitOfWork {
  /** Nested units join the outer one. Deadlocks are retried, so `work` may run again. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
