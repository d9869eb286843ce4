import { type Callback, Cluster, Redis, type RedisOptions } from 'ioredis';
import { limit } from '../../kernel/timers.js';
import { redisAddress } from './redis-address.js';

export type RedisClient = Redis | Cluster;

/** Long enough for a handshake, short enough for a machine that no longer answers. */
const CONNECT_MS = 3_000;
/** Nodes that hang stay in use until the slots are read again. */
const SLOTS_MS = 2_000;
/** About half a second of a failover; a caller then does without Redis. */
const REDIRECTIONS = 5;

const reconnectMs = (attempt: number) => Math.min(attempt * 100, 2_000);

/** A connection to what a REDIS_URL names (see `redisAddress`), which reconnects by itself and follows the primary. */
export function openRedis(url: string, given: RedisOptions): RedisClient {
  const address = redisAddress(url);
  const options: RedisOptions = { ...address.options, connectTimeout: CONNECT_MS, ...given };
  const client =
    address.kind === 'cluster'
      ? new Cluster([...address.nodes], {
          enableOfflineQueue: given.enableOfflineQueue ?? true,
          redisOptions: options,
          // It would wait for ever for a node that hangs.
          enableReadyCheck: false,
          clusterRetryStrategy: reconnectMs,
          slotsRefreshInterval: SLOTS_MS,
          slotsRefreshTimeout: SLOTS_MS,
          maxRedirections: REDIRECTIONS,
          // Certificates are issued for names.
          dnsLookup: (host, done) => done(null, host),
        })
      : new PersistentRedis({ retryStrategy: reconnectMs, reconnectOnError: isReplica, ...options });
  // ioredis would print each error without a listener.
  client.on('error', () => undefined);
  return client;
}

/** Connects again until it is told to close; ioredis alone ends where news of a failover comes while it asks a sentinel. */
class PersistentRedis extends Redis {
  private isClosed = false;

  constructor(options: RedisOptions) {
    super(options);
    this.on('end', () => {
      if (!this.isClosed) this.connect().catch(() => undefined);
    });
  }

  override disconnect(reconnect = false): void {
    this.isClosed ||= !reconnect;
    super.disconnect(reconnect);
  }

  override quit(callback?: Callback<'OK'>): Promise<'OK'> {
    this.isClosed = true;
    return super.quit(callback);
  }
}

/** The server is no longer the primary: the connection is opened anew, to the present one. */
function isReplica({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

/** Whether commands can be sent soon. */
export async function answersAt(url: string): Promise<boolean> {
  const client = openRedis(url, {});
  const isRefused = new Promise<false>((resolve) => {
    client.on('error', ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' && resolve(false));
  });
  const isReady = becomesReady(client).then(() => true);
  try {
    return await limit(Promise.race([isReady, isRefused]), CONNECT_MS, () => new Error('Redis does not answer'));
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

/** Resolves when commands can be sent. */
export async function becomesReady(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') await new Promise<void>((resolve) => client.once('ready', () => resolve()));
}

/** The connection for requests: commands fail at once, or soon, while Redis is unreachable. */
export class RedisConnection {
  readonly client: RedisClient;

  constructor(
    readonly url: string,
    readonly prefix: string,
  ) {
    this.client = openRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 });
  }

  /** Resolves when the connection is usable; rejects after `timeoutMs`. */
  async ready(timeoutMs = 5_000): Promise<void> {
    await limit(becomesReady(this.client), timeoutMs, () => new Error('Redis does not answer'));
  }

  /** One key a command: keys of two names may be at two nodes of a cluster. */
  key(...parts: string[]): string {
    return [this.prefix, ...parts].join(':');
  }

  close(): void {
    this.client.disconnect();
  }
}
