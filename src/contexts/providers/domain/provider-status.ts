/** off: by staff. set aside: it failed in a row, and is tried again by itself. */
export type ProviderState = 'in use' | 'set aside' | 'off';

export interface ProviderSwitch {
  readonly isOn: boolean;
  readonly reason: string;
  readonly changedAt: number;
}

/** Since when; undefined where it was never anything else. */
export function stateOf(
  decided: ProviderSwitch | undefined,
  setAsideSince: number | undefined,
): { readonly state: ProviderState; readonly since: number | undefined } {
  if (decided && !decided.isOn) return { state: 'off', since: decided.changedAt };
  if (setAsideSince !== undefined) return { state: 'set aside', since: setAsideSince };
  return { state: 'in use', since: decided?.changedAt };
}
