import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { randomFraction } from '../../kernel/random.js';
import { after, afterListening, type Timer } from '../../kernel/timers.js';
import { redisAddress } from './redis-address.js';
import type { RedisConnection } from './redis.js';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** Also for a node that accepts the connection and does not answer. */
const SUBSCRIBE_MS = 3_000;
const DISCONNECT_MS = 200;

export interface SubscriptionListener {
  /** No message is missed from now on. */
  subscribed(): void;
  /** Messages may be missed until `subscribed`. */
  interrupted(): void;
  message(text: string): void;
}

/** One channel of Redis, on a connection of its own that is opened anew when it breaks, in a cluster at another node. */
export class RedisSubscription {
  private connection: Redis | undefined;
  private timer: Timer | undefined;
  private deadline: Timer | undefined;
  private failures = 0;

  constructor(
    private readonly redis: RedisConnection,
    private readonly channel: string,
    private readonly listener: SubscriptionListener,
  ) {
    this.open();
  }

  /** For a connection that looks open and brings nothing. */
  reopen(): void {
    this.listener.interrupted();
    this.connection?.disconnect();
  }

  close(): void {
    this.timer?.stop();
    this.deadline?.stop();
    this.connection?.removeAllListeners('end');
    this.connection?.disconnect();
  }

  private open(): void {
    const connection = new Redis({
      ...this.place(),
      connectionName: this.channel,
      disconnectTimeout: DISCONNECT_MS,
      retryStrategy: () => null,
      autoResubscribe: false,
      maxRetriesPerRequest: null,
    });
    this.connection = connection;
    connection.on('error', () => undefined);
    connection.once('ready', () => void this.subscribe(connection));
    connection.on('message', (_channel: string, text: string) => this.listener.message(text));
    this.deadline = afterListening(SUBSCRIBE_MS, () => connection.disconnect()).unref();
    connection.once('close', () => this.listener.interrupted());
    connection.once('end', () => this.openLater());
  }

  private openLater(): void {
    this.deadline?.stop();
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.failures++, LONGEST_RETRY_MS);
    this.timer = after(delayMs, () => this.open()).unref();
  }

  private async subscribe(connection: Redis): Promise<void> {
    try {
      await connection.subscribe(this.channel);
    } catch {
      connection.disconnect();
      return;
    }
    this.deadline?.stop();
    this.failures = 0;
    this.listener.subscribed();
  }

  /** Every node of a cluster brings the messages of all. */
  private place(): RedisOptions {
    const address = redisAddress(this.redis.url);
    if (address.kind !== 'cluster') return address.options;
    const known = this.redis.client instanceof Cluster ? this.redis.client.nodes().map(({ options }) => options) : [];
    const nodes = known.length > 0 ? known : address.nodes;
    const { host, port } = nodes[Math.floor(randomFraction() * nodes.length)]!;
    return { ...address.options, host: host!, port: port! };
  }
}
