import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import { readCharges } from '../../kernel/charges.js';
import { Clock } from '../../kernel/clock.js';
import { type Deliverable, masked } from '../../kernel/deliverable.js';
import { kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { phoneSpellings } from '../../kernel/phone.js';
import { Contributes } from '../../kernel/registry.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { AttemptHistory, AttemptRecords, type OrderAttempts, ProviderAvailability } from '../attempts/index.js';
import {
  addOrderGauges,
  askedByProvider,
  AttemptFigures,
  attemptRecords,
  idsByReference,
} from '../attempts/order-records.store.js';
import { BillerProviders } from '../billers/index.js';
import { Catalogue } from '../catalogue/index.js';
import { NO_FIGURES, type ProviderFigures, ProviderFigureSource, ProviderRecords } from '../providers/index.js';
import {
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  PurchaseSummaries,
  type PurchaseSummary,
} from './purchase-records.js';
import { earnedKobo, Purchases } from './purchases.js';
import { PURCHASE_TABLES, PurchaseRow, readDeliverables, toPurchase } from './purchases.rows.js';

@Injectable()
export class TypeormPurchaseRecords extends PurchaseRecords {
  constructor(
    private readonly database: Database,
    private readonly purchases: Purchases,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  async list(filter: PurchaseFilter, page: PageRequest): Promise<Page<PurchaseRecord>> {
    const rows = await readRowPage(this.database.repository(PurchaseRow), await this.conditionOf(filter), page);
    const attemptsOf = await attemptRecords(
      this.database,
      PURCHASE_TABLES,
      rows.items.map(({ id }) => id),
    );
    return { items: rows.items.map((row) => this.recordOf(row, attemptsOf(row.id))), next: rows.next };
  }

  async reveal(purchaseId: string): Promise<readonly Deliverable[]> {
    return (await this.purchases.revealAll([purchaseId])).get(purchaseId)?.deliverables ?? [];
  }

  private async conditionOf(filter: PurchaseFilter): Promise<FindOptionsWhere<PurchaseRow>> {
    const { id, userId, customerId, reference, status, isUndecided } = filter;
    return {
      ...(id === undefined ? {} : { id }),
      ...(userId === undefined ? {} : { userId }),
      ...(customerId === undefined ? {} : { customerId: In(phoneSpellings(customerId)) }),
      ...(reference === undefined ? {} : { id: In(await idsByReference(this.database, PURCHASE_TABLES, reference)) }),
      ...(status === undefined ? {} : { status }),
      ...(isUndecided ? { status: 'pending', nextQueryAt: IsNull() } : {}),
    };
  }

  private recordOf(row: PurchaseRow, attempts: OrderAttempts): PurchaseRecord {
    const { secrets } = this;
    return {
      purchase: toPurchase(row),
      ...attempts,
      // Decrypted where it is shown: of a sorted list many are read and few are.
      get deliverables() {
        return masked(readDeliverables(secrets, row));
      },
    };
  }
}

const SELECT = {
  id: true,
  userId: true,
  status: true,
  amountKobo: true,
  charges: true,
  commissionKobo: true,
  createdAt: true,
} as const;

@Injectable()
export class TypeormPurchaseSummaries extends PurchaseSummaries {
  constructor(private readonly database: Database) {
    super();
  }

  find(purchaseIds: readonly string[]): Promise<PurchaseSummary[]> {
    return this.read({ id: In([...purchaseIds]) }, purchaseIds.length);
  }

  listAfter(purchaseId: string, limit: number): Promise<PurchaseSummary[]> {
    return this.read({ id: MoreThan(purchaseId) }, limit);
  }

  count(): Promise<number> {
    return this.database.repository(PurchaseRow).count();
  }

  countOpen(): Promise<number> {
    // A range of the index: settled purchases have no next query.
    return this.database.repository(PurchaseRow).countBy({ nextQueryAt: MoreThan(0) });
  }

  private async read(where: FindOptionsWhere<PurchaseRow>, take: number): Promise<PurchaseSummary[]> {
    const rows = await this.database.repository(PurchaseRow).find({ select: SELECT, where, order: { id: 'ASC' }, take });
    return rows.map((row) => ({
      purchaseId: row.id,
      userId: row.userId,
      status: row.status,
      amountKobo: kobo(row.amountKobo),
      revenueKobo: earnedKobo({ commissionKobo: kobo(row.commissionKobo), charges: readCharges(row.charges) }),
      createdAt: row.createdAt,
    }));
  }
}

@Injectable()
@Contributes(ProviderRecords)
export class BillerRecords extends AttemptRecords {
  constructor(providers: BillerProviders, history: AttemptHistory) {
    super('biller', 'purchase', providers, history);
  }
}

@Injectable()
@Contributes(ProviderFigureSource)
export class BillerProviderFigures extends AttemptFigures {
  constructor(
    private readonly billers: BillerProviders,
    history: AttemptHistory,
    private readonly catalogue: Catalogue,
    private readonly availability: ProviderAvailability,
  ) {
    super('biller', 'purchase', billers, history);
  }

  override async figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    const [known, sold] = await Promise.all([super.figures(), this.sold()]);
    return new Map([...sold].map(([name, items]) => [name, { ...(known.get(name) ?? NO_FIGURES), sold: items }]));
  }

  /** Counts items of providers that are in use. */
  private async sold(): Promise<ReadonlyMap<string, { items: number; alone: number }>> {
    const sold = new Map(this.names.map((name) => [name, { items: 0, alone: 0 }]));
    const used = new Set<string>();
    for (const provider of this.billers.all) if (await this.availability.isUsed(provider)) used.add(provider.name);
    for (const { routes } of (await this.catalogue.recent()).activeItems) {
      const sellers = new Set(routes.filter(({ isOn, provider }) => isOn && used.has(provider)).map(({ provider }) => provider));
      for (const name of sellers) {
        const items = sold.get(name)!;
        items.items++;
        if (sellers.size === 1) items.alone++;
      }
    }
    return sold;
  }
}

@Injectable()
export class PurchaseGauges implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    addOrderGauges(this.gauges, 'purchase', this.clock);
    const help = 'Age of the oldest pending purchase that providers are asked about';
    const age = askedByProvider('purchase', '(? - MIN(purchase.recorded)) / 1000.0');
    this.gauges.add('provider', 'harmattan_undecided_purchase_age_seconds', help, age, () => this.clock.now());
  }
}
