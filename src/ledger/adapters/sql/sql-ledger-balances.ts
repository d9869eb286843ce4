import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { textsBeginning } from '../../../platform/database/text-beginning.js';
import { type AccountBalance, History, LedgerBalances } from '../../application/ports.js';
import { SYSTEM_ACCOUNTS } from '../../domain/account.js';
import type { ChainHead } from '../../chain/domain/ledger-check.js';

@Injectable()
export class SqlLedgerBalances extends LedgerBalances {
  constructor(
    private readonly database: Database,
    private readonly history: History,
  ) {
    super();
  }

  async balances(at: number | undefined): Promise<AccountBalance[]> {
    const rows = await this.database.rows<{ id: string; balance: number }>(
      'SELECT id, balance_kobo AS balance FROM ledger_account WHERE id BETWEEN ? AND ? ORDER BY id',
      textsBeginning(SYSTEM_ACCOUNTS),
    );
    if (at === undefined) return rows.map(({ id, balance }) => ({ account: id, balanceKobo: kobo(balance) }));
    return Promise.all(rows.map(async ({ id }) => ({ account: id, balanceKobo: await this.history.balanceAt(id, at) })));
  }

  async head(): Promise<ChainHead> {
    const [head] = await this.database.rows<ChainHead>(
      'SELECT batch_no AS batchNo, hash, recorded AS createdAt FROM ledger_head WHERE id = 1',
    );
    return head!;
  }
}
