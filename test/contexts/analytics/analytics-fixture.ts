import { AnalyticsEvents } from '../../../src/contexts/analytics/analytics.events.js';
import { TypeormActiveUsers } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-active-users.js';
import { TypeormCountedRecords } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-counted-records.js';
import { TypeormStatisticSources } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-statistic-sources.js';
import { TypeormStatistics } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-statistics.js';
import { TypeormVisits } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-visits.js';
import { CountProducts } from '../../../src/contexts/analytics/application/count-products.js';
import { CountPurchases } from '../../../src/contexts/analytics/application/count-purchases.js';
import { CountUsers } from '../../../src/contexts/analytics/application/count-users.js';
import { MarkActive } from '../../../src/contexts/analytics/application/mark-active.js';
import { RebuildStatistics } from '../../../src/contexts/analytics/application/rebuild-statistics.js';
import { Assortment, type Trade, Trades } from '../../../src/contexts/billing/index.js';
import { LoginRecords, type LoginRecord, type Registration, Registrations } from '../../../src/contexts/identity/index.js';
import { type Place, Places } from '../../../src/contexts/location/index.js';
import type { Database } from '../../../src/platform/database/database.js';
import { TypeormUnitOfWork } from '../../../src/platform/database/typeorm-unit-of-work.js';

/** What the other contexts know, in memory. */
export class Facts {
  readonly users = new Map<string, Registration>();
  /** Country of each user, by which their address is made up. */
  readonly countries = new Map<string, string>();
  readonly trades = new Map<string, Trade>();
  readonly items: { createdAt: number; items: number }[] = [];
}

class MemoryRegistrations extends Registrations {
  constructor(private readonly facts: Facts) {
    super();
  }

  find(userIds: readonly string[]): Promise<Registration[]> {
    return Promise.resolve(userIds.flatMap((id) => this.facts.users.get(id) ?? []));
  }

  listAfter(userId: string, limit: number): Promise<Registration[]> {
    return Promise.resolve(after(this.facts.users, userId, limit));
  }

  count(): Promise<number> {
    return Promise.resolve(this.facts.users.size);
  }
}

class MemoryTrades extends Trades {
  constructor(private readonly facts: Facts) {
    super();
  }

  find(purchaseIds: readonly string[]): Promise<Trade[]> {
    return Promise.resolve(purchaseIds.flatMap((id) => this.facts.trades.get(id) ?? []));
  }

  listAfter(purchaseId: string, limit: number): Promise<Trade[]> {
    return Promise.resolve(after(this.facts.trades, purchaseId, limit));
  }

  count(): Promise<number> {
    return Promise.resolve(this.facts.trades.size);
  }

  countOpen(): Promise<number> {
    return Promise.resolve(0);
  }
}

class MemoryAssortment extends Assortment {
  constructor(private readonly facts: Facts) {
    super();
  }

  itemsAdded(): Promise<{ createdAt: number; items: number }[]> {
    return Promise.resolve(this.facts.items);
  }
}

/** Logins of which nothing is known but the address, which is the country. */
class CountryLogins extends LoginRecords {
  constructor(private readonly facts: Facts) {
    super();
  }

  firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, LoginRecord>> {
    const device = { name: '', type: '', serial: '' };
    const login = (userId: string): LoginRecord => ({
      id: userId,
      userId,
      ip: this.facts.countries.get(userId) ?? '',
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
  knowsDevice = unwanted;
}

class CountryPlaces extends Places {
  of(ip: string): Promise<Place | undefined> {
    const names = { country: '', region: '', city: '', timeZone: '', coordinates: undefined };
    return Promise.resolve(ip === '' ? undefined : { countryCode: ip, ...names });
  }
}

function unwanted(): never {
  throw new Error('nobody who counts asks this');
}

function after<Fact>(facts: ReadonlyMap<string, Fact>, id: string, limit: number): Fact[] {
  const ids = [...facts.keys()].filter((each) => each > id).toSorted();
  return ids.slice(0, limit).map((each) => facts.get(each)!);
}

/** Everything that counts, on a real database, with the facts of other contexts in memory. */
export class CountingHouse {
  readonly events: AnalyticsEvents;
  readonly visits: TypeormVisits;
  readonly rebuild: RebuildStatistics;
  readonly statistics: TypeormStatistics;

  constructor(database: Database, facts: Facts) {
    const unitOfWork = new TypeormUnitOfWork(database);
    const registrations = new MemoryRegistrations(facts);
    const trades = new MemoryTrades(facts);
    const counted = new TypeormCountedRecords(database);
    this.statistics = new TypeormStatistics(database);
    const countUsers = new CountUsers(
      registrations,
      new CountryLogins(facts),
      new CountryPlaces(),
      counted,
      this.statistics,
      unitOfWork,
    );
    const countPurchases = new CountPurchases(trades, countUsers, counted, this.statistics, unitOfWork);
    const countProducts = new CountProducts(new MemoryAssortment(facts), this.statistics, unitOfWork);
    const active = new TypeormActiveUsers(database);
    const markActive = new MarkActive(countUsers, active, counted, this.statistics, unitOfWork);
    this.events = new AnalyticsEvents(countUsers, countPurchases, countProducts, markActive);
    this.visits = new TypeormVisits(database, this.statistics);
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
}
