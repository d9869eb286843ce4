import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/database.js';
import { BatchLoader } from '../../../../platform/database/batch-loader.js';
import type { Invalidations } from './invalidations.js';

interface CacheOptions {
  readonly max: number;
  /** The longest that a change can go unnoticed when its invalidation is lost. */
  readonly lifeMs: number;
}

/** Keeps what is asked for often in this process, and lets go of it when any process says that it changed. */
export class CoherentCache<Value extends object> {
  private readonly entries: LRUCache<string, Value>;
  private readonly loading = new Map<string, Promise<Value | undefined>>();
  private readonly batch: BatchLoader<string, Value>;

  /** @param load reads what it finds of these keys */
  constructor(
    private readonly database: Pick<Database, 'inUnit'>,
    private readonly invalidations: Invalidations,
    load: (keys: string[]) => Promise<Map<string, Value>>,
    { max, lifeMs }: CacheOptions,
  ) {
    // A second sooner or later does not matter; asking the time for each look-up would.
    this.entries = new LRUCache({ max, ttl: lifeMs, ttlResolution: 1_000 });
    this.batch = new BatchLoader(database, load);
    invalidations.listen({
      forget: (keys) => {
        for (const key of keys) {
          this.entries.delete(key);
          this.loading.delete(key);
        }
      },
      forgetAll: () => {
        this.entries.clear();
        this.loading.clear();
      },
    });
  }

  /** Synchronous where it is here. What is not found is not remembered. */
  get(key: string): Value | undefined | Promise<Value | undefined> {
    // A unit of work sees its own changes, which nobody else may, and must not wait for a read outside of it.
    if (this.database.inUnit) return this.batch.get(key);
    const entry = this.invalidations.isHeard ? this.entries.get(key) : undefined;
    return entry ?? this.loading.get(key) ?? this.load(key);
  }

  private load(key: string): Promise<Value | undefined> {
    const loading = this.batch.get(key).then(
      (value) => {
        // Gone from `loading`: an invalidation came meanwhile, and what was read may be older than it.
        if (this.loading.get(key) !== loading) return value;
        this.loading.delete(key);
        if (value && this.invalidations.isHeard) this.entries.set(key, value);
        return value;
      },
      (error: unknown) => {
        if (this.loading.get(key) === loading) this.loading.delete(key);
        throw error;
      },
    );
    this.loading.set(key, loading);
    return loading;
  }
}
