import { Injectable } from '@nestjs/common';
import { type Kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { History, type HistoryEntry } from '../../application/ports/history.js';
import type { AccountId } from '../../domain/account.js';
import { HISTORY_COLUMNS, type HistoryRow, toHistoryEntry } from './history-rows.js';

const NEWEST_FIRST = 'ORDER BY recorded DESC, seq DESC';

/** Reads postings along their primary key (account, recorded, seq), so that the cost of a page does not grow with the history. */
@Injectable()
export class SqlHistory extends History {
  constructor(private readonly database: Database) {
    super();
  }

  async list(account: AccountId, before: number | undefined, limit: number): Promise<HistoryEntry[]> {
    const bound = before ?? Number.MAX_SAFE_INTEGER;
    const clause = `WHERE account_id = ? AND recorded < ? ${NEWEST_FIRST} LIMIT ${limit}`;
    return before === undefined ? this.read(clause, [account, bound]) : this.readSettled(clause, [account, bound]);
  }

  async ofJournal(account: AccountId, journalId: string): Promise<HistoryEntry[]> {
    const [journal] = await this.database.rows<{ recorded: number }>('SELECT recorded FROM journal WHERE id = ?', [journalId]);
    if (!journal) return [];
    return this.read(`WHERE account_id = ? AND recorded = ? AND journal_id = ? ${NEWEST_FIRST}`, [
      account,
      journal.recorded,
      journalId,
    ]);
  }

  async subjectsOf(journalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (journalIds.length === 0) return new Map();
    const sql = `SELECT id, subject FROM journal WHERE id IN (${placeholders(journalIds)})`;
    const rows = await this.database.rowsOnce<{ id: string; subject: string }>(sql, journalIds);
    return new Map(rows.map(({ id, subject }) => [id, subject]));
  }

  async balanceAt(account: AccountId, at: number): Promise<Kobo> {
    const [entry] = await this.read(`WHERE account_id = ? AND recorded <= ? ${NEWEST_FIRST} LIMIT 1`, [account, at]);
    return entry?.balanceKobo ?? ZERO_KOBO;
  }

  private async read(clause: string, values: (string | number)[]): Promise<HistoryEntry[]> {
    return (await this.database.rows<HistoryRow>(`SELECT ${HISTORY_COLUMNS} FROM posting ${clause}`, values)).map(toHistoryEntry);
  }

  private async readSettled(clause: string, values: (string | number)[]): Promise<HistoryEntry[]> {
    return (await this.database.settledRows<HistoryRow>(`SELECT ${HISTORY_COLUMNS} FROM posting ${clause}`, values)).map(
      toHistoryEntry,
    );
  }
}
