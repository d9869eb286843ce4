import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { CacheInvalidator } from './cache-invalidator.js';

const RETRY_MS = 500;
/** Longer than any time to live. */
const RETRIES = 120;

/** Uses Redis publish and subscribe; while the subscription is down, caches are bypassed. */
export class RedisCacheInvalidator extends CacheInvalidator implements OnApplicationShutdown {
  private readonly channel: string;
  private readonly subscriber: Redis;
  private subscribed = false;
  private closed = false;

  constructor(private readonly redis: RedisConnection) {
    super();
    this.channel = redis.key('invalidations');
    this.subscriber = redis.client.duplicate({
      connectionName: this.channel,
      // Subscribed explicitly, to know from when on no message is missed.
      autoResubscribe: false,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
    });
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('close', () => (this.subscribed = false));
    this.subscriber.on('ready', () => void this.subscribe());
    this.subscriber.on('message', (_channel: string, message: string) => this.invalidate(JSON.parse(message) as string[]));
  }

  get isConnected(): boolean {
    return this.subscribed;
  }

  async publish(keys: readonly string[]): Promise<void> {
    this.invalidate(keys);
    try {
      await this.redis.client.publish(this.channel, JSON.stringify(keys));
    } catch {
      // Other processes are notified as soon as Redis is reachable.
      void this.publishLater(keys);
    }
  }

  onApplicationShutdown(): void {
    this.closed = true;
    this.subscriber.disconnect();
  }

  private async subscribe(): Promise<void> {
    try {
      await this.subscriber.subscribe(this.channel);
      this.invalidateAll();
      this.subscribed = true;
    } catch {
      // The connection broke again; the next one subscribes.
    }
  }

  private async publishLater(keys: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < RETRIES && !this.closed; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      const published = await this.redis.client.publish(this.channel, JSON.stringify(keys)).then(
        () => true,
        () => false,
      );
      if (published) return;
    }
  }
}
