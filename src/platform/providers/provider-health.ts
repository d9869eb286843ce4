import type { Clock } from '../../kernel/clock.js';
import { ProviderHealth } from '../../kernel/provider-health.js';
import { isRedisAway } from '../redis/redis-away.js';
import type { RedisConnection } from '../redis/redis.js';

export interface ProviderState {
  /** The last failures in a row. */
  readonly failedAt: readonly number[];
  /** Nothing new goes to it before; zero while it is in use. */
  readonly setAsideUntil: number;
  readonly pauseMs: number;
  readonly setAsideAt?: number;
  /** One request tries it again. */
  readonly isTried?: boolean;
}

const FAILURES = 5;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

/** Five failures in a row within a minute set it aside; so does one failure of the single request that tries it again. */
export function afterFailure(state: ProviderState | undefined, now: number): ProviderState {
  if (state && state.setAsideUntil > 0) {
    // Requests that were under way when it was set aside say nothing new.
    if (!state.isTried) return state;
    const pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
    return { ...state, pauseMs, setAsideUntil: now + pauseMs, isTried: false };
  }
  const failedAt = [...(state?.failedAt ?? []), now].slice(-FAILURES);
  const isSeries = failedAt.length === FAILURES && now - failedAt[0]! < WITHIN_MS;
  if (!isSeries) return { failedAt, setAsideUntil: 0, pauseMs: FIRST_PAUSE_MS };
  return { failedAt, setAsideUntil: now + FIRST_PAUSE_MS, pauseMs: FIRST_PAUSE_MS, setAsideAt: now };
}

/** The state once one request tries it again: others stay away until that request has an outcome, or a pause is over. */
export function afterClaim(state: ProviderState, now: number): ProviderState {
  return { ...state, setAsideUntil: now + state.pauseMs, isTried: true };
}

/** The state once the request that was to try it again was not sent: the next one may. */
export function afterRelease(state: ProviderState, now: number): ProviderState {
  return state.isTried ? { ...state, setAsideUntil: now, isTried: false } : state;
}

type Next = (state: ProviderState | undefined) => ProviderState | undefined;

/** The rules of `ProviderState` over some memory. */
export abstract class StoredProviderHealth extends ProviderHealth {
  /** 1 where a provider was set aside when this process last looked. */
  readonly setAside = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async allows(provider: string): Promise<boolean> {
    const now = this.clock.now();
    let allowed = true;
    await this.change(provider, (state) => {
      allowed = !state || state.setAsideUntil <= now;
      this.setAside.set(provider, isSetAside(state));
      return state && allowed && state.setAsideUntil > 0 ? afterClaim(state, now) : state;
    });
    return allowed;
  }

  succeeded(provider: string): Promise<void> {
    this.setAside.set(provider, 0);
    return this.change(provider, () => undefined);
  }

  failed(provider: string): Promise<void> {
    return this.change(provider, (state) => {
      const next = afterFailure(state, this.clock.now());
      this.setAside.set(provider, isSetAside(next));
      return next;
    });
  }

  released(provider: string): Promise<void> {
    return this.change(provider, (state) => state && afterRelease(state, this.clock.now()));
  }

  async setAsideSince(provider: string): Promise<number | undefined> {
    const state = await this.read(provider);
    return state && state.setAsideUntil > 0 ? (state.setAsideAt ?? state.failedAt.at(-1)) : undefined;
  }

  /** Undefined: all is well. */
  protected abstract read(provider: string): Promise<ProviderState | undefined>;
  /** Atomic; `next` may run several times. Undefined: all is well. */
  protected abstract change(provider: string, next: Next): Promise<void>;
}

function isSetAside(state: ProviderState | undefined): number {
  return state && state.setAsideUntil > 0 ? 1 : 0;
}

/** For a single process. */
export class MemoryProviderHealth extends StoredProviderHealth {
  private readonly states = new Map<string, ProviderState>();

  protected read(provider: string): Promise<ProviderState | undefined> {
    return Promise.resolve(this.states.get(provider));
  }

  protected change(provider: string, next: Next): Promise<void> {
    const state = next(this.states.get(provider));
    if (state) this.states.set(provider, state);
    else this.states.delete(provider);
    return Promise.resolve();
  }
}

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
