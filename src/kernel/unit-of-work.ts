/**
 * A database transaction. Adapters called inside take part in it implicitly.
 * Do not wait for the network inside: the transaction holds locks and, with SQLite, the only connection.
 */
export abstract class UnitOfWork {
  /**
   * Commits when `work` resolves, rolls back when it throws. A nested unit joins the outer one. Deadlocks are retried, so `work`
   * may run again.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
