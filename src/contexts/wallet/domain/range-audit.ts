import { AccountLines } from './account-lines.js';
import type { AnchoredHeads } from './anchored-heads.js';
import { type ChainKey, GENESIS_HASH, nextLink, UNKEYED } from './hash-chain.js';
import { JournalAudit } from './journal-audit.js';
import { ListSums } from './list-sums.js';
import { keyOf, type StoredBatch, type StoredJournal, type StoredPosting, wrong, type WrongRow } from './stored-rows.js';

/** Where the chain ends: its last batch. */
export interface ChainEnd {
  readonly batchNo: number;
  readonly hash: string;
  readonly postedAt: number;
  readonly keyId: string;
}

export const GENESIS: ChainEnd = { batchNo: 0, hash: GENESIS_HASH, postedAt: 0, keyId: UNKEYED };

/** What a range of batches comes to, to be added up with its neighbours. */
export interface RangeTotals {
  readonly start: ChainEnd;
  readonly end: ChainEnd;
  readonly batches: number;
  readonly journals: number;
  readonly postings: number;
  /** What the range does to balances and sequences of accounts, as sums. */
  readonly accounts: readonly number[];
  /** Its journals, as sums. */
  readonly causes: readonly number[];
}

/** Recomputes batches that follow one another; every method takes the next row and returns the first inconsistent one. */
export class RangeAudit {
  readonly counted = { batches: 0, journals: 0, postings: 0 };
  private readonly causes: ListSums;
  private readonly accounts: AccountLines;
  private last: ChainEnd;
  private batch: StoredBatch;
  private journals: JournalAudit[] = [];
  /** Index in `journals` of the journal whose postings are read. */
  private current = 0;
  private lines = 0;

  /**
   * @param start the end of the chain before these batches
   * @param keys of the chain, by id
   * @param secret of the sums
   */
  constructor(
    private readonly start: ChainEnd,
    private readonly keys: ReadonlyMap<string, ChainKey>,
    private readonly anchored: AnchoredHeads,
    private readonly secret: string,
  ) {
    this.last = start;
    this.causes = new ListSums(secret);
    this.accounts = new AccountLines(start.batchNo === 0);
  }

  beginBatch(batch: StoredBatch): WrongRow | undefined {
    const expected = this.last.batchNo + 1;
    if (batch.batchNo !== expected) return wrong('ledger_batch', keyOf.batch(batch), 'batch_no', expected, batch.batchNo);
    this.batch = batch;
    this.journals = [];
    this.current = 0;
    this.lines = 0;
    return undefined;
  }

  addJournal(journal: StoredJournal): WrongRow | undefined {
    if (journal.batchNo !== this.batch.batchNo) return this.strayJournal(journal);
    const { length } = this.journals;
    const key = keyOf.journal(journal);
    if (length >= this.batch.journals)
      return wrong('ledger_batch', keyOf.batch(this.batch), 'journals', `at least ${length + 1}`, this.batch.journals);
    if (journal.position !== length) return wrong('journal', key, 'position', length, journal.position);
    const earliest = this.journals.at(-1)?.journal.postedAt ?? this.last.postedAt;
    if (!(journal.postedAt >= earliest)) return wrong('journal', key, 'recorded', `at least ${earliest}`, journal.postedAt);
    this.journals.push(new JournalAudit(journal));
    this.causes.add(journal.id);
    return undefined;
  }

  addPosting(posting: StoredPosting): WrongRow | undefined {
    if (posting.batchNo !== this.batch.batchNo) return this.strayPosting(posting);
    const key = keyOf.posting(posting);
    if (posting.line !== this.lines) return wrong('posting', key, 'line', this.lines, posting.line);
    this.lines++;
    const [current, next] = [this.journals[this.current], this.journals[this.current + 1]];
    if (posting.journalId === current?.journal.id) return current.add(posting, this.accounts);
    if (!current || posting.journalId !== next?.journal.id)
      return wrong('posting', key, 'journal_id', current?.journal.id ?? 'a journal of its batch', posting.journalId);
    this.current++;
    return current.end() ?? next.add(posting, this.accounts);
  }

  endBatch(): WrongRow | undefined {
    const { batch, journals } = this;
    const id = keyOf.batch(batch);
    for (const journal of journals.slice(this.current)) {
      const fault = journal.end();
      if (fault) return fault;
    }
    if (journals.length !== batch.journals || (batch.journals === 0 && !this.closesUnkeyed()))
      return wrong('ledger_batch', id, 'journals', journals.length || 'at least 1', batch.journals);
    const { postedAt } = journals.at(-1)?.journal ?? this.last;
    if (batch.postedAt !== postedAt) return wrong('ledger_batch', id, 'recorded', postedAt, batch.postedAt);
    const key = this.keys.get(batch.keyId);
    if (!key && (batch.keyId !== UNKEYED || this.last.keyId !== UNKEYED))
      return wrong('ledger_batch', id, 'key_id', 'a key of this installation', batch.keyId || 'none');
    const hash = nextLink(
      key,
      this.last.hash,
      batch.batchNo,
      journals.map(({ posted }) => posted),
    );
    if (batch.hash !== hash) return wrong('ledger_batch', id, 'hash', hash, batch.hash);
    const differs = this.anchored.check(batch);
    if (differs) return differs;
    this.last = { batchNo: batch.batchNo, hash, postedAt, keyId: batch.keyId };
    this.counted.batches++;
    this.counted.journals += journals.length;
    this.counted.postings += this.lines;
    return undefined;
  }

  /** The batch without journals by which the service closes a chain from before there were keys. */
  private closesUnkeyed(): boolean {
    return this.batch.keyId !== UNKEYED && this.last.keyId === UNKEYED && this.last.batchNo > 0;
  }

  strayJournal(journal: StoredJournal): WrongRow {
    return wrong('journal', keyOf.journal(journal), 'batch_no', 'a batch that exists', journal.batchNo);
  }

  strayPosting(posting: StoredPosting): WrongRow {
    return wrong('posting', keyOf.posting(posting), 'batch_no', 'a batch that exists', posting.batchNo);
  }

  /** @param upTo the last batch of the range; undefined: there may be fewer */
  end(upTo: number | undefined): WrongRow | undefined {
    const { batchNo } = this.last;
    if (upTo === undefined || batchNo === upTo) return undefined;
    return wrong('ledger_batch', String(batchNo + 1), 'batch_no', batchNo + 1, 'no such row');
  }

  get totals(): RangeTotals {
    const accounts = new ListSums(this.secret);
    this.accounts.addTo(accounts);
    return { start: this.start, end: this.last, ...this.counted, accounts: accounts.toJSON(), causes: this.causes.toJSON() };
  }
}
