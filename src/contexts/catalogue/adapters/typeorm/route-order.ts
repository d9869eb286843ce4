import type { BillerProviders } from '../../../billers/index.js';
import type { RouteRow } from './catalogue.rows.js';

/** As staff ordered them, and those that staff did not order after them, by the order of the providers. */
export function inOrder(ofItem: readonly RouteRow[], providers: BillerProviders): RouteRow[] {
  const rank = new Map(providers.all.map(({ name }, index) => [name, index]));
  const rankOf = ({ provider }: RouteRow) => rank.get(provider) ?? rank.size;
  const positionOf = ({ position }: RouteRow) => position ?? Number.MAX_SAFE_INTEGER;
  return ofItem.toSorted((a, b) => positionOf(a) - positionOf(b) || rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
}
