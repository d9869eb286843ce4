import { kobo, type Kobo, ZERO_KOBO } from '../../../../kernel/money.js';
import type { HistoryEntry } from '../../application/ports/history.js';
import { type HistorySnapshot, HistorySnapshots } from '../../application/ports/history-snapshots.js';
import type { AccountId } from '../../domain/account.js';
import { HISTORY_COLUMNS, type HistoryRow, toHistoryEntry } from './history-rows.js';
import type { SnapshotReader } from './snapshots.js';

const PORTION = 500;

export class SqlHistorySnapshots extends HistorySnapshots {
  constructor(private readonly openReader: () => Promise<SnapshotReader>) {
    super();
  }

  async open(): Promise<HistorySnapshot> {
    const reader = await this.openReader();
    return {
      balanceBefore: (account, before) => balanceBefore(reader, account, before),
      between: (account, from, to) => between(reader, account, from, to),
      close: () => reader.close(),
    };
  }
}

async function balanceBefore(reader: SnapshotReader, account: AccountId, before: number): Promise<Kobo> {
  const sql = 'SELECT balance_kobo FROM posting WHERE account_id = ? AND recorded < ? ORDER BY recorded DESC, seq DESC LIMIT 1';
  const [row] = await reader.rows<{ balance_kobo: number }>(sql, [account, before]);
  return row ? kobo(row.balance_kobo) : ZERO_KOBO;
}

async function* between(reader: SnapshotReader, account: AccountId, from: number, to: number): AsyncIterable<HistoryEntry> {
  const sql = `SELECT ${HISTORY_COLUMNS} FROM posting
    WHERE account_id = ? AND recorded >= ? AND recorded < ? AND (recorded > ? OR seq > ?) ORDER BY recorded, seq LIMIT ${PORTION}`;
  let after = { createdAt: from, seq: 0 };
  for (;;) {
    const rows = await reader.rows<HistoryRow>(sql, [account, after.createdAt, to, after.createdAt, after.seq]);
    const portion = rows.map(toHistoryEntry);
    yield* portion;
    if (portion.length < PORTION) return;
    after = portion.at(-1)!;
  }
}
