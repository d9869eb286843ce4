import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { readPage } from '../../../kernel/pagination.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { listOf } from '../../../platform/http/presenting.js';
import { History, isSystemAccount } from '../../../ledger/index.js';
import { BalanceOfUserInput, WalletHistoryOfUserInput } from './desk.inputs.js';
import { presentDayBalance, presentWalletEntry } from './desk.presenters.js';
import { ShowBalances } from './application/show-balances.js';
import { proposalsFailures } from './domain/proposals.failures.js';

const PER_PAGE = 15;

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
    present: listOf(presentWalletEntry),
    summary: 'What moved in the wallet of a user, with the journal of each entry, newest first.',
  })
  async fetch({ uxid, page: before }: WalletHistoryOfUserInput) {
    if (isSystemAccount(uxid)) throw new Failure(proposalsFailures.no_record);
    const page = await readPage({ before, size: PER_PAGE }, (from, limit) => this.history.list(uxid, from, limit));
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return page.items;
  }
}
