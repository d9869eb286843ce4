import { AnchoredHeads } from '../domain/anchored-heads.js';
import { Faults } from '../domain/faults.js';
import { DamagedArchive } from '../../archive/domain/archive-part.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { type ChainEnd, GENESIS, RangeAudit } from '../domain/range-audit.js';
import { wrong, type WrongRow } from '../domain/stored-rows.js';
import { Cursor, each } from './cursor.js';
import type { BatchRange, LedgerSnapshot, RangeRequest, RangeVerdict } from './ports.js';

/** Recomputes the batches of a range from the hash of the batch before it. */
export async function verifyRange(
  snapshot: LedgerSnapshot,
  { after, upTo, anchored, secret, accepted }: RangeRequest,
  keys: ReadonlyMap<string, ChainKey>,
): Promise<RangeVerdict> {
  const faults = new Faults(new Set(accepted));
  const start = after === undefined ? GENESIS : await chainAt(snapshot, after);
  if (!start) faults.add(wrong('ledger_batch', String(after), 'batch_no', after!, 'no such row'));
  const from = start ?? { ...GENESIS, batchNo: after! };
  const audit = new RangeAudit(from, keys, AnchoredHeads.of(anchored), secret, faults);
  const range = { ...(after === undefined ? {} : { after }), ...(upTo === undefined ? {} : { upTo }) };
  const damage = await walk(audit, snapshot, range).catch(damageOf);
  faults.add(damage);
  return { ...faults.found, totals: audit.totals, isIncomplete: damage !== undefined };
}

export async function chainAt(snapshot: LedgerSnapshot, batchNo: number): Promise<ChainEnd | undefined> {
  for await (const { hash, postedAt, keyId } of snapshot.batches({ after: batchNo - 1, upTo: batchNo }))
    return { batchNo, hash, postedAt, keyId };
  return undefined;
}

function damageOf(error: unknown): WrongRow {
  if (error instanceof DamagedArchive) return error.row;
  throw error;
}

async function walk(audit: RangeAudit, snapshot: LedgerSnapshot, range: BatchRange): Promise<undefined> {
  const journals = new Cursor(snapshot.journals(range));
  const postings = new Cursor(snapshot.postings(range));
  for await (const batch of snapshot.batches(range)) {
    const upToBatch = (row: { batchNo: number }) => row.batchNo <= batch.batchNo;
    audit.beginBatch(batch);
    await each(journals, upToBatch, (journal) => audit.addJournal(journal));
    await each(postings, upToBatch, (posting) => audit.addPosting(posting));
    audit.endBatch();
  }
  audit.end(range.upTo);
  await each(
    journals,
    () => true,
    (journal) => audit.strayJournal(journal),
  );
  await each(
    postings,
    () => true,
    (posting) => audit.strayPosting(posting),
  );
}
