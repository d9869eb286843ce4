import { Injectable } from '@nestjs/common';
import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import { History, type HistoryEntry } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';
import { withArchived } from '../../archive/adapters/account-walk.js';
import { PostingArchive } from '../../archive/adapters/posting-archive.js';
import { HISTORY_COLUMNS, type HistoryRow, historyEntryOf, toHistoryEntry } from './history-rows.js';

const NEWEST_FIRST = 'ORDER BY recorded DESC, seq DESC';

interface JournalPosition {
  readonly recorded: number;
  readonly batch_no: number;
}

/** Reads postings along their primary key (account, recorded, seq), so that the cost of a page does not grow with the history. */
@Injectable()
export class SqlHistory extends History {
  constructor(
    private readonly database: Database,
    private readonly archive: PostingArchive,
  ) {
    super();
  }

  async list(account: AccountId, before: number | undefined, limit: number): Promise<HistoryEntry[]> {
    const rows = await (before === undefined
      ? this.read(`WHERE account_id = ? ${NEWEST_FIRST} LIMIT ${limit}`, [account])
      : this.readBefore(account, before, limit));
    return withArchived(this.archive, this.database, account, rows, { before, limit }, historyEntryOf);
  }

  async ofJournal(account: AccountId, journalId: string): Promise<HistoryEntry[]> {
    const [journal] = await this.database.rows<JournalPosition>('SELECT recorded, batch_no FROM journal WHERE id = ?', [
      journalId,
    ]);
    if (!journal) return [];
    const clause = `WHERE account_id = ? AND recorded = ? AND journal_id = ? ${NEWEST_FIRST}`;
    const rows = await this.read(clause, [account, journal.recorded, journalId]);
    if (rows.length > 0) return rows;
    const archived = await this.archive.ofBatch(this.database, journal.batch_no, account);
    return archived
      .filter((posting) => posting.journalId === journalId)
      .map(historyEntryOf)
      .toReversed();
  }

  async subjectsOf(journalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (journalIds.length === 0) return new Map();
    const sql = `SELECT id, subject FROM journal WHERE id IN (${placeholders(journalIds)})`;
    const rows = await this.database.rowsOnce<{ id: string; subject: string }>(sql, journalIds);
    return new Map(rows.map(({ id, subject }) => [id, subject]));
  }

  async balanceAt(account: AccountId, at: number): Promise<Kobo> {
    const [entry] = await this.list(account, at + 1, 1);
    return entry?.balanceKobo ?? ZERO_KOBO;
  }

  private async read(clause: string, values: (string | number)[]): Promise<HistoryEntry[]> {
    return (await this.database.rows<HistoryRow>(`SELECT ${HISTORY_COLUMNS} FROM posting ${clause}`, values)).map(toHistoryEntry);
  }

  /** From a replica that has everything before that time; one that lags finds nothing, which the primary answers. */
  private async readBefore(account: AccountId, before: number, limit: number): Promise<HistoryEntry[]> {
    const clause = 'WHERE account_id = ? AND recorded < ?';
    const isComplete = 'EXISTS (SELECT 1 FROM ledger_head WHERE recorded >= ?)';
    const sql = `SELECT ${HISTORY_COLUMNS} FROM posting ${clause} AND ${isComplete} ${NEWEST_FIRST} LIMIT ${limit}`;
    const rows = await this.database.immutableRows<HistoryRow>(sql, [account, before, before]);
    if (rows.length > 0) return rows.map(toHistoryEntry);
    return this.read(`${clause} ${NEWEST_FIRST} LIMIT ${limit}`, [account, before]);
  }
}
