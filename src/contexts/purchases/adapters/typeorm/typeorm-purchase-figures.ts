import { Injectable } from '@nestjs/common';
import type { CounterIncrement } from '../../../../kernel/row-changes.js';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type Figures, UserFiguresSource } from '../../../accounts/index.js';
import { type BillerFigures, BillerFigureSource } from '../../../catalogue/index.js';
import { PurchaseFigures } from '../../application/ports.js';
import { earnedKobo, type Purchase } from '../../domain/purchase.js';
import { rewardPoints, worthOfPoints } from '../../domain/rewards.js';
import { BillerTradeRow, UserTradeRow } from './purchase.rows.js';

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
