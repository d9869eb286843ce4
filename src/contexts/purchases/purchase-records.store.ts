import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import { type Deliverable, masked } from '../../kernel/deliverable.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { phoneSpellings } from '../../kernel/phone.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  PurchaseSummaries,
  type PurchaseSummary,
} from './purchase-records.js';
import { Purchases } from './purchases.js';
import { toPurchase, PurchaseAnswerRow, PurchaseAttemptRow, PurchaseRow, readDeliverables } from './purchases.rows.js';
import { kobo, formatNaira } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import { AttemptHistory, AttemptRecords, AttemptTimeline, ProviderAvailability } from '../attempts/index.js';
import { BillerProviders } from '../billers/index.js';
import { Catalogue } from '../catalogue/index.js';
import { NO_FIGURES, ProviderRecords, type ProviderFigures, ProviderFigureSource } from '../providers/index.js';
import type { RecordKind, RecordReference } from '../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../kernel/timeline.js';

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
    const ids = rows.items.map(({ id }) => id);
    const [attempts, answers] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find({ where: { purchaseId: In(ids) }, order: { number: 'ASC' } }),
      this.database
        .repository(PurchaseAnswerRow)
        .find({ where: { purchaseId: In(ids) }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const items = rows.items.map((row) =>
      toRecord(
        this.secrets,
        row,
        attempts.filter(({ purchaseId }) => purchaseId === row.id),
        answers.filter(({ purchaseId }) => purchaseId === row.id),
      ),
    );
    return { items, next: rows.next };
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
      ...(reference === undefined ? {} : { id: In(await this.namedBy(reference)) }),
      ...(status === undefined ? {} : { status }),
      ...(isUndecided ? { status: 'pending', nextQueryAt: IsNull() } : {}),
    };
  }

  private async namedBy(reference: string): Promise<string[]> {
    const select = { purchaseId: true };
    const [ours, theirs] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find({ select, where: { reference } }),
      this.database.repository(PurchaseAnswerRow).find({ select, where: { providerReference: reference } }),
    ]);
    return [...new Set([...ours, ...theirs].map(({ purchaseId }) => purchaseId))];
  }
}

function toRecord(
  secrets: SecretBox,
  row: PurchaseRow,
  attempts: readonly PurchaseAttemptRow[],
  answers: readonly PurchaseAnswerRow[],
): PurchaseRecord {
  const latest = attempts.at(-1);
  const named = answers.findLast(({ attemptId, providerReference }) => attemptId === latest?.id && providerReference !== '');
  return {
    purchase: toPurchase(row),
    provider: latest?.provider ?? '',
    providerReference: named?.providerReference ?? '',
    // Decrypted where it is shown: of a sorted list many are read and few are.
    get deliverables() {
      return masked(readDeliverables(secrets, row));
    },
    answers: attempts.flatMap((attempt) => answersOf(attempt, answers)),
  };
}

function answersOf(attempt: PurchaseAttemptRow, answers: readonly PurchaseAnswerRow[]): AttemptAnswer[] {
  const { id, provider, reference, rawCode, rawMessage, createdAt, state } = attempt;
  const given = answers.filter(({ attemptId }) => attemptId === id);
  if (given.length === 0) return [{ provider, reference, outcome: state, code: rawCode, message: rawMessage, createdAt }];
  return given.map(({ outcome, code, message, createdAt: at }) => ({
    provider,
    reference,
    outcome,
    code,
    message,
    createdAt: at,
  }));
}

const SELECT = {
  id: true,
  userId: true,
  status: true,
  amountKobo: true,
  feeKobo: true,
  surchargeKobo: true,
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
      revenueKobo: kobo(row.commissionKobo + row.feeKobo + row.surchargeKobo),
      createdAt: row.createdAt,
    }));
  }
}

@Injectable()
@Contributes(ProviderRecords)
export class BillerRecords extends AttemptRecords {
  readonly kind = 'biller';

  constructor(providers: BillerProviders, history: AttemptHistory) {
    super('purchase', providers, history);
  }
}

@Injectable()
@Contributes(ProviderFigureSource)
export class BillerProviderFigures extends ProviderFigureSource {
  readonly kind = 'biller';

  constructor(
    private readonly providers: BillerProviders,
    private readonly history: AttemptHistory,
    private readonly catalogue: Catalogue,
    private readonly availability: ProviderAvailability,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  async figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    const [known, sold] = await Promise.all([this.history.figures('purchase', this.names), this.sold()]);
    return new Map([...sold].map(([name, items]) => [name, { ...(known.get(name) ?? NO_FIGURES), sold: items }]));
  }

  /** By providers that are in use. */
  private async sold(): Promise<ReadonlyMap<string, { items: number; alone: number }>> {
    const sold = new Map(this.names.map((name) => [name, { items: 0, alone: 0 }]));
    const used = new Set<string>();
    for (const provider of this.providers.all) if (await this.availability.isUsed(provider)) used.add(provider.name);
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

const TAKE = 100;

@Injectable()
@Contributes(TimelineSource)
export class PurchaseTimeline extends TimelineSource {
  override readonly name = 'purchases';
  override readonly kinds: readonly RecordKind[] = ['purchase'];

  constructor(
    private readonly database: Database,
    private readonly timeline: AttemptTimeline,
  ) {
    super();
  }

  override async entriesOf({ id }: RecordReference): Promise<TimelineEntry[]> {
    const purchase = await this.database.repository(PurchaseRow).findOneBy({ id });
    if (!purchase) return [];
    const options = { where: { purchaseId: id }, order: { createdAt: 'ASC' }, take: TAKE } as const;
    const [attempts, answers] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find(options),
      this.database.repository(PurchaseAnswerRow).find(options),
    ]);
    const { itemName, amountKobo, customerId, userId, createdAt, settledAt } = purchase;
    const what = `${itemName} for ${customerId} was ordered: ${formatNaira(kobo(amountKobo))}`;
    return this.timeline.entriesOf({ id, userId, what, verb: 'deliver', createdAt, settledAt, attempts, answers });
  }
}
