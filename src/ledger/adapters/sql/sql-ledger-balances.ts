import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { textsBeginning } from '../../../platform/database/remove-rows.js';
import { type AccountBalance, History, LedgerBalances, type SystemAndWallets } from '../../application/ports.js';
import { SYSTEM_ACCOUNTS } from '../../domain/account.js';
import type { ChainHead } from '../../chain/domain/ledger-check.js';

const CURRENT = `SELECT id, balance_kobo AS balance FROM ledger_account WHERE kind = 'system'
  UNION ALL SELECT '' AS id, COALESCE(SUM(balance_kobo), 0) AS balance FROM ledger_account WHERE kind = 'wallet' ORDER BY id`;

@Injectable()
export class SqlLedgerBalances extends LedgerBalances {
  constructor(
    private readonly database: Database,
    private readonly history: History,
  ) {
    super();
  }

  async balances(at: number): Promise<AccountBalance[]> {
    const rows = await this.database.rows<{ id: string }>(
      'SELECT id FROM ledger_account WHERE id BETWEEN ? AND ? ORDER BY id',
      textsBeginning(SYSTEM_ACCOUNTS),
    );
    return Promise.all(rows.map(async ({ id }) => ({ account: id, balanceKobo: await this.history.balanceAt(id, at) })));
  }

  async current(): Promise<SystemAndWallets> {
    const rows = await this.database.rows<{ id: string; balance: number | string }>(CURRENT);
    const accounts = rows
      .filter(({ id }) => id !== '')
      .map((row) => ({ account: row.id, balanceKobo: kobo(Number(row.balance)) }));
    return { accounts, walletsKobo: BigInt(rows.find(({ id }) => id === '')!.balance) };
  }

  async head(): Promise<ChainHead> {
    const [head] = await this.database.rows<ChainHead>(
      'SELECT batch_no AS batchNo, hash, recorded AS createdAt FROM ledger_head WHERE id = 1',
    );
    return head!;
  }
}
