import { Injectable } from '@nestjs/common';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { RefundedPurchasesSource } from '../../../tariffs/index.js';

@Injectable()
export class TypeormRefundedPurchases extends RefundedPurchasesSource {
  constructor(private readonly database: Database) {
    super();
  }

  async since(userId: string, times: readonly number[]): Promise<Kobo[]> {
    const total = 'amount_kobo + fee_kobo + surcharge_kobo';
    const sums = times.map((_, index) => `COALESCE(SUM(CASE WHEN recorded >= ? THEN ${total} END), 0) AS sum${index}`);
    const [row] = await this.database.rows<Record<string, number | string>>(
      `SELECT ${sums.join()} FROM purchase WHERE user_id = ? AND recorded >= ? AND status IN ('failed', 'reversed')`,
      [...times, userId, times[0]!],
    );
    return times.map((_, index) => kobo(Number(row![`sum${index}`])));
  }
}
