import { isSystemAccount } from './account.js';
import { subtractLine } from './account-lines.js';
import type { AnchoredHeads } from './anchored-heads.js';
import { UNKEYED } from './hash-chain.js';
import { idempotencyChecksum } from './idempotency-checksum.js';
import { ListSums } from './list-sums.js';
import type { ChainEnd, RangeTotals } from './range-audit.js';
import { type ChecksummedRecord, keyOf, type StoredAccount, type StoredHead, wrong, type WrongRow } from './stored-rows.js';

export interface Audited {
  readonly batches: number;
  readonly journals: number;
  readonly postings: number;
  readonly accounts: number;
  readonly requests: number;
}

/** Adds up ranges of batches, and holds the other tables against them. */
export class Audit {
  readonly counted = { batches: 0, journals: 0, postings: 0, accounts: 0, requests: 0 };
  /** What ranges say of accounts, less what the table of accounts says. */
  readonly accounts: ListSums;
  /** Journals less the requests that made them. */
  readonly causes: ListSums;
  private headSeen = false;

  /**
   * @param end of the chain where the first range begins
   * @param secret of the sums
   */
  constructor(
    private last: ChainEnd,
    private readonly anchored: AnchoredHeads,
    secret: string,
  ) {
    this.accounts = new ListSums(secret);
    this.causes = new ListSums(secret);
  }

  get end(): ChainEnd {
    return this.last;
  }

  /** In their order. */
  addRange({ start, end, accounts, causes, ...counted }: RangeTotals): WrongRow | undefined {
    const { last } = this;
    const key = String(last.batchNo);
    if (start.hash !== last.hash) return wrong('ledger_batch', key, 'hash', last.hash, start.hash);
    if (start.postedAt !== last.postedAt) return wrong('ledger_batch', key, 'recorded', last.postedAt, start.postedAt);
    if (start.keyId !== last.keyId) return wrong('ledger_batch', key, 'key_id', last.keyId, start.keyId);
    this.accounts.addAll(accounts);
    this.causes.addAll(causes);
    this.count(counted);
    this.last = end;
    return undefined;
  }

  count({ batches, journals, postings }: Pick<Audited, 'batches' | 'journals' | 'postings'>): void {
    this.counted.batches += batches;
    this.counted.journals += journals;
    this.counted.postings += postings;
  }

  checkAccount({ id, kind, balanceKobo, seq }: StoredAccount): WrongRow | undefined {
    const expectedKind = isSystemAccount(id) ? 'system' : 'wallet';
    if (kind !== expectedKind) return wrong('ledger_account', id, 'kind', expectedKind, kind);
    subtractLine(this.accounts, id, { balanceKobo, seq });
    this.counted.accounts++;
    return undefined;
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
    if (request.journalId !== null) this.causes.subtract(request.journalId);
    this.counted.requests++;
    return undefined;
  }
}
