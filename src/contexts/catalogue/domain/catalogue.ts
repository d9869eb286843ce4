import type { ListedBiller, ListedCategory, ListedItem } from '../../../kernel/listing.js';
import type { Commission, Price } from '../../../kernel/price.js';

export interface Entry {
  readonly id: string;
  /** Entries that the provider lists no longer become inactive. */
  readonly status: 'active' | 'inactive';
  readonly createdAt: number;
}

export interface Route {
  readonly id: string;
  readonly provider: string;
  /** This one's and the next are the provider's own. */
  readonly paymentCode: string;
  readonly billerId: string;
  readonly price: Price;
  readonly commission: Commission;
  /** False where staff switched it off. */
  readonly isOn: boolean;
}

export type Category = ListedCategory & Entry;
export type Biller = ListedBiller & Entry;
export type Item = ListedItem &
  Entry & {
    /** Unix ms of the last change. */
    readonly updated: number;
    /** By the providers that sell it, in failover order; also those that are off. */
    readonly routes: readonly Route[];
  };

/** The catalogue at one time. Entries are in display order. */
export class CatalogueSnapshot {
  readonly activeCategories: readonly Category[];
  readonly activeBillers: readonly Biller[];
  readonly activeItems: readonly Item[];
  private readonly categories: ReadonlyMap<string, Category>;
  private readonly billers: ReadonlyMap<string, Biller>;
  private readonly items: ReadonlyMap<string, Item>;
  private readonly itemsByPaymentCode: ReadonlyMap<string, Item>;
  private readonly itemsByBiller: ReadonlyMap<string, readonly Item[]>;

  constructor(categories: readonly Category[], billers: readonly Biller[], items: readonly Item[]) {
    this.categories = new Map(categories.map((category) => [category.categoryId, category]));
    const open = billers.filter((biller) => isActive(biller) && this.isOpen(this.categories.get(biller.categoryId)));
    this.billers = new Map(billers.map((biller) => [biller.billerId, biller]));
    const openBillers = new Set(open.map(({ billerId }) => billerId));
    const onSale = items.filter((item) => isActive(item) && openBillers.has(item.billerId));
    this.items = new Map(items.map((item) => [item.itemId, item]));
    const byBiller = new Map<string, Item[]>();
    for (const item of onSale) byBiller.set(item.billerId, [...(byBiller.get(item.billerId) ?? []), item]);
    this.itemsByBiller = byBiller;
    // A biller of a second provider has none where the first sells the same.
    this.activeBillers = open.filter(({ billerId }) => byBiller.has(billerId));
    const openCategories = new Set(this.activeBillers.map(({ categoryId }) => categoryId));
    this.activeCategories = categories.filter((category) => isActive(category) && openCategories.has(category.categoryId));
    this.activeItems = this.activeBillers.flatMap(({ billerId }) => this.itemsOf(billerId));
    this.itemsByPaymentCode = new Map(this.activeItems.map((item) => [item.paymentCode, item]));
  }

  category(categoryId: string): Category | undefined {
    return this.categories.get(categoryId);
  }

  biller(billerId: string): Biller | undefined {
    return this.billers.get(billerId);
  }

  item(itemId: string): Item | undefined {
    return this.items.get(itemId);
  }

  /** The item on sale under this payment code. */
  itemByPaymentCode(paymentCode: string): Item | undefined {
    return this.itemsByPaymentCode.get(paymentCode);
  }

  itemsOf(billerId: string): readonly Item[] {
    return this.itemsByBiller.get(billerId) ?? [];
  }

  private isOpen(category: Category | undefined): boolean {
    return category !== undefined && isActive(category);
  }
}

function isActive(entry: Entry): boolean {
  return entry.status === 'active';
}
