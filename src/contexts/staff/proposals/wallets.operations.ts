import { Injectable } from '@nestjs/common';
import { toNaira } from '../../../kernel/money.js';
import { Before, Choice, Count, Day, Optional, Text } from '../../../platform/http/input.decorators.js';
import { type HistoryEntry, History, isSystemAccount } from '../../../ledger/index.js';
import { presentHistoryEntry } from '../../wallet/wallet.presenters.js';
import { type DayBalance, ShowBalances } from './wallets.js';
import { Failure } from '../../../kernel/failure.js';
import { type PageRequest, readPage } from '../../../kernel/pagination.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { NO_KEYS } from '../../../platform/http/list-keys.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { listOf, listOrFileOf } from '../../../platform/http/presenting.js';
import { proposalsFailures } from './proposal.js';

function presentWalletEntry(entry: HistoryEntry) {
  return { ...presentHistoryEntry(entry), journal: entry.journalId };
}

function presentDayBalance({ day, balanceKobo }: DayBalance) {
  return { day, balance: toNaira(balanceKobo) };
}

/** Its answer is a plain list, which has no place for totals and goes on by the time of its last entry. */
class WalletHistoryOfUserInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
}

class BalanceOfUserInput {
  @Text() uxid: string;
}

@Injectable()
export class WalletsOperations {
  constructor(
    private readonly history: History,
    private readonly showBalances: ShowBalances,
  ) {}

  @Operation('control_user_balance_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    missing: 400,
    reads: ({ uxid }: BalanceOfUserInput) => `user:${uxid}`,
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: listOf(presentDayBalance),
    summary: 'The balance of a user at the end of each of the last 90 days in Lagos, oldest first; of today, now.',
  })
  balances({ uxid }: BalanceOfUserInput) {
    return this.showBalances.execute(uxid);
  }

  @Operation('control_user_wallet_history', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    missing: 400,
    reads: ({ uxid }: WalletHistoryOfUserInput) => `user:${uxid}`,
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: listOrFileOf('wallet', presentWalletEntry),
    summary: 'What moved in the wallet of a user, with the journal of each entry, newest first.',
  })
  async fetch({ uxid, ...input }: WalletHistoryOfUserInput) {
    if (isSystemAccount(uxid)) throw new Failure(proposalsFailures.no_record);
    const list = (page: PageRequest) => readPage(page, (before, limit) => this.history.list(uxid, before, limit));
    const page = await pageOrWhole(input, NO_KEYS, list);
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return page;
  }
}
