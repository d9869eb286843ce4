import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { Spending, type Spent } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';
import { GIVEN_BACK, RECEIVED_CREDITS, SPENDING_DEBITS } from '../debits-since.js';

@Injectable()
export class SqlSpending extends Spending {
  constructor(private readonly database: Database) {
    super();
  }

  async since(account: AccountId, times: readonly number[], bothWays: readonly number[] = []): Promise<Spent> {
    const from = times[0]!;
    const received = bothWays.map(
      (_, index) =>
        `, (SELECT COALESCE(SUM(amount_kobo), 0) FROM posting WHERE account_id = ? AND recorded >= ? AND ${RECEIVED_CREDITS}) AS received${index}`,
    );
    const sums = times.map((_, index) => `COALESCE(SUM(CASE WHEN s.recorded >= ? THEN s.kobo END), 0) AS sum${index}`);
    // One statement, so that the sums are those at `seq`. A hold has the time of its debit.
    const rows = await this.database.rows<Record<string, number | string | null>>(
      `SELECT a.seq AS seq, MAX(s.recorded) AS postedAt, ${sums.join()}${received.join('')}
       FROM ledger_account a LEFT JOIN
         (SELECT account_id, recorded, -amount_kobo AS kobo FROM posting
            WHERE account_id = ? AND recorded >= ? AND ${SPENDING_DEBITS}
          UNION ALL
          SELECT payer, recorded, -held_kobo FROM ledger_hold WHERE payer = ? AND recorded >= ? AND ${GIVEN_BACK}) s
         ON s.account_id = a.id
       WHERE a.id = ? GROUP BY a.seq`,
      [...times, ...bothWays.flatMap((time) => [account, time]), account, from, account, from, account],
    );
    const [row] = rows;
    if (!row) return { seq: 0, postedAt: 0, sumsKobo: times.map(() => kobo(0)) };
    return {
      seq: Number(row['seq']),
      postedAt: Number(row['postedAt'] ?? from),
      sumsKobo: times.map((_, index) => kobo(Number(row[`sum${index}`]))),
      ...(bothWays.length > 0 ? { receivedKobo: bothWays.map((_, index) => kobo(Number(row[`received${index}`]))) } : {}),
    };
  }
}
