import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { RedisSubscription } from '../../../../platform/redis/redis-subscription.js';
import { CacheInvalidator } from './cache-invalidator.js';

const RETRY_MS = 500;
/** Longer than any time to live. */
const RETRIES = 120;
const ECHO_MS = 1_000;
const UNHEARD_ECHOES = 3;

/** Uses Redis publish and subscribe; while the subscription is down, caches are bypassed. */
export class RedisCacheInvalidator extends CacheInvalidator implements OnApplicationShutdown {
  private readonly channel: string;
  private readonly subscription: RedisSubscription;
  /** Invalidates nothing: a message of our own, which a connection that looks open and brings nothing does not bring. */
  private readonly echo = `echo:${randomUUID()}`;
  private readonly echoes: NodeJS.Timeout;
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
    this.echoes = setInterval(() => void this.sendEcho(), ECHO_MS).unref();
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
    clearInterval(this.echoes);
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
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      const published = await this.send(keys).then(
        () => true,
        () => false,
      );
      if (published) return;
    }
  }
}
