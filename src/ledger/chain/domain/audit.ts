import { isHeldAccount, isSystemAccount } from '../../domain/account.js';
import { subtractLine } from '../../domain/account-lines.js';
import type { AnchoredHeads } from './anchored-heads.js';
import type { Faults } from './faults.js';
import type { ChainKey } from './hash-chain.js';
import { movementsIn, wrongSeal } from './hold-audit.js';
import { HoldSums } from './hold-sums.js';
import type { StoredHold } from '../../domain/hold.js';
import { idempotencyChecksum } from '../../domain/idempotency-checksum.js';
import { ListSums } from './list-sums.js';
import type { ChainEnd, RangeTotals } from './range-audit.js';
import { type ChecksummedRecord, keyOf, type StoredAccount, type StoredHead, withheld, wrong } from './stored-rows.js';

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
  /** What journals moved of holds, less what their rows say. */
  readonly holds: HoldSums;
  /** The same, of the accounts of held money alone, where nothing is left of holds that are over. */
  readonly held: HoldSums;
  private headSeen = false;

  /** @param end of the chain where the first range begins @param secret of the sums */
  constructor(
    private last: ChainEnd,
    private readonly anchored: AnchoredHeads,
    secret: string,
    private readonly faults: Faults,
  ) {
    this.accounts = new ListSums(secret);
    this.causes = new ListSums(secret);
    this.holds = new HoldSums(secret);
    this.held = new HoldSums(secret);
  }

  get end(): ChainEnd {
    return this.last;
  }

  /** In their order. */
  addRange({ start, end, accounts, causes, holds, held, ...counted }: RangeTotals): void {
    const { last } = this;
    const compare = (column: string, expected: string | number, found: string | number) => {
      if (found !== expected) this.faults.add(wrong('ledger_batch', String(last.batchNo), column, expected, found));
    };
    // The range of a batch that is missing between them has told of it.
    if (start.batchNo === last.batchNo) {
      compare('hash', last.hash, start.hash);
      compare('recorded', last.postedAt, start.postedAt);
      compare('key_id', last.keyId, start.keyId);
    }
    this.accounts.addAll(accounts);
    this.causes.addAll(causes);
    this.holds.addAll(holds);
    this.held.addAll(held);
    this.count(counted);
    this.last = end;
  }

  private count({ batches, journals, postings }: Pick<Audited, 'batches' | 'journals' | 'postings'>): void {
    this.counted.batches += batches;
    this.counted.journals += journals;
    this.counted.postings += postings;
  }

  checkAccount({ id, kind, balanceKobo, seq }: StoredAccount): void {
    const expectedKind = isSystemAccount(id) ? 'system' : 'wallet';
    if (kind !== expectedKind) this.faults.add(wrong('ledger_account', id, 'kind', expectedKind, kind));
    subtractLine(this.accounts, id, { balanceKobo, seq });
    this.counted.accounts++;
  }

  checkHold(hold: StoredHold, keys: ReadonlyMap<string, ChainKey>): void {
    this.faults.add(wrongSeal(hold, keys));
    for (const [account, amountKobo] of movementsIn(hold)) {
      this.holds.subtract(hold.subject, account, amountKobo);
      if (isHeldAccount(account)) this.held.subtract(hold.subject, account, amountKobo);
    }
  }

  checkHead({ id, batchNo, hash, postedAt }: StoredHead): void {
    const { last } = this;
    const compare = (column: string, expected: string | number, found: string | number) => {
      if (found !== expected) this.faults.add(wrong('ledger_head', String(id), column, expected, found));
    };
    if (id !== 1) return compare('id', 1, id);
    compare('batch_no', last.batchNo, batchNo);
    compare('hash', last.hash, hash);
    compare('recorded', last.postedAt, postedAt);
    this.headSeen = true;
  }

  checkEnd(): void {
    const { last } = this;
    this.faults.add(this.anchored.checkEnd(last.batchNo));
    if (!this.headSeen) this.faults.add(wrong('ledger_head', '1', 'id', 1, 'no such row'));
  }

  checkRequest(request: ChecksummedRecord, recordsKey: ChainKey): void {
    const checksum = idempotencyChecksum(request, recordsKey);
    if (request.checksum !== checksum)
      this.faults.add(wrong('money_request', keyOf.request(request), 'seal', withheld(checksum), request.checksum));
    if (request.journalId !== null) this.causes.subtract(request.journalId, request.key);
    this.counted.requests++;
  }
}
