import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../platform/database/database.js';
import { BatchLoader } from '../../../../platform/database/batch-loader.js';
import type { CacheInvalidator } from './cache-invalidator.js';
import { bounded } from '../../../../platform/bounded.js';

interface CacheOptions {
  readonly max: number;
  /** Also bounds how long a lost invalidation has effect. */
  readonly ttlMs: number;
}

/** A read-through cache whose entries any process can invalidate. */
export class InvalidatingCache<Value extends object> {
  private readonly entries: LRUCache<string, Value>;
  private readonly loading = new Map<string, Promise<Value | undefined>>();
  private readonly batch: BatchLoader<string, Value>;

  constructor(
    private readonly database: Pick<Database, 'inUnit'>,
    private readonly invalidator: CacheInvalidator,
    load: (keys: string[]) => Promise<Map<string, Value>>,
    { max, ttlMs }: CacheOptions,
  ) {
    // A resolution of one second saves reading the clock at each look-up.
    this.entries = new LRUCache({ ...bounded(max), ttl: ttlMs, ttlResolution: 1_000 });
    this.batch = new BatchLoader(database, load);
    invalidator.addListener({
      invalidate: (keys) => {
        for (const key of keys) {
          this.entries.delete(key);
          this.loading.delete(key);
        }
      },
      invalidateAll: () => {
        this.entries.clear();
        this.loading.clear();
      },
    });
  }

  /** Synchronous on a hit. Missing values are not cached. */
  get(key: string): Value | undefined | Promise<Value | undefined> {
    // A unit of work must see its own changes, and must not wait for a read outside of it.
    if (this.database.inUnit) return this.batch.get(key);
    const entry = this.invalidator.isConnected ? this.entries.get(key) : undefined;
    return entry ?? this.loading.get(key) ?? this.load(key);
  }

  /** Past the cache. */
  getAnew(key: string): Promise<Value | undefined> {
    this.entries.delete(key);
    return this.load(key);
  }

  private load(key: string): Promise<Value | undefined> {
    const loading = this.batch.get(key).then(
      (value) => {
        // An invalidation came during the read, so the value may be stale.
        if (this.loading.get(key) !== loading) return value;
        this.loading.delete(key);
        if (value && this.invalidator.isConnected) this.entries.set(key, value);
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
