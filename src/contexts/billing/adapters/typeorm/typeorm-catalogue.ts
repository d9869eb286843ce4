import { Injectable } from '@nestjs/common';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { BillerProviders } from '../../application/ports/biller-providers.js';
import { Catalogue, type CatalogueChange } from '../../application/ports/catalogue.js';
import { CatalogueSnapshot, type Listing, type Route } from '../../domain/catalogue.js';
import type { Price } from '../../domain/price.js';
import { billerRow, categoryRow, itemRow, priceColumns, toBiller, toCategory, toItem } from './catalogue-mapping.js';
import { BillerRow, CatalogueSyncRow, CategoryRow, type EntryRow, ItemRow, RouteRow } from './catalogue.rows.js';

/** How long a snapshot is used without a check of its revision. */
const FRESH_MS = 2_000;

const CHUNK = 200;

interface Held {
  readonly snapshot: CatalogueSnapshot;
  readonly revision: string;
  readonly checkedAt: number;
}

@Injectable()
export class TypeormCatalogue extends Catalogue {
  private held: Held | undefined;
  private refreshing: Promise<CatalogueSnapshot> | undefined;

  constructor(
    private readonly database: Database,
    private readonly providers: BillerProviders,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async current(): Promise<CatalogueSnapshot> {
    const { held } = this;
    if (held && this.clock.now() - held.checkedAt < FRESH_MS) return held.snapshot;
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
    if (!held) return this.refreshing;
    // Concurrent callers get the old snapshot; an error is reported to the next call.
    this.refreshing.catch((error: unknown) => this.log.problem('the catalogue could not be read', error));
    return held.snapshot;
  }

  async replace(provider: string, listing: Listing): Promise<CatalogueChange> {
    const retired = await this.database.transaction(async () => {
      const now = this.clock.now();
      // First, because its row lock serialises syncs of two processes.
      await this.mark(provider, now);
      await this.replaceRoutes(provider, listing);
      const categories = listing.categories.map((category, index) => categoryRow(category, provider, now, index));
      const billers = listing.billers.map((biller, index) => billerRow(biller, provider, now, index));
      const items = listing.items.map((item) => itemRow(item, provider, now));
      return (
        (await this.merge(CategoryRow, provider, categories, ({ categoryId }) => categoryId)) +
        (await this.merge(BillerRow, provider, billers, ({ billerId }) => billerId)) +
        (await this.merge(ItemRow, provider, items, ({ itemId }) => itemId))
      );
    });
    this.held = undefined;
    return { categories: listing.categories.length, billers: listing.billers.length, items: listing.items.length, retired };
  }

  async reprice(itemId: string, price: Price): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async () => {
      await this.database.repository(ItemRow).update({ itemId }, { ...priceColumns(price), updated: now });
      // Other processes reload when a revision has changed.
      const { provider } = await this.database.repository(ItemRow).findOneByOrFail({ itemId });
      await this.database.repository(CatalogueSyncRow).update({ provider }, { revision: newId() });
    });
    this.held = undefined;
  }

  async syncedAt(provider: string): Promise<number | undefined> {
    return (await this.database.repository(CatalogueSyncRow).findOneBy({ provider }))?.syncedAt;
  }

  private async refresh(): Promise<CatalogueSnapshot> {
    const checkedAt = this.clock.now();
    const revision = await this.revision();
    const snapshot = this.held?.revision === revision ? this.held.snapshot : await this.load();
    this.held = { snapshot, revision, checkedAt };
    return snapshot;
  }

  private async revision(): Promise<string> {
    const syncs = await this.database.rows<{ revision: string }>('SELECT revision FROM catalogue_sync ORDER BY provider');
    return syncs.map(({ revision }) => revision).join();
  }

  private async load(): Promise<CatalogueSnapshot> {
    const order = { sortOrder: 'ASC', id: 'ASC' } as const;
    const categories = await this.database.repository(CategoryRow).find({ order });
    const billers = await this.database.repository(BillerRow).find({ order });
    const items = await this.database.repository(ItemRow).find({ order });
    const routes = await this.routes();
    return new CatalogueSnapshot(
      categories.map(toCategory),
      billers.map(toBiller),
      items.map((row) => toItem(row, routes.get(row.itemId) ?? [])),
    );
  }

  /** By item, in failover order; only providers in use. */
  private async routes(): Promise<Map<string, Route[]>> {
    const rank = new Map(this.providers.all.map(({ name }, index) => [name, index]));
    const rows = (await this.database.repository(RouteRow).find()).filter(({ provider }) => rank.has(provider));
    rows.sort((a, b) => rank.get(a.provider)! - rank.get(b.provider)!);
    const byItem = new Map<string, Route[]>();
    for (const { itemId, provider, paymentCode } of rows)
      byItem.set(itemId, [...(byItem.get(itemId) ?? []), { provider, paymentCode }]);
    return byItem;
  }

  private async mark(provider: string, now: number): Promise<void> {
    await this.database
      .repository(CatalogueSyncRow)
      .createQueryBuilder()
      .insert()
      .values({ provider, syncedAt: now, revision: newId() })
      .orUpdate(['synced_at', 'revision'], ['provider'])
      .updateEntity(false)
      .execute();
  }

  private async replaceRoutes(provider: string, { items }: Listing): Promise<void> {
    const routes = this.database.repository(RouteRow);
    await routes.delete({ provider });
    for (let start = 0; start < items.length; start += CHUNK) {
      await routes.insert(
        items.slice(start, start + CHUNK).map(({ itemId, paymentCode }) => ({ itemId, provider, paymentCode })),
      );
    }
  }

  /** Writes only what differs. Returns how many entries became inactive. */
  private async merge<Row extends EntryRow>(
    type: EntityTarget<Row>,
    provider: string,
    listed: readonly Row[],
    keyOf: (row: Row) => string,
  ): Promise<number> {
    const rows = this.database.repository(type);
    const stored = new Map((await rows.find()).map((row) => [keyOf(row), row]));
    const fresh: Row[] = [];
    for (const row of listed) {
      const before = stored.get(keyOf(row));
      stored.delete(keyOf(row));
      if (!before) fresh.push(row);
      else if (!this.belongsToEarlier(before, provider) && differs(before, row))
        await this.update(type, before, Object.assign(row, { id: before.id, createdAt: before.createdAt }));
    }
    for (let start = 0; start < fresh.length; start += CHUNK) {
      await rows
        .createQueryBuilder()
        .insert()
        .values(fresh.slice(start, start + CHUNK) as never[])
        .updateEntity(false)
        .execute();
    }
    const gone = [...stored.values()].filter((row) => row.status === 'active' && this.isRetiredBy(row, provider));
    for (const row of gone) await this.update(type, row, Object.assign(row, { status: 'inactive' }));
    return gone.length;
  }

  private async update<Row extends EntryRow>(type: EntityTarget<Row>, { id }: Row, row: Row): Promise<void> {
    await this.database.repository(type).update({ id } as FindOptionsWhere<Row>, row as never);
  }

  /** An entry belongs to the first provider in order that offers it. */
  private belongsToEarlier(row: EntryRow, provider: string): boolean {
    const names = this.providers.all.map(({ name }) => name);
    const owner = names.indexOf(row.provider);
    return row.status === 'active' && owner >= 0 && owner < names.indexOf(provider);
  }

  private isRetiredBy(row: EntryRow, provider: string): boolean {
    return row.provider === provider || !this.providers.find(row.provider);
  }
}

/** Changes with every sync without a change of content. */
const PASSING: ReadonlySet<string> = new Set(['id', 'createdAt', 'updated']);

function differs<Row extends EntryRow>(before: Row, after: Row): boolean {
  return (Object.keys(after) as (keyof Row & string)[]).some((name) => !PASSING.has(name) && before[name] !== after[name]);
}
