import { BillerProviders } from '../billers/index.js';
import { RouteRow, BillerRow, CatalogueSyncRow, CategoryRow, ItemRow } from './catalogue.rows.js';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import { Catalogue, catalogueFailures } from './catalogue.js';
import { type RouteChange, type RouteFilter, type RouteRecord, Routes } from './routes.js';
import { areOfDifferentFields, type Offer } from './matching.js';
import { ListingWriter } from './listing.store.js';

/** Staff's order first, then the other routes in the order of the providers. */
export function inOrder(ofItem: readonly RouteRow[], providers: BillerProviders): RouteRow[] {
  const rank = new Map(providers.all.map(({ name }, index) => [name, index]));
  const rankOf = ({ provider }: RouteRow) => rank.get(provider) ?? rank.size;
  const positionOf = ({ position }: RouteRow) => position ?? Number.MAX_SAFE_INTEGER;
  return ofItem.toSorted((a, b) => positionOf(a) - positionOf(b) || rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
}

@Injectable()
export class TypeormRoutes extends Routes {
  constructor(
    private readonly database: Database,
    private readonly providers: BillerProviders,
    private readonly clock: Clock,
    private readonly catalogue: Catalogue,
  ) {
    super();
  }

  async list(filter: RouteFilter, page: PageRequest): Promise<Page<RouteRecord>> {
    const { items, next } = await readRowPage(this.routes, await this.condition(filter), page);
    const records = await this.records(items);
    return { items: filter.by === 'item' ? records.toSorted((a, b) => a.position - b.position) : records, next };
  }

  async find(id: string): Promise<RouteRecord | undefined> {
    return (await this.records(await this.routes.findBy({ id })))[0];
  }

  async change(id: string, { isOn, position, itemId }: RouteChange): Promise<void> {
    await this.beginChange();
    const row = await this.routes.findOneBy({ id });
    if (!row) throw new Failure(catalogueFailures.no_route);
    await this.catalogue.changed(row.provider);
    if (isOn !== undefined) await this.routes.update({ id }, { isOn });
    if (itemId !== undefined) await this.link(row, itemId);
    if (position !== undefined) await this.moveTo(id, itemId ?? row.itemId, position);
  }

  /** Changes are made one at a time, and not beside a sync: a change writes the routes of items as it read them. */
  private async beginChange(): Promise<void> {
    await this.database.repository(CatalogueSyncRow).find({ order: { provider: 'ASC' }, ...rowLock(this.database) });
  }

  private async link(row: RouteRow, itemId: string): Promise<void> {
    const offer = JSON.parse(row.offer) as Offer;
    if (itemId !== offer.item.itemId) {
      const item = await this.database.repository(ItemRow).findOneBy({ itemId });
      if (!item) throw new Failure(catalogueFailures.unknown_item);
      const isOfOtherKind = offer.item.kind !== item.kind || offer.item.deliversPin !== item.deliversPin;
      if (isOfOtherKind || (await this.isOfOtherField(offer, item))) throw new Failure(catalogueFailures.other_kind);
    }
    const others = await this.routes.findBy({ itemId, provider: row.provider, isListed: true });
    if (others.some(({ id }) => id !== row.id)) throw new Failure(catalogueFailures.other_route);
    await this.routes.update({ id: row.id }, { itemId, isLinkedByStaff: true, position: null });
    await new ListingWriter(this.database, this.providers, this.clock.now()).assign();
  }

  private async isOfOtherField({ category }: Offer, { billerId }: ItemRow): Promise<boolean> {
    const biller = await this.database.repository(BillerRow).findOneBy({ billerId });
    const other = biller && (await this.database.repository(CategoryRow).findOneBy({ categoryId: biller.categoryId }));
    return !!other && areOfDifferentFields(category, other);
  }

  private async moveTo(id: string, itemId: string, position: number): Promise<void> {
    const ordered = inOrder(await this.routes.findBy({ itemId }), this.providers);
    const moved = ordered.filter((row) => row.id === id);
    const order = ordered.filter((row) => row.id !== id);
    order.splice(position - 1, 0, ...moved);
    for (const [index, row] of order.entries()) await this.routes.update({ id: row.id }, { position: index + 1 });
  }

  private async condition(filter: RouteFilter): Promise<FindOptionsWhere<RouteRow>> {
    switch (filter.by) {
      case 'all':
        return {};
      case 'off':
        return { isOn: false };
      case 'provider':
        return { provider: filter.value };
      case 'item': {
        const item = await this.database.repository(ItemRow).findOneBy({ id: filter.value });
        return { itemId: item?.itemId ?? filter.value };
      }
      case 'biller': {
        const biller = await this.database.repository(BillerRow).findOneBy({ id: filter.value });
        const items = await this.database.repository(ItemRow).findBy({ billerId: biller?.billerId ?? filter.value });
        return { itemId: In(items.map(({ itemId }) => itemId)) };
      }
    }
  }

  private async records(rows: readonly RouteRow[]): Promise<RouteRecord[]> {
    const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
    const items = await this.database.repository(ItemRow).findBy({ itemId: In(itemIds) });
    const billers = await this.database.repository(BillerRow).findBy({ billerId: In(items.map(({ billerId }) => billerId)) });
    const itemOf = new Map(items.map((item) => [item.itemId, item]));
    const billerOf = new Map(billers.map((biller) => [biller.billerId, biller]));
    const siblings = await this.routes.findBy({ itemId: In(itemIds) });
    const orderOf = new Map(
      itemIds.map((itemId) => {
        const ofItem = siblings.filter((row) => row.itemId === itemId);
        return [itemId, inOrder(ofItem, this.providers).map(({ id }) => id)];
      }),
    );
    return rows.map(({ id, itemId, provider, paymentCode, isListed, isOn, createdAt }) => {
      const item = itemOf.get(itemId);
      return {
        id,
        itemId,
        itemName: item?.name ?? '',
        billerName: billerOf.get(item?.billerId ?? '')?.name ?? '',
        provider,
        paymentCode,
        position: (orderOf.get(itemId)?.indexOf(id) ?? 0) + 1,
        status: isListed ? (isOn ? 'on' : 'off') : 'unlisted',
        createdAt,
      };
    });
  }

  private get routes() {
    return this.database.repository(RouteRow);
  }
}
