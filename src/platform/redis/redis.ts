import { Redis, type RedisOptions } from 'ioredis';

/** ioredis options of a `redis://`, `rediss://` or `unix://path` URL. */
export function redisOptions(url: string): RedisOptions {
  const parsed = new URL(url);
  if (parsed.protocol === 'unix:') return { path: parsed.pathname, db: Number(parsed.searchParams.get('db') ?? 0) };
  return {
    host: parsed.hostname || '127.0.0.1',
    port: Number(parsed.port || 6379),
    db: Number(parsed.pathname.slice(1) || 0),
    ...(parsed.username ? { username: decodeURIComponent(parsed.username) } : {}),
    ...(parsed.password ? { password: decodeURIComponent(parsed.password) } : {}),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** The connection for requests: commands fail at once while Redis is unreachable. */
export class RedisConnection {
  readonly client: Redis;

  constructor(
    url: string,
    readonly prefix: string,
  ) {
    this.client = new Redis({
      ...redisOptions(url),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    // ioredis reconnects by itself, and would print each error without a listener.
    this.client.on('error', () => undefined);
  }

  /** Resolves when the connection is usable; rejects after `timeoutMs`. */
  async ready(timeoutMs = 5_000): Promise<void> {
    if (this.client.status === 'ready') return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Redis does not answer')), timeoutMs);
      this.client.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  key(...parts: string[]): string {
    return [this.prefix, ...parts].join(':');
  }

  close(): void {
    this.client.disconnect();
  }
}

/** ioredis's messages for commands that were not sent or not answered. */
const AWAY = ['Connection is closed.', 'Command timed out', "Stream isn't writeable and enableOfflineQueue options is false"];

export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'MaxRetriesPerRequestError' || AWAY.includes(error.message) || isRedisAway(error.cause);
}
