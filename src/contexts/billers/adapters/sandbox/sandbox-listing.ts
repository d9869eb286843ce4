import type { ListedItem, Listing } from '../../../../kernel/listing.js';
import { AIRTIME } from './catalogue/airtime.js';
import { BETTING } from './catalogue/betting.js';
import { DATA } from './catalogue/data.js';
import { EDUCATION } from './catalogue/education.js';
import { ELECTRICITY } from './catalogue/electricity.js';
import { INTERNET } from './catalogue/internet.js';
import { listedBiller, listedCategory, listedItem } from './catalogue/shape.js';
import { TELEVISION } from './catalogue/television.js';

const CATEGORIES = [AIRTIME, DATA, TELEVISION, ELECTRICITY, EDUCATION, BETTING, INTERNET];

export const SANDBOX_LISTING: Listing = {
  categories: CATEGORIES.map(listedCategory),
  billers: CATEGORIES.flatMap((category) => category.billers.map((biller) => listedBiller(category, biller))),
  items: CATEGORIES.flatMap((category) =>
    category.billers.flatMap((biller) => biller.items.map((item, index) => listedItem(category, biller, item, index))),
  ),
};

const ITEMS: ReadonlyMap<string, ListedItem> = new Map(SANDBOX_LISTING.items.map((item) => [item.paymentCode, item]));

export function sandboxItem(paymentCode: string): ListedItem | undefined {
  return ITEMS.get(paymentCode);
}
