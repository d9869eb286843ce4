import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import { Journals, type PostedEntry } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';

interface JournalRecord {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly postedAt: number | string;
  readonly batchNo: number | string;
}

interface LineRecord {
  readonly journalId: string;
  readonly account: string;
  readonly amountKobo: number | string;
  readonly balanceKobo: number | string;
  readonly note: string;
}

const MOST = 100;

@Injectable()
export class SqlJournals extends Journals {
  constructor(private readonly database: Database) {
    super();
  }

  async find(ids: readonly string[]): Promise<PostedEntry[]> {
    const wanted = [...new Set(ids)].slice(0, MOST);
    if (wanted.length === 0) return [];
    const journals = await this.database.rowsOnce<JournalRecord>(
      `SELECT id, kind, subject, recorded AS postedAt, batch_no AS batchNo FROM journal WHERE id IN (${placeholders(wanted)})
       ORDER BY batch_no, position`,
      wanted,
    );
    const batches = [...new Set(journals.map(({ batchNo }) => Number(batchNo)))];
    if (batches.length === 0) return [];
    // The index of postings is by batch and line.
    const lines = await this.database.rowsOnce<LineRecord>(
      `SELECT journal_id AS journalId, account_id AS account, amount_kobo AS amountKobo, balance_kobo AS balanceKobo, note
       FROM posting WHERE batch_no IN (${placeholders(batches)}) AND journal_id IN (${placeholders(wanted)}) ORDER BY batch_no, line`,
      [...batches, ...wanted],
    );
    return journals.map((journal) => ({
      ...journal,
      postedAt: Number(journal.postedAt),
      batchNo: Number(journal.batchNo),
      lines: lines
        .filter(({ journalId }) => journalId === journal.id)
        .map(({ account, note, ...line }) => ({
          account,
          note,
          amountKobo: kobo(Number(line.amountKobo)),
          balanceKobo: kobo(Number(line.balanceKobo)),
        })),
    }));
  }

  async about(subject: string, accounts: readonly AccountId[], times: readonly number[]): Promise<PostedEntry[]> {
    if (accounts.length === 0 || times.length === 0) return [];
    const rows = await this.database.rowsOnce<{ id: string }>(
      `SELECT DISTINCT journal.id AS id FROM posting JOIN journal ON journal.id = posting.journal_id
       WHERE posting.account_id IN (${placeholders(accounts)}) AND posting.recorded IN (${placeholders(times)}) AND journal.subject = ?`,
      [...accounts, ...times, subject],
    );
    return this.find(rows.map(({ id }) => id));
  }
}
