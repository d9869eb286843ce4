/**
 * One database transaction around a piece of work. Adapters called inside take part in it by themselves.
 * Nothing inside may wait for the network: the transaction holds locks (and, embedded, the only connection).
 */
export abstract class UnitOfWork {
  /** Commits when `work` resolves, rolls back when it throws. A unit within a unit joins the outer one. Deadlocks are retried, so `work` may run again. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
