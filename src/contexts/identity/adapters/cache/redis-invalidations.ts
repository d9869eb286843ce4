import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { Invalidations } from './invalidations.js';

const RETRY_MS = 500;
/** Longer than anything is cached. */
const RETRIES = 120;

/** Tells other processes by Redis' publish and subscribe. While the subscription is down, caches are passed by. */
export class RedisInvalidations extends Invalidations implements OnApplicationShutdown {
  private readonly channel: string;
  private readonly subscriber: Redis;
  private subscribed = false;
  private closed = false;

  constructor(private readonly redis: RedisConnection) {
    super();
    this.channel = redis.key('invalidations');
    this.subscriber = redis.client.duplicate({
      connectionName: this.channel,
      // It subscribes itself, to know from when on it hears everything.
      autoResubscribe: false,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
    });
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('close', () => (this.subscribed = false));
    this.subscriber.on('ready', () => void this.subscribe());
    this.subscriber.on('message', (_channel: string, message: string) => this.forget(JSON.parse(message) as string[]));
  }

  get isHeard(): boolean {
    return this.subscribed;
  }

  async publish(keys: readonly string[]): Promise<void> {
    this.forget(keys);
    try {
      await this.redis.client.publish(this.channel, JSON.stringify(keys));
    } catch {
      // Redis is away for this process, maybe not for others: they are told as soon as it is back.
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
      // What was announced in between was missed.
      this.forgetAll();
      this.subscribed = true;
    } catch {
      // The connection broke again; the next one subscribes.
    }
  }

  private async publishLater(keys: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < RETRIES && !this.closed; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      const told = await this.redis.client.publish(this.channel, JSON.stringify(keys)).then(
        () => true,
        () => false,
      );
      if (told) return;
    }
  }
}
