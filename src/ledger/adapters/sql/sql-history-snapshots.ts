import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { type HistoryEntry, type HistorySnapshot, HistorySnapshots } from '../../application/ports.js';
import type { AccountId } from '../../domain/account.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import { oldestFirst, withArchived } from '../../archive/adapters/account-walk.js';
import type { PostingArchive } from '../../archive/adapters/posting-archive.js';
import { HISTORY_COLUMNS, type HistoryRow, historyEntryOf, toHistoryEntry } from './history-rows.js';
import type { SnapshotReader } from '../../chain/adapters/sql/snapshots.js';

const PORTION = 500;

export class SqlHistorySnapshots extends HistorySnapshots {
  constructor(
    private readonly openReader: () => Promise<SnapshotReader>,
    private readonly archive: PostingArchive,
  ) {
    super();
  }

  async open(): Promise<HistorySnapshot> {
    const reader = await this.openReader();
    return {
      balanceBefore: (account, before) => balanceBefore(reader, this.archive, account, before),
      between: (account, from, to) => between(reader, this.archive, account, from, to),
      close: () => reader.close(),
    };
  }
}

async function balanceBefore(reader: SnapshotReader, archive: PostingArchive, account: AccountId, before: number): Promise<Kobo> {
  const sql = `SELECT ${HISTORY_COLUMNS} FROM posting
    WHERE account_id = ? AND recorded < ? ORDER BY recorded DESC, seq DESC LIMIT 1`;
  const rows = (await reader.rows<HistoryRow>(sql, [account, before])).map(toHistoryEntry);
  const [entry] = await withArchived(archive, reader, account, rows, { before, limit: 1 }, historyEntryOf);
  return entry?.balanceKobo ?? ZERO_KOBO;
}

async function* between(
  reader: SnapshotReader,
  archive: PostingArchive,
  account: AccountId,
  from: number,
  to: number,
): AsyncIterable<HistoryEntry> {
  const sql = `SELECT ${HISTORY_COLUMNS} FROM posting
    WHERE account_id = ? AND recorded >= ? AND recorded < ? AND (recorded > ? OR seq > ?) ORDER BY recorded, seq LIMIT ${PORTION}`;
  const walk = {
    account,
    from,
    to,
    read: async (since: number, afterSeq: number) =>
      (await reader.rows<HistoryRow>(sql, [account, since, to, since, afterSeq])).map(toHistoryEntry),
    entriesOf: (postings: readonly StoredPosting[]) => postings.map(historyEntryOf),
  };
  for await (const entries of oldestFirst(archive, reader, walk)) yield* entries;
}
