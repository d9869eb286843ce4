import { AnchoredHeads } from '../domain/anchored-heads.js';
import { DamagedArchive } from '../domain/archive-part.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { type ChainEnd, GENESIS, RangeAudit, type RangeTotals } from '../domain/range-audit.js';
import { wrong, type WrongRow } from '../domain/stored-rows.js';
import { Cursor, each } from './cursor.js';
import type { BatchRange, LedgerSnapshot } from './ports/ledger-reader.js';

export interface RangeRequest extends BatchRange {
  /** Batches that were anchored, by number and hash. */
  readonly anchored: readonly (readonly [batchNo: number, hash: string])[];
  /** Of the sums. */
  readonly secret: string;
}

export interface RangeVerdict {
  /** Up to the first wrong row. */
  readonly counted: Pick<RangeTotals, 'batches' | 'journals' | 'postings'>;
  /** Undefined where a row is wrong. */
  readonly totals?: RangeTotals;
  readonly wrong?: WrongRow;
}

/** Recomputes the batches of a range from the hash of the batch before it. */
export async function verifyRange(
  snapshot: LedgerSnapshot,
  { after, upTo, anchored, secret }: RangeRequest,
  keys: ReadonlyMap<string, ChainKey>,
): Promise<RangeVerdict> {
  const start = after === undefined ? GENESIS : await chainAt(snapshot, after);
  if (!start) return refused(wrong('ledger_batch', String(after), 'batch_no', after!, 'no such row'));
  const audit = new RangeAudit(start, keys, AnchoredHeads.of(anchored), secret);
  const range = { ...(after === undefined ? {} : { after }), ...(upTo === undefined ? {} : { upTo }) };
  const found = await walk(audit, snapshot, range).catch(damageOf);
  return found ? { counted: audit.counted, wrong: found } : { counted: audit.counted, totals: audit.totals };
}

/** The chain as it is stored up to a batch. */
export async function chainAt(snapshot: LedgerSnapshot, batchNo: number): Promise<ChainEnd | undefined> {
  for await (const { hash, postedAt, keyId } of snapshot.batches({ after: batchNo - 1, upTo: batchNo }))
    return { batchNo, hash, postedAt, keyId };
  return undefined;
}

/** The part of the archive that is missing or changed. */
function damageOf(error: unknown): WrongRow {
  if (error instanceof DamagedArchive) return error.row;
  throw error;
}

function refused(row: WrongRow): RangeVerdict {
  return { counted: { batches: 0, journals: 0, postings: 0 }, wrong: row };
}

async function walk(audit: RangeAudit, snapshot: LedgerSnapshot, range: BatchRange): Promise<WrongRow | undefined> {
  const journals = new Cursor(snapshot.journals(range));
  const postings = new Cursor(snapshot.postings(range));
  for await (const batch of snapshot.batches(range)) {
    const upToBatch = (row: { batchNo: number }) => row.batchNo <= batch.batchNo;
    const found =
      audit.beginBatch(batch) ??
      (await each(journals, upToBatch, (journal) => audit.addJournal(journal))) ??
      (await each(postings, upToBatch, (posting) => audit.addPosting(posting))) ??
      audit.endBatch();
    if (found) return found;
  }
  const unfinished = audit.end(range.upTo);
  if (unfinished) return unfinished;
  const journal = await journals.take();
  if (journal) return audit.strayJournal(journal);
  const posting = await postings.take();
  return posting && audit.strayPosting(posting);
}
