export interface InvalidationListener {
  /** Whatever is cached under these keys is out of date. */
  forget(keys: readonly string[]): void;
  /** Something may have been missed: everything cached is in doubt. */
  forgetAll(): void;
}

/** Tells the caches of all processes what has changed. */
export abstract class Invalidations {
  private readonly listeners: InvalidationListener[] = [];

  /** False while changes elsewhere might be missed: nothing cached may be trusted. */
  abstract readonly isHeard: boolean;

  /** Tells every process, this one at once. Call it after the commit. Resolves when the others are told; never rejects. */
  abstract publish(keys: readonly string[]): Promise<void>;

  listen(listener: InvalidationListener): void {
    this.listeners.push(listener);
  }

  protected forget(keys: readonly string[]): void {
    for (const listener of this.listeners) listener.forget(keys);
  }

  protected forgetAll(): void {
    for (const listener of this.listeners) listener.forgetAll();
  }
}

/** Without Redis: other processes, if there are any, notice by the short life of what they cache. */
export class LocalInvalidations extends Invalidations {
  readonly isHeard = true;

  publish(keys: readonly string[]): Promise<void> {
    this.forget(keys);
    return Promise.resolve();
  }
}
