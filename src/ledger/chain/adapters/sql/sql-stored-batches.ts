import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { type PostingPosition, StoredBatches } from '../../application/ports.js';
import type { Anchor } from '../../domain/anchor.js';
import { GENESIS_HASH, type PostedJournal, type PostedLine } from '../../domain/hash-chain.js';
import type { ProvableBatch } from '../../domain/journal-proof.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import { PostingArchive } from '../../../archive/adapters/posting-archive.js';
import { LedgerAnchorRow } from '../../../adapters/typeorm/ledger.rows.js';

const ANCHORS = tableOf(LedgerAnchorRow);

interface BatchRow {
  readonly batch_no: number;
  readonly hash: string;
  readonly key_id: string;
}

interface PostingRow {
  readonly journal_id: string;
  readonly account_id: string;
  readonly seq: number;
  readonly amount_kobo: number;
  readonly balance_kobo: number;
  readonly note: string;
}

type JournalRow = Omit<PostedJournal, 'lines' | 'postedAt'> & { readonly recorded: number };

@Injectable()
export class SqlStoredBatches extends StoredBatches {
  constructor(
    private readonly database: Database,
    private readonly archive: PostingArchive,
  ) {
    super();
  }

  async locate({ account, postedAt, subject }: PostingPosition) {
    const sql = `SELECT p.journal_id, p.batch_no FROM posting p JOIN journal j ON j.id = p.journal_id
      WHERE p.account_id = ? AND p.recorded = ? AND j.subject = ? ORDER BY p.seq LIMIT 1`;
    const values = [account, postedAt, subject];
    const [found] = await this.database.rows<{ journal_id: string; batch_no: number }>(sql, values);
    return found ? { journalId: found.journal_id, batchNo: found.batch_no } : this.locateArchived({ account, postedAt, subject });
  }

  private async locateArchived({ account, postedAt, subject }: PostingPosition) {
    for await (const postings of this.archive.oldestFirst(this.database, account, { from: postedAt, to: postedAt + 1 })) {
      const ids = postings.map(({ journalId }) => journalId);
      const sql = `SELECT id FROM journal WHERE subject = ? AND id IN (${placeholders(ids)})`;
      const rows = await this.database.rowsOnce<{ id: string }>(sql, [subject, ...ids]);
      const found = postings.find(({ journalId }) => rows.some(({ id }) => id === journalId));
      if (found) return { journalId: found.journalId, batchNo: found.batchNo };
    }
    return undefined;
  }

  /** In three statements without a transaction, because batches are never changed, and only whole ones are archived. */
  async read(batchNo: number): Promise<ProvableBatch | undefined> {
    const heads = 'SELECT batch_no, hash, key_id FROM ledger_batch WHERE batch_no IN (?, ?) ORDER BY batch_no DESC';
    const [batch, previous] = await this.database.rows<BatchRow>(heads, [batchNo, batchNo - 1]);
    if (batch?.batch_no !== batchNo) return undefined;
    const postings =
      'SELECT journal_id, account_id, seq, amount_kobo, balance_kobo, note FROM posting WHERE batch_no = ? ORDER BY line';
    const lines = new Map<string, PostedLine[]>();
    const stored = (await this.database.rows<PostingRow>(postings, [batchNo])).map((row) => ({
      journalId: row.journal_id,
      account: row.account_id,
      seq: row.seq,
      amountKobo: row.amount_kobo,
      balanceKobo: row.balance_kobo,
      note: row.note,
    }));
    for (const posting of stored.length > 0 ? stored : await this.archive.ofBatch(this.database, batchNo)) {
      const { account, seq, amountKobo, balanceKobo, note } = posting;
      const line = { account, seq, amountKobo, balanceKobo, note };
      lines.set(posting.journalId, [...(lines.get(posting.journalId) ?? []), line]);
    }
    const journals = 'SELECT id, kind, subject, recorded, request FROM journal WHERE batch_no = ? ORDER BY position';
    const rows = await this.database.rows<JournalRow>(journals, [batchNo]);
    return {
      batchNo,
      previousHash: previous?.hash ?? GENESIS_HASH,
      hash: batch.hash,
      keyId: batch.key_id,
      journals: rows.map(({ recorded, ...row }) => ({ ...row, postedAt: recorded, lines: lines.get(row.id) ?? [] })),
    };
  }

  keepAnchor({ batchNo, hash, committedAt, anchoredAt, keyId, signature }: Anchor): Promise<void> {
    return ANCHORS.insertNew(this.database, [{ batchNo, hash, committedAt, anchoredAt, keyId, signature }]);
  }

  async anchorFrom(batchNo: number): Promise<{ anchor: Anchor; hash: string } | undefined> {
    const sql = `SELECT a.batch_no AS batchNo, a.hash, a.committed_at AS committedAt, a.anchored_at AS anchoredAt, a.key_id AS keyId,
      a.signature, b.hash AS stored FROM ledger_anchor a JOIN ledger_batch b ON b.batch_no = a.batch_no
      WHERE a.batch_no >= ? ORDER BY a.batch_no LIMIT 1`;
    const [row] = await this.database.rows<Anchor & { readonly stored: string }>(sql, [batchNo]);
    if (!row) return undefined;
    const { stored, ...anchor } = row;
    return { anchor, hash: stored };
  }

  keys(): Promise<readonly StoredChainKey[]> {
    return this.database.rows<StoredChainKey>('SELECT id, sealed FROM ledger_key ORDER BY id');
  }
}
