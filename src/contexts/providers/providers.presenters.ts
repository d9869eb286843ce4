import { toNaira } from '../../kernel/money.js';
import type { ProviderRecord } from './providers.js';

export function presentProvider({ name, kind, state, since, reason, figures }: ProviderRecord) {
  const { floatKobo, successRate, medianSeconds, undecided, sold } = figures;
  return {
    name,
    kind,
    status: state,
    since: since === undefined ? '' : String(since),
    reason,
    float: floatKobo === undefined ? null : toNaira(floatKobo),
    success_rate_24h: successRate === undefined ? null : Math.round(successRate * 10_000) / 10_000,
    median_seconds_24h: medianSeconds ?? null,
    undecided,
    items: sold?.items ?? null,
    items_alone: sold?.alone ?? null,
  };
}
