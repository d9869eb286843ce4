import { isSystemAccount } from './account.js';
import type { AnchoredHeads } from './anchored-heads.js';
import { IdListComparison } from './id-list-comparison.js';
import { type ChainKey, GENESIS_HASH, nextLink, UNKEYED } from './hash-chain.js';
import { idempotencyChecksum } from './idempotency-checksum.js';
import { JournalAudit } from './journal-audit.js';
import {
  type AccountLine,
  keyOf,
  type ChecksummedRecord,
  type StoredAccount,
  type StoredBatch,
  type StoredHead,
  type StoredJournal,
  type StoredPosting,
  wrong,
  type WrongRow,
} from './stored-rows.js';

export interface Audited {
  readonly batches: number;
  readonly journals: number;
  readonly postings: number;
  readonly accounts: number;
  readonly requests: number;
}

/** Recomputes the ledger batch by batch; every method takes the next row and returns the first inconsistent one. */
export class Audit {
  readonly counted = { batches: 0, journals: 0, postings: 0, accounts: 0, requests: 0 };
  /** Whether journals and requests that moved money refer to each other. */
  readonly causes = new IdListComparison();
  private readonly accounts = new Map<string, AccountLine>();
  private last = { batchNo: 0, hash: GENESIS_HASH, postedAt: 0, keyId: UNKEYED };
  private batch: StoredBatch;
  private journals: JournalAudit[] = [];
  /** Index in `journals` of the journal whose postings are read. */
  private current = 0;
  private lines = 0;
  private headSeen = false;

  /** @param keys of the chain, by id */
  constructor(
    private readonly keys: ReadonlyMap<string, ChainKey>,
    private readonly anchored: AnchoredHeads,
  ) {}

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
    this.causes.addToOne(journal.id);
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

  checkAccount({ id, kind, balanceKobo, seq }: StoredAccount): WrongRow | undefined {
    const { balanceKobo: balance, seq: postings } = this.accounts.get(id) ?? { balanceKobo: 0, seq: 0 };
    const expectedKind = isSystemAccount(id) ? 'system' : 'wallet';
    if (kind !== expectedKind) return wrong('ledger_account', id, 'kind', expectedKind, kind);
    if (balanceKobo !== balance) return wrong('ledger_account', id, 'balance_kobo', balance, balanceKobo);
    if (seq !== postings) return wrong('ledger_account', id, 'seq', postings, seq);
    this.accounts.delete(id);
    this.counted.accounts++;
    return undefined;
  }

  /** After the last account row: an account that has postings and no row. */
  missingAccount(): WrongRow | undefined {
    const [first] = this.accounts;
    return first && wrong('ledger_account', first[0], 'id', first[0], 'no such row');
  }

  checkHead({ id, batchNo, hash, postedAt }: StoredHead): WrongRow | undefined {
    const { last } = this;
    const missing = this.anchored.checkEnd(last.batchNo);
    if (missing) return missing;
    const key = String(id);
    // Otherwise a chain that was rewritten without keys as a whole would be taken for an old one.
    if (last.batchNo > 0 && last.keyId === UNKEYED)
      return wrong('ledger_batch', String(last.batchNo), 'key_id', 'a key, which the service adds when it starts', 'none');
    if (id !== 1) return wrong('ledger_head', key, 'id', 1, id);
    if (batchNo !== last.batchNo) return wrong('ledger_head', key, 'batch_no', last.batchNo, batchNo);
    if (hash !== last.hash) return wrong('ledger_head', key, 'hash', last.hash, hash);
    if (postedAt !== last.postedAt) return wrong('ledger_head', key, 'recorded', last.postedAt, postedAt);
    this.headSeen = true;
    return undefined;
  }

  missingHead(): WrongRow | undefined {
    return this.headSeen ? undefined : wrong('ledger_head', '1', 'id', 1, 'no such row');
  }

  checkRequest(request: ChecksummedRecord): WrongRow | undefined {
    const checksum = idempotencyChecksum(request);
    if (request.checksum !== checksum) return wrong('money_request', keyOf.request(request), 'seal', checksum, request.checksum);
    if (request.journalId !== null) this.causes.addToOther(request.journalId);
    this.counted.requests++;
    return undefined;
  }
}
