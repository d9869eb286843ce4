import { kobo } from '../../../kernel/money.js';
import type { HistoryEntry } from '../../application/ports.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';

export const HISTORY_COLUMNS = 'account_id, recorded, seq, journal_id, amount_kobo, balance_kobo, kind, note';

export interface HistoryRow {
  readonly account_id: string;
  readonly recorded: number;
  readonly seq: number;
  readonly journal_id: string;
  readonly amount_kobo: number;
  readonly balance_kobo: number;
  readonly kind: string;
  readonly note: string;
}

export function toHistoryEntry(row: HistoryRow): HistoryEntry {
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

export function historyEntryOf({ amountKobo, balanceKobo, postedAt, ...posting }: StoredPosting): HistoryEntry {
  const { account, seq, journalId, kind, note } = posting;
  return {
    account,
    seq,
    journalId,
    kind,
    amountKobo: kobo(amountKobo),
    balanceKobo: kobo(balanceKobo),
    note,
    createdAt: postedAt,
  };
}
