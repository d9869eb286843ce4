import { Injectable } from '@nestjs/common';
import type { CounterIncrement } from '../../kernel/row-changes.js';
import { kobo, type Kobo, formatNaira } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import { Database } from '../../platform/database/database.js';
import { tableOf, tablesOf } from '../../platform/database/table.js';
import { type Figures, UserFiguresSource, UserNumbersSource, ClosingObstacleSource } from '../accounts/index.js';
import { type BillerFigures, BillerFigureSource } from '../catalogue/index.js';
import { PurchaseFigures } from './purchase-records.js';
import { earnedKobo, type Purchase, UNDECIDED_LOG } from './purchases.js';
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
import { In, MoreThan } from 'typeorm';
import { type RecordSummary, StaffRecords } from '../../kernel/staff-records.js';
import { OpenRows } from '../../platform/database/open-rows.js';
import { idsByReference, UNDECIDED, UndecidedOrderLogs } from '../attempts/order-records.store.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { UnsettledMoneySource } from '../system-logs/index.js';
import { type DataSubject, Eraser } from '../../kernel/eraser.js';
import { type Charge, readCharges } from '../../kernel/charges.js';
import { ChargedPaymentSource } from '../tariffs/index.js';

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

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenPurchases extends OpenRows<PurchaseRow> {
  override readonly kind = 'purchase';
  override readonly permission = 'userControl.transaction';

  constructor(database: Database) {
    super(database, PurchaseRow, UNDECIDED);
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const ids = await idsByReference(this.database, PURCHASE_TABLES, text, limit);
    const conditions = [{ id: In([text, ...ids]) }, { customerId: In(phoneSpellings(text)) }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map((row) => this.summaryOf(row));
  }

  protected summaryOf(row: PurchaseRow): RecordSummary {
    const { id, itemName, amountKobo, customerId, reference, status, userId, createdAt } = row;
    const title = `${itemName}, ${formatNaira(kobo(amountKobo))}`;
    return { id, title, detail: `${customerId}, ${reference}`, status, userId, createdAt };
  }

  protected override wordsOf({ billerName, customerName }: PurchaseRow): string {
    return `${billerName} ${customerName}`;
  }
}

@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormUndecidedLogs extends UndecidedOrderLogs {
  constructor(database: Database) {
    super('purchase', UNDECIDED_LOG, database, PurchaseRow);
  }
}

/** Purchases without an outcome keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUndecidedPurchases extends ClosingObstacleSource {
  readonly obstacle = 'purchase';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(PurchaseRow).existsBy({ userId, status: 'pending' });
  }
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

/** Keeps amounts, times, references and customer numbers of purchases. */
@Injectable()
@Contributes(Eraser)
export class TypeormPurchasesEraser extends Eraser {
  readonly tables = tablesOf(VerificationRow, PurchaseRow, BoughtItemRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(VerificationRow).delete({ userId });
    await this.database.repository(BoughtItemRow).delete({ userId });
    const purchases = this.database.repository(PurchaseRow);
    for (let after = ''; ;) {
      const page = await purchases.find({
        select: { id: true },
        where: { userId, id: MoreThan(after) },
        order: { id: 'ASC' },
        take: PAGE_ROWS,
      });
      if (page.length === 0) return;
      const ids = In(page.map(({ id }) => id));
      await this.database.repository(PurchaseRawAnswerRow).delete({ purchaseId: ids });
      await purchases.update({ id: ids }, ERASED);
      after = page.at(-1)!.id;
    }
  }
}

const SELECT = { id: true, charges: true } as const;

@Injectable()
@Contributes(ChargedPaymentSource)
export class TypeormChargedPurchases extends ChargedPaymentSource {
  constructor(private readonly database: Database) {
    super();
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    const rows = await this.database.repository(PurchaseRow).find({ select: SELECT, where: { id: In([...ids]) } });
    return new Map(rows.map(({ id, charges }) => [id, readCharges(charges)]));
  }
}
