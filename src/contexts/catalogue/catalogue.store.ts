import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { after } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { Log } from '../../platform/telemetry/log.js';
import { BillerProviders } from '../billers/index.js';
import {
  Catalogue,
  type CatalogueChange,
  CatalogueSnapshot,
  type Route,
  CatalogueEntries,
  BillerLogos,
  isPictureAddress,
} from './catalogue.js';
import type { Listing } from '../../kernel/listing.js';
import type { Price } from '../../kernel/price.js';
import {
  priceColumns,
  toBiller,
  toCategory,
  toItem,
  toRoute,
  BillerRow,
  CatalogueSyncRow,
  CategoryRow,
  ItemRow,
  RouteRow,
} from './catalogue.rows.js';
import { ListingWriter } from './listing.store.js';
import { inOrder } from './routes.store.js';
import { createHash } from 'node:crypto';
import type { FileStorage } from '../../kernel/storage.js';
import type { GuardedGet } from '../../platform/http-client/guarded-agent.js';
import type { ImageProcess } from '../../platform/images/image-process.js';

/** Time for which a snapshot is used without a check of its revision. */
const FRESH_MS = 2_000;
const READ_ATTEMPTS = 3;

/** Leaves out columns that only a sync reads. */
const ROUTE_COLUMNS = {
  id: true,
  provider: true,
  paymentCode: true,
  itemId: true,
  billerId: true,
  isFixed: true,
  minimumKobo: true,
  maximumKobo: true,
  commissionType: true,
  commissionValue: true,
  isOn: true,
  position: true,
} as const;

interface CachedCatalogue {
  readonly snapshot: CatalogueSnapshot;
  readonly revision: string;
  readonly checkedAt: number;
}

@Injectable()
export class TypeormCatalogue extends Catalogue {
  private cached: CachedCatalogue | undefined;
  private refreshing: Promise<CachedCatalogue> | undefined;
  /** Counts changes made here; a read from before the latest one is not kept. */
  private changes = 0;

  constructor(
    private readonly database: Database,
    private readonly providers: BillerProviders,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async current(): Promise<CatalogueSnapshot> {
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
      if (this.isFresh(this.cached)) return this.cached.snapshot;
      const read = await this.refreshed();
      // A read that was begun for another caller, or that took long, may be too old by now.
      if (this.isFresh(read)) return read.snapshot;
    }
    throw new Error('the catalogue is read too slowly to sell by it');
  }

  async recent(): Promise<CatalogueSnapshot> {
    const { cached } = this;
    if (!cached) return this.current();
    if (!this.isFresh(cached))
      this.refreshed().catch((error: unknown) => this.log.problem('the catalogue could not be read', error));
    return cached.snapshot;
  }

  async changed(provider: string): Promise<void> {
    await this.database.repository(CatalogueSyncRow).update({ provider }, { revision: newId() });
    this.database.afterCommit(this.forget);
  }

  async replace(provider: string, listing: Listing): Promise<CatalogueChange> {
    const retired = await this.database.transaction(async () => {
      const now = this.clock.now();
      // First, because its row lock serialises syncs of two processes.
      await this.mark(provider, now);
      return new ListingWriter(this.database, this.providers, now).write(provider, listing);
    });
    this.database.afterCommit(this.forget);
    return { categories: listing.categories.length, billers: listing.billers.length, items: listing.items.length, retired };
  }

  async reprice(itemId: string, price: Price): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async () => {
      await this.database.repository(ItemRow).update({ itemId }, { ...priceColumns(price), updated: now });
      const { provider } = await this.database.repository(ItemRow).findOneByOrFail({ itemId });
      await this.changed(provider);
    });
  }

  async syncedAt(provider: string): Promise<number | undefined> {
    return (await this.database.repository(CatalogueSyncRow).findOneBy({ provider }))?.syncedAt;
  }

  private isFresh(cached: CachedCatalogue | undefined): cached is CachedCatalogue {
    const ageMs = cached ? this.clock.now() - cached.checkedAt : Infinity;
    return ageMs >= 0 && ageMs < FRESH_MS;
  }

  /** Shares one read between all who wait. */
  private refreshed(): Promise<CachedCatalogue> {
    if (this.refreshing) return this.refreshing;
    const refreshing = this.refresh();
    this.refreshing = refreshing;
    const end = () => {
      if (this.refreshing === refreshing) this.refreshing = undefined;
    };
    refreshing.then(end, end);
    return refreshing;
  }

  private async refresh(): Promise<CachedCatalogue> {
    const checkedAt = this.clock.now();
    const { changes } = this;
    const revision = await this.revision();
    const snapshot = this.cached?.revision === revision ? this.cached.snapshot : await this.load();
    const read = { snapshot, revision, checkedAt };
    if (changes === this.changes) this.cached = read;
    return read;
  }

  private readonly forget = (): void => {
    this.changes++;
    this.cached = undefined;
    this.refreshing = undefined;
  };

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

  /** Routes by item, in failover order; only those of providers in use. */
  private async routes(): Promise<Map<string, Route[]>> {
    const rows = await this.database
      .repository(RouteRow)
      .find({ select: ROUTE_COLUMNS, where: { isListed: true, provider: In(this.providers.all.map(({ name }) => name)) } });
    const byItem = new Map<string, RouteRow[]>();
    for (const row of rows) byItem.set(row.itemId, [...(byItem.get(row.itemId) ?? []), row]);
    return new Map([...byItem].map(([itemId, ofItem]) => [itemId, inOrder(ofItem, this.providers).map(toRoute)]));
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
}

@Injectable()
export class TypeormCatalogueEntries extends CatalogueEntries {
  constructor(private readonly database: Database) {
    super();
  }

  async has(id: string): Promise<boolean> {
    const [isItem, isBiller] = await Promise.all([
      this.database.repository(ItemRow).existsBy({ itemId: id }),
      this.database.repository(BillerRow).existsBy({ billerId: id }),
    ]);
    return isItem || isBiller;
  }

  async itemsAdded(): Promise<{ createdAt: number; items: number }[]> {
    const moments = await this.database
      .repository(ItemRow)
      .createQueryBuilder('item')
      .select('item.createdAt', 'createdAt')
      .addSelect('COUNT(*)', 'items')
      .groupBy('item.createdAt')
      .getRawMany<{ createdAt: number | string; items: number | string }>();
    return moments.map(({ createdAt, items }) => ({ createdAt: Number(createdAt), items: Number(items) }));
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;
const COPY = { format: 'webp', animated: false, size: 256 } as const;

export function logoKey(name: string): string {
  return `logos/${name}.webp`;
}

/** Written anew as WebP, so that no other bytes are served. Each process finds out by itself which copies exist. */
export class StoredBillerLogos extends BillerLogos {
  private readonly copies = new Map<string, 'stored' | 'unknown'>();

  constructor(
    private readonly storage: FileStorage,
    private readonly publicUrl: string,
    private readonly log: Log,
    private readonly get: GuardedGet,
    private readonly images: ImageProcess,
  ) {
    super();
  }

  urlOf(source: string): string {
    if (!isPictureAddress(source)) return '';
    const name = nameOf(source);
    const copy = this.copies.get(name);
    if (copy === undefined) {
      this.copies.set(name, 'unknown');
      void this.find(name).catch(() => this.copies.delete(name));
    }
    return copy === 'stored' ? `${this.publicUrl}/${logoKey(name)}` : '';
  }

  async copy(sources: readonly string[]): Promise<void> {
    for (const source of new Set(sources.filter(isPictureAddress))) {
      const name = nameOf(source);
      try {
        if (!(await this.find(name))) await this.storage.put(logoKey(name), await this.read(source));
        this.copies.set(name, 'stored');
      } catch (error) {
        this.log.warning('cannot copy a picture of a biller', { host: new URL(source).hostname }, error);
      }
    }
    // Other processes may have stored it.
    for (const [name, copy] of this.copies) if (copy === 'unknown') this.copies.delete(name);
  }

  /** Leaves a missing one to be looked for after a while. */
  private async find(name: string): Promise<boolean> {
    const content = await this.storage.open(logoKey(name));
    content?.destroy();
    if (content) this.copies.set(name, 'stored');
    else after(60_000, () => this.copies.get(name) === 'unknown' && this.copies.delete(name)).unref();
    return content !== undefined;
  }

  private async read(source: string): Promise<Buffer> {
    const { status, body } = await this.get(source, AbortSignal.timeout(TIMEOUT_MS));
    if (status !== 200) throw new Error(`answered ${status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error('larger than 1 MB');
      chunks.push(chunk);
    }
    const made = await this.images.convert(Buffer.concat(chunks), [COPY]);
    if (typeof made === 'string') throw new Error(`the picture is refused: ${made}`);
    return made[0]!;
  }
}

function nameOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 32);
}
