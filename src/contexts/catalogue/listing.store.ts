import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { Database } from '../../platform/database/database.js';
import {
  type EntryRow,
  billerRow,
  categoryRow,
  itemRow,
  offerColumns,
  BillerRow,
  CategoryRow,
  ItemRow,
  RouteRow,
} from './catalogue.rows.js';
import { newId } from '../../kernel/ids.js';
import type { BillerProviders } from '../billers/index.js';
import { assignOffers, type Assignment, type Offer } from './matching.js';
import type { Listing } from '../../kernel/listing.js';

const CHUNK = 200;
/** Changes with every sync without a change of content. */
const PASSING: ReadonlySet<string> = new Set(['id', 'createdAt', 'updated']);

export interface Rules<Row> {
  readonly keyOf: (row: Row) => string;
  /** A stored entry that is listed, and stays unchanged. */
  readonly keeps?: (stored: Row) => boolean;
  /** A stored entry that is not listed, and becomes inactive. */
  readonly retires: (stored: Row) => boolean;
}

/** Writes only entries that differ from the stored ones, and removes none. Returns how many became inactive. */
export async function mergeEntries<Row extends EntryRow>(
  database: Database,
  type: EntityTarget<Row>,
  listed: readonly Row[],
  { keyOf, keeps, retires }: Rules<Row>,
): Promise<number> {
  const rows = database.repository(type);
  const update = ({ id }: Row, row: Row) => rows.update({ id } as FindOptionsWhere<Row>, row as never);
  const stored = new Map((await rows.find()).map((row) => [keyOf(row), row]));
  const fresh: Row[] = [];
  for (const row of listed) {
    const before = stored.get(keyOf(row));
    stored.delete(keyOf(row));
    if (!before) fresh.push(row);
    else if (!keeps?.(before) && differs(before, row))
      await update(before, Object.assign(row, { id: before.id, createdAt: before.createdAt }));
  }
  await insertAll(database, type, fresh);
  const gone = [...stored.values()].filter((row) => row.status === 'active' && retires(row));
  for (const row of gone) await update(row, Object.assign(row, { status: 'inactive' }));
  return gone.length;
}

export async function insertAll<Row extends object>(
  database: Database,
  type: EntityTarget<Row>,
  rows: readonly Row[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await database
      .repository(type)
      .createQueryBuilder()
      .insert()
      .values(rows.slice(start, start + CHUNK))
      .updateEntity(false)
      .execute();
  }
}

function differs<Row extends EntryRow>(before: Row, after: Row): boolean {
  return (Object.keys(after) as (keyof Row & string)[]).some((name) => !PASSING.has(name) && before[name] !== after[name]);
}

/** Writes a provider's list, and finds the routes of all items anew. Within a transaction. */
export class ListingWriter {
  constructor(
    private readonly database: Database,
    private readonly providers: BillerProviders,
    private readonly now: number,
  ) {}

  /** Returns how many entries became inactive. */
  async write(provider: string, listing: Listing): Promise<number> {
    const { now } = this;
    const rulesFor = <Row extends EntryRow>(keyOf: (row: Row) => string) => ({
      keyOf,
      keeps: (row: Row) => this.belongsToEarlier(row, provider),
      retires: (row: Row) => row.provider === provider || !this.providers.find(row.provider),
    });
    const categories = listing.categories.map((category, index) => categoryRow(category, provider, now, index));
    const billers = listing.billers.map((biller, index) => billerRow(biller, provider, now, index));
    const retired =
      (await mergeEntries(
        this.database,
        CategoryRow,
        categories,
        rulesFor<CategoryRow>(({ categoryId }) => categoryId),
      )) +
      (await mergeEntries(
        this.database,
        BillerRow,
        billers,
        rulesFor<BillerRow>(({ billerId }) => billerId),
      ));
    await this.writeOffers(provider, offersOf(provider, listing));
    return retired + (await this.assign());
  }

  private async writeOffers(provider: string, offers: readonly Offer[]): Promise<void> {
    const routes = this.database.repository(RouteRow);
    const stored = new Map((await routes.findBy({ provider })).map((row) => [row.paymentCode, row]));
    const fresh: Offer[] = [];
    for (const offer of offers) {
      const { paymentCode } = offer.item;
      const before = stored.get(paymentCode);
      stored.delete(paymentCode);
      const columns = offerColumns(offer);
      if (!before) fresh.push(offer);
      else if (!before.isListed || before.offer !== columns.offer)
        await routes.update({ id: before.id }, { ...columns, isListed: true });
    }
    const rows = fresh.map((offer, index) => ({
      ...offerColumns(offer),
      id: newId(),
      provider,
      itemId: offer.item.itemId,
      isListed: true,
      isOn: true,
      position: null,
      isLinkedByStaff: false,
      // One of its own for each, because pages of them go on from a time.
      createdAt: this.now - index,
    }));
    await insertAll(this.database, RouteRow, rows);
    for (const { id, isListed } of stored.values()) if (isListed) await routes.update({ id }, { isListed: false });
  }

  /** Finds the item of every route. Returns how many items went off sale. */
  async assign(): Promise<number> {
    const rank = new Map(this.providers.all.map(({ name }, index) => [name, index]));
    const routes = this.database.repository(RouteRow);
    const listed = (await routes.findBy({ isListed: true }))
      .filter(({ provider }) => rank.has(provider))
      .toSorted((a, b) => rank.get(a.provider)! - rank.get(b.provider)! || b.createdAt - a.createdAt);
    const known = new Map<Offer, RouteRow>();
    for (const row of listed) known.set(JSON.parse(row.offer) as Offer, row);
    const assigned = assignOffers([...known.keys()], (offer) => {
      const { isLinkedByStaff, itemId } = known.get(offer)!;
      return isLinkedByStaff ? itemId : undefined;
    });
    for (const { offer, itemId } of assigned) {
      const { id, itemId: before } = known.get(offer)!;
      // Its position was one among the routes of the other item.
      if (itemId !== before) await routes.update({ id }, { itemId, position: null });
    }
    const sold = new Set(assigned.map(({ itemId }) => itemId));
    return mergeEntries(this.database, ItemRow, this.ownItems(assigned), {
      keyOf: ({ itemId }) => itemId,
      retires: ({ itemId }) => !sold.has(itemId),
    });
  }

  /** Items as described by the first provider that lists them under its own id. */
  private ownItems(assigned: readonly Assignment[]): ItemRow[] {
    const rows = new Map<string, ItemRow>();
    for (const { offer, itemId } of assigned) {
      const { provider, item } = offer;
      if (item.itemId === itemId && !rows.has(itemId)) rows.set(itemId, itemRow(item, provider, this.now));
    }
    return [...rows.values()];
  }

  /** An entry belongs to the first provider in order that offers it. */
  private belongsToEarlier(row: EntryRow, provider: string): boolean {
    const names = this.providers.all.map(({ name }) => name);
    const owner = names.indexOf(row.provider);
    return row.status === 'active' && owner >= 0 && owner < names.indexOf(provider);
  }
}

function offersOf(provider: string, { categories, billers, items }: Listing): Offer[] {
  const categoryOf = new Map(categories.map((category) => [category.categoryId, category]));
  const billerOf = new Map(billers.map((biller) => [biller.billerId, biller]));
  const offers = new Map<string, Offer>();
  for (const item of items) {
    const biller = billerOf.get(item.billerId);
    const category = biller && categoryOf.get(biller.categoryId);
    if (biller && category && !offers.has(item.paymentCode)) offers.set(item.paymentCode, { provider, category, biller, item });
  }
  return [...offers.values()];
}
