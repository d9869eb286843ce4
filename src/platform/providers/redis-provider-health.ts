import type { Clock } from '../../kernel/clock.js';
import { isRedisAway } from '../redis/redis-away.js';
import type { RedisConnection } from '../redis/redis.js';
import { StoredProviderHealth } from './provider-health.js';
import type { ProviderState } from './provider-state.js';

const TTL_MS = 3_600_000;
const ATTEMPTS = 20;
/** Sets or deletes the key where it still has the value that was read. */
const SWAP = `if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** Shared by all processes. While Redis is away, no provider is set aside. */
export class RedisProviderHealth extends StoredProviderHealth {
  constructor(
    private readonly redis: RedisConnection,
    clock: Clock,
  ) {
    super(clock);
  }

  protected async read(provider: string): Promise<ProviderState | undefined> {
    try {
      return parsed((await this.redis.client.get(this.redis.key('provider', provider))) ?? '');
    } catch (error) {
      if (!isRedisAway(error)) throw error;
      return undefined;
    }
  }

  protected async change(provider: string, next: (state: ProviderState | undefined) => ProviderState | undefined): Promise<void> {
    const key = this.redis.key('provider', provider);
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const read = (await this.redis.client.get(key)) ?? '';
        const state = next(parsed(read));
        const written = state ? JSON.stringify(state) : '';
        if (written === read || (await this.redis.client.eval(SWAP, 1, key, read, written, TTL_MS)) === 1) return;
      }
    } catch (error) {
      if (!isRedisAway(error)) throw error;
    }
  }
}

function parsed(text: string): ProviderState | undefined {
  return text === '' ? undefined : (JSON.parse(text) as ProviderState);
}
