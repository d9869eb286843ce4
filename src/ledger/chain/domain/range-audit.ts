import { isHeldAccount } from '../../domain/account.js';
import { AccountLines } from '../../domain/account-lines.js';
import type { AnchoredHeads } from './anchored-heads.js';
import type { Faults } from './faults.js';
import { type ChainKey, GENESIS_HASH, nextLink } from './hash-chain.js';
import { movementsOf } from './hold-audit.js';
import { HoldSums } from './hold-sums.js';
import { JournalAudit } from './journal-audit.js';
import { ListSums } from './list-sums.js';
import { keyOf, type StoredBatch, type StoredJournal, type StoredPosting, withheld, wrong } from './stored-rows.js';

export interface ChainEnd {
  readonly batchNo: number;
  readonly hash: string;
  readonly postedAt: number;
  readonly keyId: string;
}

export const GENESIS: ChainEnd = { batchNo: 0, hash: GENESIS_HASH, postedAt: 0, keyId: '' };

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
  /** What its journals move of holds, as sums. */
  readonly holds: readonly number[];
  /** The same, of the accounts of held money alone. */
  readonly held: readonly number[];
}

/**
 * Recomputes batches that follow one another. What is wrong is added to `faults`, and what follows is held against the rows as they
 * are, so that each fault is named once.
 */
export class RangeAudit {
  private readonly counted = { batches: 0, journals: 0, postings: 0 };
  private readonly causes: ListSums;
  private readonly accounts: AccountLines;
  private readonly holds: HoldSums;
  private readonly held: HoldSums;
  private last: ChainEnd;
  private batch: StoredBatch;
  private journals: JournalAudit[] = [];
  /** Index in `journals` of the journal whose postings are read. */
  private current = 0;
  private lines = 0;
  private hasExtraJournals = false;

  /** @param start the end of the chain before these batches @param keys of the chain, by id @param secret of the sums */
  constructor(
    private readonly start: ChainEnd,
    private readonly keys: ReadonlyMap<string, ChainKey>,
    private readonly anchored: AnchoredHeads,
    private readonly secret: string,
    private readonly faults: Faults,
  ) {
    this.last = start;
    this.causes = new ListSums(secret);
    this.holds = new HoldSums(secret);
    this.held = new HoldSums(secret);
    this.accounts = new AccountLines(start.batchNo === 0);
  }

  beginBatch(batch: StoredBatch): void {
    const expected = this.last.batchNo + 1;
    if (batch.batchNo !== expected) this.wrongBatch(batch, 'batch_no', expected, batch.batchNo);
    this.batch = batch;
    this.journals = [];
    this.current = 0;
    this.lines = 0;
    this.hasExtraJournals = false;
  }

  addJournal(journal: StoredJournal): void {
    if (journal.batchNo !== this.batch.batchNo) return this.strayJournal(journal);
    const { length } = this.journals;
    const key = keyOf.journal(journal);
    if (length >= this.batch.journals && !this.hasExtraJournals) {
      this.wrongBatch(this.batch, 'journals', `at least ${length + 1}`, this.batch.journals);
      this.hasExtraJournals = true;
    }
    if (journal.position !== length) this.faults.add(wrong('journal', key, 'position', length, journal.position));
    const earliest = this.journals.at(-1)?.journal.postedAt ?? this.last.postedAt;
    if (!(journal.postedAt >= earliest))
      this.faults.add(wrong('journal', key, 'recorded', `at least ${earliest}`, journal.postedAt));
    this.journals.push(new JournalAudit(journal));
    this.causes.add(journal.id, journal.request);
  }

  addPosting(posting: StoredPosting): void {
    if (posting.batchNo !== this.batch.batchNo) return this.strayPosting(posting);
    const key = keyOf.posting(posting);
    if (posting.line !== this.lines) this.faults.add(wrong('posting', key, 'line', this.lines, posting.line));
    this.lines = posting.line + 1;
    this.counted.postings++;
    const index = this.journals.findIndex(({ journal }, at) => at >= this.current && journal.id === posting.journalId);
    if (index === -1) {
      const expected = this.journals[this.current]?.journal.id ?? 'a journal of its batch';
      return this.faults.add(wrong('posting', key, 'journal_id', expected, posting.journalId));
    }
    while (this.current < index) this.journals[this.current++]!.end(this.faults);
    this.journals[index]!.add(posting, this.accounts, this.faults);
  }

  endBatch(): void {
    const { batch, journals } = this;
    for (const journal of journals.slice(this.current)) journal.end(this.faults);
    const isCountWrong = journals.length !== batch.journals || batch.journals === 0;
    if (isCountWrong && !this.hasExtraJournals)
      this.wrongBatch(batch, 'journals', journals.length || 'at least 1', batch.journals);
    const { postedAt } = journals.at(-1)?.journal ?? this.last;
    if (batch.postedAt !== postedAt) this.wrongBatch(batch, 'recorded', postedAt, batch.postedAt);
    this.checkHash();
    this.faults.add(this.anchored.check(batch));
    for (const { posted } of journals)
      for (const [account, amountKobo] of movementsOf(posted)) {
        this.holds.add(posted.subject, account, amountKobo);
        if (isHeldAccount(account)) this.held.add(posted.subject, account, amountKobo);
      }
    this.last = { batchNo: batch.batchNo, hash: batch.hash, postedAt: batch.postedAt, keyId: batch.keyId };
    this.counted.batches++;
    this.counted.journals += journals.length;
  }

  private checkHash(): void {
    const { batch, journals } = this;
    const key = this.keys.get(batch.keyId);
    if (!key) return this.wrongBatch(batch, 'key_id', 'a key of this installation', batch.keyId || 'none');
    const contents = journals.map(({ posted }) => posted);
    const hash = nextLink(key, this.last.hash, batch.batchNo, contents);
    if (batch.hash !== hash) this.wrongBatch(batch, 'hash', withheld(hash), batch.hash);
  }

  strayJournal(journal: StoredJournal): void {
    this.faults.add(wrong('journal', keyOf.journal(journal), 'batch_no', 'a batch that exists', journal.batchNo));
  }

  strayPosting(posting: StoredPosting): void {
    this.faults.add(wrong('posting', keyOf.posting(posting), 'batch_no', 'a batch that exists', posting.batchNo));
  }

  /** @param upTo the last batch of the range; undefined: there may be fewer */
  end(upTo: number | undefined): void {
    const { batchNo } = this.last;
    if (upTo !== undefined && batchNo !== upTo)
      this.faults.add(wrong('ledger_batch', String(batchNo + 1), 'batch_no', batchNo + 1, 'no such row'));
  }

  private wrongBatch(batch: StoredBatch, column: string, expected: string | number, found: string | number): void {
    this.faults.add(wrong('ledger_batch', keyOf.batch(batch), column, expected, found));
  }

  get totals(): RangeTotals {
    const accounts = new ListSums(this.secret);
    this.accounts.addTo(accounts);
    const [causes, holds, held] = [this.causes.toJSON(), this.holds.toJSON(), this.held.toJSON()];
    return { start: this.start, end: this.last, ...this.counted, accounts: accounts.toJSON(), causes, holds, held };
  }
}

/** What a verification found right, so that the next one can go on from there. */
export interface Checkpoint {
  readonly end: ChainEnd;
  /** The sums are made with it; nobody else should know it. */
  readonly secret: string;
  /** Balances and sequences of all accounts, as sums. */
  readonly accounts: readonly number[];
  /** What is held for subjects, as sums; nothing of those that are over. */
  readonly held: readonly number[];
}
