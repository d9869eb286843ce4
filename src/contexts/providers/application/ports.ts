import type { ProviderSwitch } from '../domain/provider-status.js';

/** What staff decided of providers; those that they said nothing of are on. */
export abstract class ProviderSwitches {
  /** At most two seconds old; usually from memory. */
  abstract isOn(provider: string): Promise<boolean>;
  abstract all(): Promise<ReadonlyMap<string, ProviderSwitch>>;
  /** In the caller's unit of work: it holds in this process from the commit on, and in others within two seconds. */
  abstract set(provider: string, decided: ProviderSwitch): Promise<void>;
}
