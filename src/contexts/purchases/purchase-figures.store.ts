import { Injectable } from '@nestjs/common';
import type { CounterIncrement } from '../../kernel/row-changes.js';
import { kobo, type Kobo, formatNaira, toNaira } from '../../kernel/money.js';
import { Contributes, contribution } from '../../kernel/registry.js';
import { Database } from '../../platform/database/database.js';
import { tableOf } from '../../platform/database/table.js';
import { type Figures, UserFiguresSource, UserNumbersSource, ClosingObstacleSource } from '../accounts/index.js';
import { type BillerFigures, BillerFigureSource } from '../catalogue/index.js';
import { PurchaseFigures } from './purchase-records.js';
import { earnedKobo, type Purchase, UNDECIDED_LOG, Purchases } from './purchases.js';
import { rewardPoints, worthOfPoints } from './referrals.js';
import {
  BillerTradeRow,
  UserTradeRow,
  BoughtItemRow,
  PurchaseRow,
  PURCHASE_TABLES,
  PurchaseRawAnswerRow,
  VerificationRow,
} from './purchases.rows.js';
import { phoneSpellings } from '../../kernel/phone.js';
import { In, MoreThan, type Repository } from 'typeorm';
import type { RecordSummary, DataSubject } from '../../kernel/records.js';
import { idsByReference, UNDECIDED, orderTimeline, undecidedLogs } from '../attempts/order-records.store.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type Charge, itemised, readCharges } from '../../kernel/charges.js';
import { ChargedPaymentSource } from '../tariffs/index.js';
import { record } from '../../platform/database/record.js';
import { AttemptTimeline } from '../attempts/index.js';
import { readAll } from '../../kernel/pagination.js';
import { isoTime } from '../../kernel/clock.js';

const BILLER_TRADE = tableOf(BillerTradeRow);
const USER_TRADE = tableOf(UserTradeRow);

@Injectable()
@Contributes(BillerFigureSource)
@Contributes(UserFiguresSource)
export class TypeormPurchaseFigures extends PurchaseFigures implements BillerFigureSource, UserFiguresSource {
  constructor(private readonly database: Database) {
    super();
  }

  add(purchase: Purchase): CounterIncrement[] {
    return increments(purchase, 1);
  }

  takeBack(purchase: Purchase): CounterIncrement[] {
    return increments(purchase, -1);
  }

  addReferral(referrerId: string, bonusKobo: Kobo): CounterIncrement[] {
    return [USER_TRADE.increment({ userId: referrerId }, { referrals: 1, referralBonusKobo: bonusKobo })];
  }

  takeBackReferral(referrerId: string, takenKobo: Kobo): CounterIncrement[] {
    return [USER_TRADE.increment({ userId: referrerId }, { referrals: -1, referralBonusKobo: -takenKobo })];
  }

  async ofBillers(): Promise<ReadonlyMap<string, BillerFigures>> {
    const rows = await this.database.repository(BillerTradeRow).find();
    return new Map(
      rows.map(({ billerId, transactions, revenueKobo, volumeKobo }) => [
        billerId,
        { transactions, revenueKobo: kobo(revenueKobo), volumeKobo: kobo(volumeKobo) },
      ]),
    );
  }

  async of(userId: string): Promise<Figures> {
    const row = await this.database.repository(UserTradeRow).findOneBy({ userId });
    const tradeVolumeKobo = kobo(row?.volumeKobo ?? 0);
    const referralBonusKobo = kobo(row?.referralBonusKobo ?? 0);
    const rewardPoint = rewardPoints(tradeVolumeKobo);
    const rewardValueKobo = worthOfPoints(rewardPoint);
    return {
      rewardTotalKobo: kobo(rewardValueKobo + referralBonusKobo),
      rewardPoint,
      rewardValueKobo,
      tradeVolumeKobo,
      tradeCounts: row?.purchases ?? 0,
      referralBonusKobo,
    };
  }
}

function increments(purchase: Purchase, sign: 1 | -1): CounterIncrement[] {
  const { billerId, userId, amountKobo } = purchase;
  return [
    BILLER_TRADE.increment(
      { billerId },
      { transactions: sign, revenueKobo: sign * earnedKobo(purchase), volumeKobo: sign * amountKobo },
    ),
    USER_TRADE.increment({ userId }, { purchases: sign, volumeKobo: sign * amountKobo }),
  ];
}

@Injectable()
@Contributes(UserNumbersSource)
export class TypeormBuyersOfNumber extends UserNumbersSource {
  readonly kind = 'meter';

  constructor(private readonly database: Database) {
    super();
  }

  async usersOf(customerId: string, limit: number): Promise<string[]> {
    const rows = await this.database
      .repository(PurchaseRow)
      .createQueryBuilder('purchase')
      .select('DISTINCT purchase.userId', 'userId')
      .where('purchase.customerId IN (:...numbers)', { numbers: phoneSpellings(customerId) })
      .limit(limit)
      .getRawMany<{ userId: string }>();
    return rows.map(({ userId }) => userId);
  }
}

export const purchaseRecord = record(PurchaseRow, {
  uses: [AttemptTimeline, Purchases],
  staff: { kind: 'purchase', permission: 'userControl.transaction', search, title, words, waits: UNDECIDED },
  timeline: orderTimeline('purchase', 'deliver', PURCHASE_TABLES, whatOf),
  export: { name: 'purchases', rows: (userId, _, purchases) => exported(userId, purchases) },
  // Amounts, times, references and customer numbers stay.
  parts: [VerificationRow, BoughtItemRow],
  erase,
  answers: (database) => [
    undecidedLogs('purchase', UNDECIDED_LOG, PurchaseRow, database),
    contribution(ClosingObstacleSource, {
      obstacle: 'purchase',
      exists: (userId) => database.repository(PurchaseRow).existsBy({ userId, status: 'pending' }),
    }),
    contribution(ChargedPaymentSource, { chargesOf: (ids) => chargesByPurchase(ids, database) }),
  ],
});

async function search(
  text: string,
  size: number,
  rows: Repository<PurchaseRow>,
  database: Database,
): Promise<readonly PurchaseRow[]> {
  const ids = await idsByReference(database, PURCHASE_TABLES, text, size);
  const conditions = [{ id: In([text, ...ids]) }, { customerId: In(phoneSpellings(text)) }];
  return (await readRowPage(rows, conditions, { before: undefined, size })).items;
}

function words({ billerName, customerName }: PurchaseRow): string {
  return `${billerName} ${customerName}`;
}

function title({ id, itemName, amountKobo, customerId, reference, status, userId, createdAt }: PurchaseRow): RecordSummary {
  const name = `${itemName}, ${formatNaira(kobo(amountKobo))}`;
  return { id, title: name, detail: `${customerId}, ${reference}`, status, userId, createdAt };
}

function whatOf({ itemName, customerId, amountKobo }: PurchaseRow): string {
  return `${itemName} for ${customerId} was ordered: ${formatNaira(kobo(amountKobo))}`;
}

/** Without PINs and tokens, which the app shows one by one. */
async function* exported(userId: string, purchases: Purchases) {
  for await (const purchase of readAll((page) => purchases.list(userId, page, false)))
    yield {
      at: isoTime(purchase.createdAt),
      reference: purchase.reference,
      kind: purchase.kind,
      biller: purchase.billerName,
      item: purchase.itemName,
      customer: purchase.customer,
      amount: toNaira(purchase.amountKobo),
      ...itemised(purchase),
      status: purchase.status,
      message: purchase.responseMessage,
    };
}

const PAGE_ROWS = 500;
const ERASED = {
  customerName: '',
  customerAddress: '',
  customerEmail: '',
  customerMobile: '',
  details: '{}',
  sealedDeliverables: null,
};

async function erase({ userId }: DataSubject, database: Database): Promise<void> {
  await database.repository(VerificationRow).delete({ userId });
  await database.repository(BoughtItemRow).delete({ userId });
  const purchases = database.repository(PurchaseRow);
  for (let after = ''; ;) {
    const where = { userId, id: MoreThan(after) };
    const page = await purchases.find({ select: { id: true }, where, order: { id: 'ASC' }, take: PAGE_ROWS });
    if (page.length === 0) return;
    const ids = In(page.map(({ id }) => id));
    await database.repository(PurchaseRawAnswerRow).delete({ purchaseId: ids });
    await purchases.update({ id: ids }, ERASED);
    after = page.at(-1)!.id;
  }
}

const SELECT = { id: true, charges: true } as const;

async function chargesByPurchase(ids: readonly string[], database: Database): Promise<ReadonlyMap<string, readonly Charge[]>> {
  const rows = await database.repository(PurchaseRow).find({ select: SELECT, where: { id: In([...ids]) } });
  return new Map(rows.map(({ id, charges }) => [id, readCharges(charges)]));
}
