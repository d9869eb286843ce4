import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { type AccountBalance, type AccountRange, History, WalletBalances } from '../../application/ports.js';

const PORTION = 500;
/** Ids are letters and digits. */
const ALL: AccountRange = { after: '', upTo: '~' };
/** The last posting before the time along the primary key; null where it is in the archive, or there is none. */
const SQL = `SELECT a.id, a.seq, (SELECT p.balance_kobo FROM posting p WHERE p.account_id = a.id AND p.recorded < ?
    ORDER BY p.recorded DESC, p.seq DESC LIMIT 1) AS balance
  FROM ledger_account a WHERE a.id > ? AND a.id <= ? AND a.kind = 'wallet' ORDER BY a.id LIMIT ${PORTION}`;

interface Row {
  readonly id: string;
  readonly seq: number;
  readonly balance: number | string | null;
}

@Injectable()
export class SqlWalletBalances extends WalletBalances {
  constructor(
    private readonly database: Database,
    private readonly history: History,
  ) {
    super();
  }

  async *before(time: number, { after: first, upTo }: AccountRange = ALL): AsyncIterable<readonly AccountBalance[]> {
    for (let after = first; ;) {
      const rows = await this.database.rows<Row>(SQL, [time, after, upTo]);
      if (rows.length > 0) yield await Promise.all(rows.map((row) => this.balanceOf(row, time)));
      if (rows.length < PORTION) return;
      after = rows.at(-1)!.id;
    }
  }

  private async balanceOf({ id, seq, balance }: Row, time: number): Promise<AccountBalance> {
    if (balance !== null) return { account: id, balanceKobo: kobo(Number(balance)) };
    return { account: id, balanceKobo: seq === 0 ? kobo(0) : await this.history.balanceAt(id, time - 1) };
  }
}
