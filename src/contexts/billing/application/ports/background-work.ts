/** Work that goes on after the answer. */
export abstract class BackgroundWork {
  /** Registers the work, so that shutdown waits for it and its failure is logged. Returns it. */
  abstract keep<T>(what: string, work: Promise<T>): Promise<T>;
}
