import { LRUCache } from 'lru-cache';
import { after, every, type Timer } from '../../../kernel/timers.js';
import type { Database } from '../../../platform/database/database.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { bounded } from '../../../platform/bounded.js';
import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { RedisConnection } from '../../../platform/redis/redis.js';
import { RedisSubscription } from '../../../platform/redis/redis-subscription.js';

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

/** Short times to live without Redis, where other processes are not notified. */
export class CacheSettings {
  readonly sessions: { readonly max: number; readonly ttlMs: number };
  readonly users: { readonly max: number; readonly ttlMs: number };

  constructor(isShared: boolean) {
    const ttlMs = isShared ? 30_000 : 5_000;
    this.sessions = { max: 50_000, ttlMs };
    this.users = { max: 50_000, ttlMs };
  }
}

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

const RETRY_MS = 500;
/** Longer than any time to live. */
const RETRIES = 120;
const ECHO_MS = 1_000;
const UNHEARD_ECHOES = 3;

/** Uses Redis publish and subscribe; while the subscription is down, caches are bypassed. */
export class RedisCacheInvalidator extends CacheInvalidator implements OnApplicationShutdown {
  private readonly channel: string;
  private readonly subscription: RedisSubscription;
  /** Invalidates nothing. It is a message of our own, which shows that an open connection still carries messages. */
  private readonly echo = `echo:${randomUUID()}`;
  private readonly echoes: Timer;
  private unheard = 0;
  private subscribed = false;
  private closed = false;

  constructor(private readonly redis: RedisConnection) {
    super();
    this.channel = redis.key('invalidations');
    this.subscription = new RedisSubscription(redis, this.channel, {
      subscribed: () => this.resume(),
      interrupted: () => (this.subscribed = false),
      message: (text) => this.receive(JSON.parse(text) as string[]),
    });
    this.echoes = every(ECHO_MS, () => void this.sendEcho());
  }

  get isConnected(): boolean {
    return this.subscribed;
  }

  async publish(keys: readonly string[]): Promise<void> {
    this.invalidate(keys);
    try {
      await this.send(keys);
    } catch {
      // Other processes are notified as soon as Redis is reachable.
      void this.publishLater(keys);
    }
  }

  onApplicationShutdown(): void {
    this.closed = true;
    this.echoes.stop();
    this.subscription.close();
  }

  private resume(): void {
    this.invalidateAll();
    this.unheard = 0;
    this.subscribed = true;
  }

  private receive(keys: readonly string[]): void {
    if (keys[0] === this.echo) this.unheard = 0;
    else this.invalidate(keys);
  }

  private async sendEcho(): Promise<void> {
    if (!this.subscribed) return;
    if (this.unheard >= UNHEARD_ECHOES) return this.subscription.reopen();
    const isSent = await this.send([this.echo]).then(
      () => true,
      () => false,
    );
    if (isSent) this.unheard++;
  }

  private send(keys: readonly string[]): Promise<number> {
    return this.redis.client.publish(this.channel, JSON.stringify(keys));
  }

  private async publishLater(keys: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < RETRIES && !this.closed; attempt++) {
      await new Promise<void>((resolve) => after(RETRY_MS, resolve).unref());
      const published = await this.send(keys).then(
        () => true,
        () => false,
      );
      if (published) return;
    }
  }
}
