import type { Data, HarmattanClient } from '@harmattan/client';

type Biller = Data<'service_biller_fetch'>[number];
type BillerItem = Data<'service_biller_item_fetch'>[number];

/** @throws Error where there is none */
export async function findItem(
  client: HarmattanClient,
  category: string,
  shortName: string,
  itemName: string,
): Promise<{ biller: Biller; item: BillerItem }> {
  const billers = await client.call('service_biller_fetch', { rqtp: 'owner', rqvl: category });
  const biller = billers.find((candidate) => candidate.shortName === shortName);
  if (!biller) throw new Error(`${category} has no biller ${shortName}`);
  const items = await client.call('service_biller_item_fetch', { rqtp: 'owner', rqvl: biller.billerId });
  const item = items.find((candidate) => candidate.itemName.includes(itemName));
  if (!item) throw new Error(`${shortName} has no item ${itemName}`);
  return { biller, item };
}

/** What a purchase says of the item. */
export function orderOf({ itemId, itemName, paymentCode }: BillerItem, { billerId, billerName, categoryId }: Biller) {
  return { itemId, paymentCode, billerId, billerName, billerItem: itemName, category: categoryId };
}
