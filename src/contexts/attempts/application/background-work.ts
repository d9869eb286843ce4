export abstract class BackgroundWork {
  /** Shutdown waits for the work, and its failure is logged. */
  abstract keep<T>(what: string, work: Promise<T>): Promise<T>;
}
