import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { after } from '../../kernel/timers.js';
import { RedisConnection } from '../redis/redis.js';
import { RedisSubscription } from '../redis/redis-subscription.js';

/** What is committed within this time is one message. */
const GATHER_MS = 10;

/** Tells the processes that run jobs which continuous work has something to do. A lost message is made up for by their next look. */
@Injectable()
export class WakeMessages implements OnApplicationShutdown {
  private readonly names = new Set<string>();
  private subscription: RedisSubscription | undefined;

  constructor(@Optional() private readonly redis?: RedisConnection) {}

  send(name: string): void {
    const { redis } = this;
    if (!redis) return;
    if (this.names.size === 0) after(GATHER_MS, () => this.publish(redis));
    this.names.add(name);
  }

  /** @param woken is told a name */
  listen(woken: (name: string) => void): void {
    if (!this.redis) return;
    this.subscription = new RedisSubscription(this.redis, this.redis.key('wake'), {
      subscribed: () => undefined,
      interrupted: () => undefined,
      message: (text) => text.split(' ').forEach(woken),
    });
  }

  onApplicationShutdown(): void {
    this.subscription?.close();
  }

  private publish(redis: RedisConnection): void {
    const text = [...this.names].join(' ');
    this.names.clear();
    redis.client.publish(redis.key('wake'), text).catch(() => undefined);
  }
}
