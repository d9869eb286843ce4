import { Before, Optional, RequestType, Text, NoInput } from '../../platform/http/input.decorators.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { readPage } from '../../kernel/pagination.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';
import { Activity, parseHistoryMarker, walletFailures } from './activity.js';
import { History, type HistoryEntry, Wallets } from '../../ledger/index.js';
import { presentActivity, presentHistoryEntry, presentWallet } from './wallet.presenters.js';

export class WalletHistoryInput {
  @RequestType(['transaction', 'owner', 'mk', 'all']) rqtp: 'transaction' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class WalletActivityInput {
  @Optional() @Before() page?: number;
}

const PAGE_SIZE = 15;

@Injectable()
export class WalletOperations {
  constructor(
    private readonly wallets: Wallets,
    private readonly history: History,
    private readonly activity: Activity,
  ) {}

  @Operation('user_wallet_get_info', {
    method: 'GET',
    access: 'signed',
    failures: [on(walletFailures.no_record)],
    present: presentWallet,
    summary: "The caller's wallet and its balance.",
  })
  async getInfo(_: NoInput, caller: Caller) {
    const wallet = await this.wallets.find(caller.userId);
    if (!wallet) throw new Failure(walletFailures.no_record);
    return wallet;
  }

  @Operation('user_wallet_history', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    invalidIds: { rqtp: 'rqtp_required' },
    failures: [on(walletFailures.no_data)],
    present: listOf(presentHistoryEntry),
    summary: 'What moved in the wallet, newest first.',
  })
  async getHistory(input: WalletHistoryInput, caller: Caller) {
    const entries = await this.findHistory(input, caller.userId);
    if (entries.length === 0) throw new Failure(walletFailures.no_data);
    return entries;
  }

  @Operation('user_wallet_activity', {
    method: 'GET',
    access: 'signed',
    failures: [on(walletFailures.no_data)],
    present: listOf(presentActivity),
    summary: 'Deposits, transfers and other movements merged, newest first.',
  })
  async getActivity(input: WalletActivityInput, caller: Caller) {
    const page = await this.activity.list(caller.userId, { before: input.page, size: PAGE_SIZE });
    if (page.items.length === 0) throw new Failure(walletFailures.no_data);
    return page.items;
  }

  private async findHistory(input: WalletHistoryInput, userId: string): Promise<readonly HistoryEntry[]> {
    const { rqtp: filter, rqvl: value, page: before } = input;
    if (filter === 'transaction') return value === undefined ? [] : this.history.ofJournal(userId, value);
    if (filter === 'mk') {
      const marker = parseHistoryMarker(value ?? '');
      const entries = marker ? await this.history.ofJournal(userId, marker.journalId) : [];
      return entries.filter((entry) => entry.seq === marker!.seq);
    }
    // Another user's id is answered as an unknown one.
    if (filter === 'owner' && value !== undefined && value !== userId) return [];
    const page = await readPage({ before, size: PAGE_SIZE }, (from, limit) => this.history.list(userId, from, limit));
    return page.items;
  }
}
