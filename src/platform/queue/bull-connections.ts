import { Redis, type RedisOptions } from 'ioredis';
import pTimeout from 'p-timeout';
import { redisOptions } from '../redis/redis.js';

const READY_MS = 2_000;

export class BullConnections {
  private readonly shared = new Map<'client' | 'subscriber', Redis>();
  private readonly blocking: Redis[] = [];
  private readonly options: RedisOptions;

  constructor(url: string) {
    // Without a retry limit: listeners wait for Redis, and senders await `ready` first.
    this.options = {
      ...redisOptions(url),
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    };
  }

  readonly open = (type: 'client' | 'subscriber' | 'bclient'): Redis => {
    if (type === 'bclient') {
      const connection = this.connect(false);
      this.blocking.push(connection);
      return connection;
    }
    const connection = this.shared.get(type) ?? this.connect(type === 'client');
    this.shared.set(type, connection);
    return connection;
  };

  get commands(): Redis {
    return this.open('client');
  }

  /** Rejects soon when Redis is unreachable. */
  async ready(): Promise<void> {
    await pTimeout(becomesReady(this.commands), { milliseconds: READY_MS, message: 'Redis is away' });
  }

  /** Closing a queue with pending connections causes an unhandled rejection. */
  async settle(): Promise<void> {
    await pTimeout(
      Promise.all(
        this.all()
          .filter(({ status }) => status !== 'end')
          .map(becomesReady),
      ),
      { milliseconds: READY_MS, message: 'Redis is away' },
    ).catch(() => undefined);
  }

  close(): void {
    for (const connection of this.all()) connection.disconnect();
  }

  private all(): Redis[] {
    return [...this.shared.values(), ...this.blocking];
  }

  private connect(enableReadyCheck: boolean): Redis {
    const connection = new Redis({ ...this.options, enableReadyCheck });
    // ioredis reconnects by itself, and would print each error without a listener.
    connection.on('error', () => undefined);
    return connection;
  }
}

async function becomesReady(connection: Redis): Promise<void> {
  if (connection.status !== 'ready') await new Promise<void>((resolve) => connection.once('ready', () => resolve()));
}
