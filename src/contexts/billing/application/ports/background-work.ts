/** Work that goes on after the answer. */
export abstract class BackgroundWork {
  /** Remembers the work, so that the process waits for it before it ends and a failure that nobody else sees is told. Returns it. */
  abstract keep<T>(what: string, work: Promise<T>): Promise<T>;
}
