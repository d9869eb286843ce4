import { Injectable } from '@nestjs/common';
import { AnchoredHeads } from '../domain/anchored-heads.js';
import { type Audited, Audit } from '../domain/audit.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { keyOf, type StoredChainKey, wrong, type WrongRow } from '../domain/stored-rows.js';
import { Cursor } from './cursor.js';
import { ChainKeys } from './ports/chain-keys.js';
import { type LedgerSnapshot, LedgerReader } from './ports/ledger-reader.js';

export interface VerifyProgress {
  readonly batches: number;
  readonly of: number;
}

export interface LedgerVerdict extends Audited {
  readonly ok: boolean;
  readonly wrong?: WrongRow;
  /** Distinct heads that were anchored; undefined where no anchors were given. */
  readonly anchors?: number;
}

const BATCHES_PER_REPORT = 100;

/**
 * Recomputes the ledger from one snapshot: chain, journal sums, balances, sequences, times and record checksums. Memory grows
 * only with the accounts.
 */
@Injectable()
export class VerifyLedger {
  constructor(
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
  ) {}

  /** @param anchorLines signed heads from outside of the database */
  execute(
    onProgress: (progress: VerifyProgress) => void = () => undefined,
    anchorLines?: readonly string[],
  ): Promise<LedgerVerdict> {
    return this.books.read(async (snapshot) => {
      const keys = await this.openKeys(snapshot);
      const anchored = new AnchoredHeads();
      const audit = new Audit(keys, anchored);
      const wrong =
        (anchorLines && anchored.add(anchorLines, keys)) ??
        (await walkBatches(audit, snapshot, onProgress)) ??
        (await walkTables(audit, snapshot));
      const counted = { ...audit.counted, ...(anchorLines ? { anchors: anchored.count } : {}) };
      return wrong ? { ok: false, ...counted, wrong } : { ok: true, ...counted };
    });
  }

  private async openKeys(snapshot: LedgerSnapshot): Promise<ReadonlyMap<string, ChainKey>> {
    const stored: StoredChainKey[] = [];
    for await (const key of snapshot.keys()) stored.push(key);
    return this.keys.open(stored);
  }
}

async function walkBatches(
  audit: Audit,
  snapshot: LedgerSnapshot,
  onProgress: (progress: VerifyProgress) => void,
): Promise<WrongRow | undefined> {
  const of = (await new Cursor(snapshot.heads()).take())?.batchNo ?? 0;
  const journals = new Cursor(snapshot.journals());
  const postings = new Cursor(snapshot.postings());
  for await (const batch of snapshot.batches()) {
    const upToBatch = (row: { batchNo: number }) => row.batchNo <= batch.batchNo;
    const wrong =
      audit.beginBatch(batch) ??
      (await each(journals, upToBatch, (journal) => audit.addJournal(journal))) ??
      (await each(postings, upToBatch, (posting) => audit.addPosting(posting))) ??
      audit.endBatch();
    if (wrong) return wrong;
    if (audit.counted.batches % BATCHES_PER_REPORT === 0) onProgress({ batches: audit.counted.batches, of });
  }
  onProgress({ batches: audit.counted.batches, of });
  const journal = await journals.take();
  if (journal) return audit.strayJournal(journal);
  const posting = await postings.take();
  return posting && audit.strayPosting(posting);
}

async function walkTables(audit: Audit, snapshot: LedgerSnapshot): Promise<WrongRow | undefined> {
  return (
    (await each(new Cursor(snapshot.accounts()), always, (account) => audit.checkAccount(account))) ??
    audit.missingAccount() ??
    (await each(new Cursor(snapshot.heads()), always, (head) => audit.checkHead(head))) ??
    audit.missingHead() ??
    (await each(new Cursor(snapshot.requests()), always, (request) => audit.checkRequest(request))) ??
    (await unlinked(audit, snapshot))
  );
}

/** A journal without its request, or a request without its journal. */
async function unlinked(audit: Audit, snapshot: LedgerSnapshot): Promise<WrongRow | undefined> {
  const differs = audit.causes.difference();
  if (!differs) return undefined;
  const journals = new Map<string, string>();
  for await (const journal of snapshot.journals()) if (differs(journal.id)) journals.set(journal.id, keyOf.journal(journal));
  for await (const request of snapshot.requests()) {
    const { journalId } = request;
    if (journalId === null || !differs(journalId) || journals.delete(journalId)) continue;
    return wrong('money_request', keyOf.request(request), 'journal_id', 'a journal that no other request made', journalId);
  }
  const [first] = journals;
  return first && wrong('journal', first[1], 'id', 'a money request that made it', 'none');
}

const always = () => true;

/** Passes the rows for which `belongs` holds to `check`, up to the first wrong row. */
async function each<Row>(
  cursor: Cursor<Row>,
  belongs: (row: Row) => boolean,
  check: (row: Row) => WrongRow | undefined,
): Promise<WrongRow | undefined> {
  for (;;) {
    const row = await cursor.peek();
    if (row === undefined || !belongs(row)) return undefined;
    await cursor.take();
    const wrong = check(row);
    if (wrong) return wrong;
  }
}
