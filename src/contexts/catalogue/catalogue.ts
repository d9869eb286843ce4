import type { ListedBiller, ListedCategory, ListedItem, Listing } from '../../kernel/listing.js';
import type { Commission, Price } from '../../kernel/price.js';
import { Failure, failures } from '../../kernel/failure.js';
import { faultOfNumber } from '../../kernel/customer-number.js';
import { begins, isNamed, isSpelledAlmost } from '../../kernel/person-name.js';
import { localPhone } from '../../kernel/phone.js';
import { Injectable } from '@nestjs/common';
import { type Kobo, kobo } from '../../kernel/money.js';
import { Contributions, Registry, Contributes } from '../../kernel/registry.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { withTimeout } from '../attempts/index.js';
import { BillerProviders } from '../billers/index.js';
import type { Charge } from '../../kernel/charges.js';
import { Tariffs } from '../tariffs/index.js';
import { type RecordSummary, StaffRecords } from '../../kernel/records.js';

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
    /** The providers that sell it, in failover order; also those that are off. */
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

export const catalogueFailures = failures('catalogue', {
  unknown_item: ['invalid', 'This item does not exist at the biller or is not available'],
  wrong_customer: ['invalid', 'The item is not sold for such a customer ID'],
  amount_changed: ['invalid', 'The price of this service has changed'],
  unavailable: ['invalid', 'The service is temporarily unavailable'],
  no_route: ['not_found', 'No route matching your query was found'],
  nothing_to_change: ['invalid', 'Nothing to change was given'],
  other_kind: ['invalid', 'The item is of another kind'],
  other_route: ['invalid', 'The provider sells this item by another route'],
  no_data: ['not_found', 'No data matching your query was found'],
});

/** The customer's number in the item's form; a phone in local form. @throws Failure `catalogue.wrong_customer`, which says the right form */
export function customerIdOf({ kind, customerLabel, validationParams }: Item, given: string): string {
  const customerId = kind === 'bill' ? given : localPhone(given);
  const fault = customerId === undefined ? 'must be a Nigerian mobile number' : faultOfNumber(customerId, validationParams);
  if (customerId !== undefined && fault === undefined) return customerId;
  // Names as IUC stay capitals.
  const label = customerLabel.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()) || 'customer ID';
  throw new Failure(catalogueFailures.wrong_customer, { text: `The ${label} ${fault}` });
}

/** Names that no public server has (RFC 2606, RFC 6762). */
const RESERVED = /(^|\.)(invalid|test|example|localhost|local|internal)$/;

/** Whether a picture may be fetched from there: by https from a public name, without credentials or port. */
export function isPictureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username } = new URL(text);
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname);
  return protocol === 'https:' && isName && !RESERVED.test(hostname) && port === '' && username === '';
}

export interface BillerFigures {
  readonly transactions: number;
  readonly revenueKobo: Kobo;
  readonly volumeKobo: Kobo;
}

export abstract class BillerFigureSource {
  /** Figures by biller id; billers without sales are left out. */
  abstract ofBillers(): Promise<ReadonlyMap<string, BillerFigures>>;
}

@Injectable()
export class SoldByBiller extends Registry<BillerFigureSource> {
  constructor(contributions: Contributions) {
    super(contributions, BillerFigureSource, 'one');
  }

  figures(): Promise<ReadonlyMap<string, BillerFigures>> {
    return this.entry.ofBillers();
  }
}

/** Pictures of billers, copied from their providers, so that apps load nothing from other hosts. */
export abstract class BillerLogos {
  /** Our copy's; empty where there is none. @param source the provider's address, or empty */
  abstract urlOf(source: string): string;
  /** Copies pictures that are not copied yet. Call it outside of a unit of work. */
  abstract copy(sources: readonly string[]): Promise<void>;
}

export abstract class CatalogueEntries {
  /** An item or a biller with this id, on sale or not. */
  abstract has(itemOrBillerId: string): Promise<boolean>;
  /** Number of new items by creation time (unix ms). */
  abstract itemsAdded(): Promise<{ readonly createdAt: number; readonly items: number }[]>;
}

export interface CatalogueChange {
  readonly categories: number;
  readonly billers: number;
  readonly items: number;
  readonly retired: number;
}

export abstract class Catalogue {
  /** To sell by: at most two seconds old, usually from memory. */
  abstract current(): Promise<CatalogueSnapshot>;
  /** To look at: from memory, while a change is read behind it. */
  abstract recent(): Promise<CatalogueSnapshot>;
  /** In the caller's unit of work: its change holds in this process from the commit on, and in others within two seconds. */
  abstract changed(provider: string): Promise<void>;
  /** Stores a provider's listing: entries of earlier providers gain a route, and entries no longer listed become inactive. */
  abstract replace(provider: string, listing: Listing): Promise<CatalogueChange>;
  /** The item's provider has changed its price since the last `replace`. */
  abstract reprice(itemId: string, price: Price): Promise<void>;
  /** Last `replace`; undefined before the first. */
  abstract syncedAt(provider: string): Promise<number | undefined>;
}

export type SyncResult = { readonly provider: string } & CatalogueChange;

@Injectable()
export class SyncCatalogue {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param only `stale`: skips providers synced within the last day. @throws errors of a provider's list; its catalogue stays */
  async execute(only: 'all' | 'stale' = 'all'): Promise<SyncResult[]> {
    const results: SyncResult[] = [];
    for (const provider of this.providers.all) {
      if (only === 'stale' && !(await this.isStale(provider.name))) continue;
      const { listTimeoutMs, readTimeoutMs } = provider.capabilities;
      const listing = await withTimeout(listTimeoutMs ?? readTimeoutMs, (signal) => provider.list(signal));
      // An empty list is an error of the provider and would retire all items.
      if (listing.items.length === 0) throw new Error(`${provider.name} lists nothing`);
      results.push({ provider: provider.name, ...(await this.replace(provider.name, listing)) });
    }
    return results;
  }

  private replace(provider: string, listing: Listing): Promise<CatalogueChange> {
    return this.unitOfWork.run(async () => {
      const change = await this.catalogue.replace(provider, listing);
      await this.outbox.add(domainEvent('catalogue.synced', { provider }));
      return change;
    });
  }

  private async isStale(provider: string): Promise<boolean> {
    const syncedAt = await this.catalogue.syncedAt(provider);
    return syncedAt === undefined || this.clock.now() - syncedAt > DAY_MS;
  }
}

/** Surcharges by tariff, else by biller: the same in a list, in a quote and in a purchase. */
@Injectable()
export class Surcharges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** None or one. */
  async of(item: Pick<Item, 'itemId' | 'billerId'>, biller: Biller, amountKobo: Kobo): Promise<Charge[]> {
    const book = await this.tariffs.current();
    return book.surcharge(item, amountKobo, this.clock.now()) ?? surchargeOf(biller, amountKobo);
  }

  /** Cost of the cheapest purchase, because the list of billers has one figure for each. @param items the biller's items */
  async ofLowest(biller: Biller, items: readonly Item[]): Promise<Kobo> {
    const [cheapest] = items.toSorted((one, other) => lowestOf(one.price) - lowestOf(other.price));
    return cheapest ? this.ofItem(cheapest, biller) : biller.surchargeKobo;
  }

  /** Cost of its price, or of the least that it is sold for. */
  async ofItem(item: Item, biller: Biller): Promise<Kobo> {
    const [charge] = await this.of(item, biller, lowestOf(item.price));
    return charge?.amountKobo ?? kobo(0);
  }
}

function lowestOf(price: Price): Kobo {
  return price.fixed ? price.amountKobo : price.minimumKobo;
}

function surchargeOf({ surchargeKobo: amountKobo }: Biller, baseKobo: Kobo): Charge[] {
  return amountKobo > 0 ? [{ kind: 'surcharge', name: 'Surcharge', amountKobo, baseKobo, tariffId: '' }] : [];
}

/** Finds billers by id or by the beginning of their name; from memory. */
@Injectable()
@Contributes(StaffRecords)
export class FoundItems extends StaffRecords {
  override readonly kind = 'item';
  override readonly permission = 'offerControl.getDataList';

  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return this.those(limit, ({ itemId, name }) => itemId === text.toLowerCase() || isNamed(text, name, begins));
  }

  override async similar(text: string, limit: number): Promise<RecordSummary[]> {
    return this.those(limit, ({ name }) => isNamed(text, name, isSpelledAlmost));
  }

  private async those(limit: number, isMeant: (item: Item) => boolean): Promise<RecordSummary[]> {
    const { activeItems } = await this.catalogue.recent();
    return activeItems.filter(isMeant).slice(0, limit).map(itemSummaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    const catalogue = await this.catalogue.recent();
    return ids.flatMap((id) => catalogue.item(id) ?? []).map(itemSummaryOf);
  }

  /** Everybody may see the catalogue. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }
}

function itemSummaryOf({ itemId: id, name, billerId: detail, status, createdAt }: Item): RecordSummary {
  return { id, title: name, detail, status, userId: '', createdAt };
}

/** Billers, by their id or by the beginning of their name; from memory. */
@Injectable()
@Contributes(StaffRecords)
export class FoundBillers extends StaffRecords {
  override readonly kind = 'biller';
  override readonly permission = 'offerControl.getDataList';

  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return this.those(limit, ({ billerId, name }) => billerId === text.toLowerCase() || isNamed(text, name, begins));
  }

  override async similar(text: string, limit: number): Promise<RecordSummary[]> {
    return this.those(limit, ({ name }) => isNamed(text, name, isSpelledAlmost));
  }

  private async those(limit: number, isMeant: (biller: Biller) => boolean): Promise<RecordSummary[]> {
    const { activeBillers } = await this.catalogue.recent();
    return activeBillers.filter(isMeant).slice(0, limit).map(billerSummaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    const catalogue = await this.catalogue.recent();
    return ids.flatMap((id) => catalogue.biller(id) ?? []).map(billerSummaryOf);
  }

  /** Everybody may see the catalogue. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }
}

function billerSummaryOf({ billerId: id, name, categoryId: detail, status, createdAt }: Biller): RecordSummary {
  return { id, title: name, detail, status, userId: '', createdAt };
}
