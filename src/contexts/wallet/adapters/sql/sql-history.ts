import { Injectable } from '@nestjs/common';
import { kobo, type Kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { History, type HistoryEntry } from '../../application/ports/history.js';
import type { AccountId } from '../../domain/account.js';

const COLUMNS = 'account_id, recorded, seq, journal_id, amount_kobo, balance_kobo, kind, note';
const NEWEST_FIRST = 'ORDER BY recorded DESC, seq DESC';
const PORTION = 500;

interface Row {
  account_id: string;
  recorded: number;
  seq: number;
  journal_id: string;
  amount_kobo: number;
  balance_kobo: number;
  kind: string;
  note: string;
}

/** Reads postings along their primary key (account, recorded, seq): a page costs the same at ten entries and at ten million. */
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

  async listMoment(account: AccountId, createdAt: number): Promise<HistoryEntry[]> {
    return this.read(`WHERE account_id = ? AND recorded = ? ${NEWEST_FIRST}`, [account, createdAt]);
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

  async balanceAt(account: AccountId, at: number): Promise<Kobo> {
    const [entry] = await this.read(`WHERE account_id = ? AND recorded <= ? ${NEWEST_FIRST} LIMIT 1`, [account, at]);
    return entry?.balanceKobo ?? ZERO_KOBO;
  }

  async *between(account: AccountId, from: number, to: number): AsyncIterable<HistoryEntry> {
    let after = { createdAt: from, seq: 0 };
    for (;;) {
      const sql = `WHERE account_id = ? AND recorded >= ? AND recorded < ? AND (recorded > ? OR seq > ?) ORDER BY recorded, seq LIMIT ${PORTION}`;
      const portion = await this.read(sql, [account, after.createdAt, to, after.createdAt, after.seq]);
      yield* portion;
      if (portion.length < PORTION) return;
      after = portion.at(-1)!;
    }
  }

  private async read(clause: string, values: (string | number)[]): Promise<HistoryEntry[]> {
    return (await this.database.rows<Row>(`SELECT ${COLUMNS} FROM posting ${clause}`, values)).map(toEntry);
  }

  private async readSettled(clause: string, values: (string | number)[]): Promise<HistoryEntry[]> {
    return (await this.database.settledRows<Row>(`SELECT ${COLUMNS} FROM posting ${clause}`, values)).map(toEntry);
  }
}

function toEntry(row: Row): HistoryEntry {
  return {
    account: row.account_id,
    seq: row.seq,
    journalId: row.journal_id,
    kind: row.kind,
    amountKobo: kobo(row.amount_kobo),
    balanceKobo: kobo(row.balance_kobo),
    note: row.note,
    createdAt: row.recorded,
  };
}
