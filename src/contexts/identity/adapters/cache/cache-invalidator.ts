export interface InvalidationListener {
  invalidate(keys: readonly string[]): void;
  invalidateAll(): void;
}

/** Invalidates cached entries in all processes. */
export abstract class CacheInvalidator {
  private readonly listeners: InvalidationListener[] = [];

  /** False while invalidations of other processes may be missed: no cached entry may be used. */
  abstract readonly isConnected: boolean;

  /** Call it after the commit. Resolves when the other processes are notified; never rejects. */
  abstract publish(keys: readonly string[]): Promise<void>;

  addListener(listener: InvalidationListener): void {
    this.listeners.push(listener);
  }

  protected invalidate(keys: readonly string[]): void {
    for (const listener of this.listeners) listener.invalidate(keys);
  }

  protected invalidateAll(): void {
    for (const listener of this.listeners) listener.invalidateAll();
  }
}

/** Without Redis, other processes rely on the short time to live of their entries. */
export class LocalCacheInvalidator extends CacheInvalidator {
  readonly isConnected = true;

  publish(keys: readonly string[]): Promise<void> {
    this.invalidate(keys);
    return Promise.resolve();
  }
}
