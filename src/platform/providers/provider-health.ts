import type { Clock } from '../../kernel/clock.js';
import { ProviderHealth } from '../../kernel/provider-health.js';
import { afterClaim, afterFailure, afterRelease, type ProviderState } from './provider-state.js';

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
