import { AnalyticsEvents } from '../../../src/contexts/analytics/analytics.consumer.js';
import { TypeormStatistics } from '../../../src/contexts/analytics/statistics.store.js';
import { TypeormStatisticSources } from '../../../src/contexts/analytics/statistic-sources.store.js';
import { TypeormVisitStore } from '../../../src/contexts/analytics/visits.store.js';
import {
  CountProducts,
  CountPurchases,
  CountUsers,
  type Customers,
  MarkActive,
  RebuildStatistics,
} from '../../../src/contexts/analytics/counting.js';
import { CatalogueEntries } from '../../../src/contexts/catalogue/index.js';
import { type PurchaseSummary, PurchaseSummaries } from '../../../src/contexts/purchases/index.js';
import { LoginRecords, type LoginRecord, type Registration, Registrations } from '../../../src/contexts/sign-in/index.js';
import { type Place, IpGeolocation } from '../../../src/contexts/location/index.js';
import { type Database, TypeormUnitOfWork } from '../../../src/platform/database/database.js';

/** Records of the other contexts, in memory. */
export class SourceRecords {
  readonly users = new Map<string, Registration>();
  /** Country of each user, which their address encodes. */
  readonly countries = new Map<string, string>();
  readonly trades = new Map<string, PurchaseSummary>();
  readonly items: { createdAt: number; items: number }[] = [];
}

class MemoryRegistrations extends Registrations {
  constructor(private readonly sources: SourceRecords) {
    super();
  }

  find(userIds: readonly string[]): Promise<Registration[]> {
    return Promise.resolve(userIds.flatMap((id) => this.sources.users.get(id) ?? []));
  }

  listAfter(userId: string, limit: number): Promise<Registration[]> {
    return Promise.resolve(after(this.sources.users, userId, limit));
  }

  count(): Promise<number> {
    return Promise.resolve(this.sources.users.size);
  }

  testAccounts(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

class MemoryPurchaseSummaries extends PurchaseSummaries {
  constructor(private readonly sources: SourceRecords) {
    super();
  }

  find(purchaseIds: readonly string[]): Promise<PurchaseSummary[]> {
    return Promise.resolve(purchaseIds.flatMap((id) => this.sources.trades.get(id) ?? []));
  }

  listAfter(purchaseId: string, limit: number): Promise<PurchaseSummary[]> {
    return Promise.resolve(after(this.sources.trades, purchaseId, limit));
  }

  count(): Promise<number> {
    return Promise.resolve(this.sources.trades.size);
  }

  countOpen(): Promise<number> {
    return Promise.resolve(0);
  }
}

class MemoryCatalogueEntries extends CatalogueEntries {
  has(): Promise<boolean> {
    return Promise.resolve(true);
  }
  constructor(private readonly sources: SourceRecords) {
    super();
  }

  itemsAdded(): Promise<{ createdAt: number; items: number }[]> {
    return Promise.resolve(this.sources.items);
  }
}

/** Logins whose address is the country. */
class CountryLogins extends LoginRecords {
  constructor(private readonly sources: SourceRecords) {
    super();
  }

  firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, LoginRecord>> {
    const device = { name: '', type: '', serial: '' };
    const login = (userId: string): LoginRecord => ({
      id: userId,
      userId,
      ip: this.sources.countries.get(userId) ?? '',
      city: '',
      country: '',
      device,
      outcome: 'success',
      createdAt: 0,
    });
    return Promise.resolve(new Map(userIds.map((userId) => [userId, login(userId)])));
  }

  add = unwanted;
  addInBackground = unwanted;
  find = unwanted;
  list = unwanted;
  setPlace = unwanted;
  deviceSerials = unwanted;
  shareDevice = unwanted;
  origins = unwanted;
  removeAll = unwanted;
  knowsAddress = unwanted;
  deviceSeenAt = unwanted;
  newDevices = unwanted;
}

class CountryPlaces extends IpGeolocation {
  find(ip: string): Promise<Place | undefined> {
    const names = { country: '', region: '', city: '', timeZone: '', coordinates: undefined, networkOperator: '' };
    return Promise.resolve(ip === '' ? undefined : { countryCode: ip, ...names });
  }
}

function unwanted(): never {
  throw new Error('nobody who counts asks this');
}

function after<Row>(sources: ReadonlyMap<string, Row>, id: string, limit: number): Row[] {
  const ids = [...sources.keys()].filter((each) => each > id).toSorted();
  return ids.slice(0, limit).map((each) => sources.get(each)!);
}

/** All counters on a real database, with the other contexts in memory. */
export class StatisticsFixture {
  readonly events: AnalyticsEvents;
  private readonly countPurchases: CountPurchases;
  readonly visits: TypeormVisitStore;
  readonly rebuild: RebuildStatistics;
  readonly statistics: TypeormStatistics;

  constructor(database: Database, sources: SourceRecords) {
    const unitOfWork = new TypeormUnitOfWork(database);
    const registrations = new MemoryRegistrations(sources);
    const trades = new MemoryPurchaseSummaries(sources);
    this.statistics = new TypeormStatistics(database);
    const customers = { among: (ids: readonly string[]) => Promise.resolve([...ids]) } as unknown as Customers;
    const countUsers = new CountUsers(
      registrations,
      customers,
      new CountryLogins(sources),
      new CountryPlaces(),
      this.statistics,
      unitOfWork,
    );
    const countPurchases = new CountPurchases(trades, countUsers, this.statistics, unitOfWork);
    const countProducts = new CountProducts(new MemoryCatalogueEntries(sources), this.statistics, unitOfWork);
    const markActive = new MarkActive(countUsers, customers, this.statistics, unitOfWork);
    this.events = new AnalyticsEvents(countUsers, countProducts, markActive);
    this.countPurchases = countPurchases;
    this.visits = new TypeormVisitStore(database, this.statistics);
    const records = new TypeormStatisticSources(database);
    this.rebuild = new RebuildStatistics(
      registrations,
      trades,
      countUsers,
      countPurchases,
      countProducts,
      records,
      this.statistics,
      unitOfWork,
    );
  }

  /** As the consumer of journals does. */
  async purchasesMoved(moved: readonly { readonly data: { readonly purchaseId: string } }[]): Promise<void> {
    await this.countPurchases.execute(moved.map(({ data }) => data.purchaseId));
  }
}
