export interface InvalidationListener {
  invalidate(keys: readonly string[]): void;
  invalidateAll(): void;
}

export abstract class CacheInvalidator {
  private readonly listeners: InvalidationListener[] = [];

  /** False while invalidations of other processes may be missed; caches are then bypassed. */
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

/** Without Redis, other processes rely on short times to live. */
export class LocalCacheInvalidator extends CacheInvalidator {
  readonly isConnected = true;

  publish(keys: readonly string[]): Promise<void> {
    this.invalidate(keys);
    return Promise.resolve();
  }
}
