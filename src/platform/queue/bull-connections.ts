import { Cluster } from 'ioredis';
import { limit } from '../../kernel/timers.js';
import { becomesReady, openRedis, type RedisClient } from '../redis/redis.js';

const READY_MS = 2_000;
const isAway = () => new Error('Redis is away');

export class BullConnections {
  private readonly shared = new Map<'client' | 'subscriber', RedisClient>();
  private readonly blocking: RedisClient[] = [];

  constructor(private readonly url: string) {}

  readonly open = (type: 'client' | 'subscriber' | 'bclient'): RedisClient => {
    if (type === 'bclient') {
      const connection = this.connect(false);
      this.blocking.push(connection);
      return connection;
    }
    const connection = this.shared.get(type) ?? this.connect(type === 'client');
    this.shared.set(type, connection);
    return connection;
  };

  get commands(): RedisClient {
    return this.open('client');
  }

  /** Rejects soon when Redis is unreachable. */
  async ready(): Promise<void> {
    await limit(becomesReady(this.commands), READY_MS, isAway);
  }

  /** Closing a queue with pending connections causes an unhandled rejection. */
  async connected(): Promise<void> {
    const open = this.all().filter(({ status }) => status !== 'end');
    await limit(Promise.all(open.map(becomesReady)), READY_MS, isAway).catch(() => undefined);
  }

  close(): void {
    for (const connection of this.all()) connection.disconnect();
  }

  private all(): RedisClient[] {
    return [...this.shared.values(), ...this.blocking];
  }

  /** Without a retry limit: listeners wait for Redis, and senders await `ready` first. */
  private connect(enableReadyCheck: boolean): RedisClient {
    const client = openRedis(this.url, { maxRetriesPerRequest: null, enableReadyCheck });
    if (client instanceof Cluster) {
      // Bull interrupts its blocking command by disconnecting, and leaves a failure of the next attempt unhandled.
      const connect = client.connect.bind(client);
      client.connect = () => connect().catch(() => undefined);
    }
    return client;
  }
}
