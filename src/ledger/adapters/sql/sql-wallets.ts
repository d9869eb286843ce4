import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { type BalancesAfter, type WalletRecord, Wallets } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';
import { blockedKobo, type Blocks, readBlocks } from '../../domain/blocked-money.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import { PostingArchive } from '../../archive/adapters/posting-archive.js';
import { LedgerAccountRow } from '../typeorm/ledger.rows.js';
import { placeholders } from '../../../platform/database/placeholders.js';

const NO_BLOCKS: Blocks = { version: 0, list: [] };

@Injectable()
export class SqlWallets extends Wallets {
  private readonly reads: BatchLoader<AccountId, WalletRecord>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly archive: PostingArchive,
  ) {
    super();
    this.reads = new BatchLoader(database, (ids) => this.readMany(ids));
  }

  async open(userId: string): Promise<void> {
    await this.database
      .repository(LedgerAccountRow)
      .insert({ id: userId, kind: 'wallet', balanceKobo: 0, seq: 0, createdAt: this.clock.now() });
  }

  find(account: AccountId): Promise<WalletRecord | undefined> {
    return this.reads.get(account);
  }

  async balanceOf(account: AccountId): Promise<Kobo | undefined> {
    return (await this.find(account))?.balanceKobo;
  }

  /** By the numbers of their batches, which the index of postings begins with; with a subquery in their place MySQL reads all postings. */
  async balancesAfter(journalIds: readonly string[]): Promise<BalancesAfter> {
    if (journalIds.length === 0) return () => undefined;
    const batches = await this.batchesOf(journalIds);
    const rows =
      batches.length === 0
        ? []
        : await this.database.rowsOnce<PostedRow>(
            `SELECT journal_id, account_id, balance_kobo FROM posting WHERE batch_no IN (${placeholders(batches)}) ORDER BY batch_no, line`,
            batches,
          );
    const balances = new Map(rows.map((row) => [`${row.journal_id}:${row.account_id}`, kobo(row.balance_kobo)]));
    const found = new Set(rows.map(({ journal_id }) => journal_id));
    const missing = journalIds.filter((id) => !found.has(id));
    for (const { journalId, account, balanceKobo } of await this.archivedOf(missing))
      balances.set(`${journalId}:${account}`, kobo(balanceKobo));
    return (journalId, account) => balances.get(`${journalId}:${account}`);
  }

  /** In their order, so that the last posting of an account counts. */
  private async archivedOf(journalIds: readonly string[]): Promise<StoredPosting[]> {
    if (journalIds.length === 0) return [];
    const postings: StoredPosting[] = [];
    for (const batchNo of await this.batchesOf(journalIds))
      postings.push(...(await this.archive.ofBatch(this.database, batchNo)));
    return postings;
  }

  private async batchesOf(journalIds: readonly string[]): Promise<number[]> {
    const sql = `SELECT DISTINCT batch_no FROM journal WHERE id IN (${placeholders(journalIds)}) ORDER BY batch_no`;
    return (await this.database.rowsOnce<{ batch_no: number }>(sql, journalIds)).map(({ batch_no: batchNo }) => batchNo);
  }

  private async readMany(ids: AccountId[]): Promise<Map<AccountId, WalletRecord>> {
    const sql = `SELECT a.id AS id, a.balance_kobo AS balance, a.recorded AS recorded, b.blocks AS blocks
      FROM ledger_account a LEFT JOIN ledger_block b ON b.account_id = a.id WHERE a.id IN (${placeholders(ids)})`;
    // Only a single read has a fixed text that is worth preparing.
    const rows = await (ids.length === 1 ? this.database.rows<Row>(sql, ids) : this.database.rowsOnce<Row>(sql, ids));
    return new Map(
      rows.map(({ id, balance, recorded: createdAt, blocks: text }) => {
        const blocks = text === null ? NO_BLOCKS : readBlocks(text);
        const blocked = kobo(Math.min(blockedKobo(blocks, this.clock.now()), balance));
        return [id, { account: id, balanceKobo: kobo(balance), blockedKobo: blocked, createdAt, blocks: blocks.list }];
      }),
    );
  }
}

interface Row {
  id: string;
  balance: number;
  recorded: number;
  blocks: string | null;
}

interface PostedRow {
  journal_id: string;
  account_id: string;
  balance_kobo: number;
}
