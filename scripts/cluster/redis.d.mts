import type { PrivateServer } from '../services.mjs';

/** A server whose port is known, and that can hang. */
export interface RedisServer extends PrivateServer {
  readonly port: number;
  /** SIGSTOP: connections stay open, nothing answers. */
  freeze(): Promise<void>;
  thaw(): void;
}

export interface RedisServers {
  /** For REDIS_URL. */
  readonly url: string;
  /** Resolves when all is served by servers that run. @throws Error after 30 s */
  recovered(): Promise<void>;
  /** Stops every server and removes its data. */
  stop(): Promise<void>;
}

export interface RedisCluster extends RedisServers {
  /** Three primaries, then their replicas, as they were at the start. */
  readonly nodes: readonly RedisServer[];
  primaryOf(key: string): Promise<RedisServer>;
  /** SIGKILL of the primary that has `key`. */
  killPrimary(key: string): Promise<RedisServer>;
}

export interface RedisSentinel extends RedisServers {
  readonly servers: readonly RedisServer[];
  readonly sentinels: readonly RedisServer[];
  primary(): Promise<RedisServer>;
  /** SIGKILL of the primary. */
  killPrimary(): Promise<RedisServer>;
}

/** The name of the primary in the sentinels. */
export const SENTINEL_NAME: string;

/** `nodeTimeoutMs`: after which a silent node has failed; 1000 unless given. Rejects where no Redis is installed and none can be. */
export function startRedisCluster(options?: { password?: string; nodeTimeoutMs?: number }): Promise<RedisCluster>;

/** `downAfterMs`: after which a silent primary has failed; 1000 unless given. */
export function startRedisSentinel(options?: {
  password?: string;
  sentinelPassword?: string;
  downAfterMs?: number;
}): Promise<RedisSentinel>;
