import { Injectable } from '@nestjs/common';
import { kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { Spending, type Spent } from '../../application/ports/spending.js';
import type { AccountId } from '../../domain/account.js';
import { SPENDING_DEBITS } from '../later-debits.js';

@Injectable()
export class SqlSpending extends Spending {
  constructor(private readonly database: Database) {
    super();
  }

  async since(account: AccountId, times: readonly number[]): Promise<Spent> {
    const sums = times.map((_, index) => `COALESCE(SUM(CASE WHEN d.recorded >= ? THEN -d.amount_kobo END), 0) AS sum${index}`);
    // One statement, so that the sums are those at `seq`.
    const rows = await this.database.rows<Record<string, number | string | null>>(
      `SELECT a.seq AS seq, MAX(d.recorded) AS postedAt, ${sums.join()}
       FROM ledger_account a LEFT JOIN
         (SELECT account_id, recorded, amount_kobo FROM posting WHERE account_id = ? AND recorded >= ? AND ${SPENDING_DEBITS}) d
         ON d.account_id = a.id
       WHERE a.id = ? GROUP BY a.seq`,
      [...times, account, times[0]!, account],
    );
    const [row] = rows;
    if (!row) return { seq: 0, postedAt: 0, sumsKobo: times.map(() => kobo(0)) };
    return {
      seq: Number(row['seq']),
      postedAt: Number(row['postedAt'] ?? times[0]),
      sumsKobo: times.map((_, index) => kobo(Number(row[`sum${index}`]))),
    };
  }
}
