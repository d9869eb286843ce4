import { matchKey, type Offer } from './matching.js';

/** Undefined: it is found by matching. */
export type LinkByStaff = (offer: Offer) => string | undefined;

export interface Assignment {
  readonly offer: Offer;
  readonly itemId: string;
}

/**
 * Which item each offer is a route of: the one that staff said, else that of an earlier provider with the same item id or match key,
 * else its own. @param offers in the order of their providers
 */
export function assignOffers(offers: readonly Offer[], linkByStaff: LinkByStaff): Assignment[] {
  const assigned: Assignment[] = [];
  const sold = new Set<string>();
  const itemOfKey = new Map<string, string>();
  const take = (offer: Offer, itemId: string) => {
    sold.add(`${offer.provider} ${itemId}`);
    assigned.push({ offer, itemId });
  };
  const unlinked: Offer[] = [];
  for (const offer of offers) {
    const itemId = linkByStaff(offer);
    if (itemId === undefined) unlinked.push(offer);
    else take(offer, itemId);
  }
  for (const offer of unlinked) {
    const { provider, item } = offer;
    const key = matchKey(offer);
    const matching = key === undefined ? undefined : itemOfKey.get(key);
    // A provider sells an item by one route, so what it sells twice stays two items.
    const itemId = matching !== undefined && !sold.has(`${provider} ${matching}`) ? matching : item.itemId;
    take(offer, itemId);
    if (key !== undefined && matching === undefined) itemOfKey.set(key, itemId);
  }
  return assigned;
}
