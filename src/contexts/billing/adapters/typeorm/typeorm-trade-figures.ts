import { Injectable } from '@nestjs/common';
import type { CounterIncrement } from '../../../../kernel/row-changes.js';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { type Figures, UserFiguresSource } from '../../../identity/index.js';
import { type BillerFigures, TradeFigures } from '../../application/ports/trade-figures.js';
import { earnedKobo, type Purchase } from '../../domain/purchase.js';
import { rewardPoints, worthOfPoints } from '../../domain/rewards.js';
import { BillerTradeRow, UserTradeRow } from './purchase.rows.js';

@Injectable()
export class TypeormTradeFigures extends TradeFigures implements UserFiguresSource {
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
    return [{ table: 'user_trade', key: { user_id: referrerId }, add: { referrals: 1, referral_bonus_kobo: bonusKobo } }];
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
    {
      table: 'biller_trade',
      key: { biller_id: billerId },
      add: { transactions: sign, revenue_kobo: sign * earnedKobo(purchase), volume_kobo: sign * amountKobo },
    },
    { table: 'user_trade', key: { user_id: userId }, add: { purchases: sign, volume_kobo: sign * amountKobo } },
  ];
}
