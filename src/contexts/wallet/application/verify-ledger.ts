import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AnchoredHeads } from '../domain/anchored-heads.js';
import { type Audited, Audit } from '../domain/audit.js';
import type { Checkpoint } from '../domain/checkpoint.js';
import type { ChainKey } from '../domain/hash-chain.js';
import type { ListSums } from '../domain/list-sums.js';
import { GENESIS } from '../domain/range-audit.js';
import { wrong, type WrongRow } from '../domain/stored-rows.js';
import { every } from './cursor.js';
import { unlinked, wrongAccount } from './name-wrong-row.js';
import { openKeys } from './open-keys.js';
import { Checkpoints } from './ports/checkpoints.js';
import { ChainKeys } from './ports/chain-keys.js';
import { type BatchRange, LedgerReader, type LedgerSnapshot } from './ports/ledger-reader.js';
import { RangeWorkerPools } from './ports/range-workers.js';
import { type RangeRequest, type RangeVerdict, verifyRange } from './verify-range.js';

export interface VerifyProgress {
  readonly batches: number;
  readonly of: number;
}

export interface VerifyOptions {
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Signed heads from outside of the database. */
  readonly anchorLines?: readonly string[];
  /** Trusts what the last verification found right, where there is one; else everything is recomputed. */
  readonly sinceCheckpoint?: boolean;
  /** Whether the next verification may begin where this one ended; true by default. */
  readonly keepsCheckpoint?: boolean;
  /** Threads beside this one that recompute batches; 0 by default. */
  readonly workers?: number;
  /** 500 by default; memory grows with it. */
  readonly batchesPerRange?: number;
}

export interface LedgerVerdict extends Audited {
  readonly ok: boolean;
  readonly wrong?: WrongRow;
  /** Distinct heads that were anchored; undefined where no anchors were given. */
  readonly anchors?: number;
  /** The batch of the checkpoint that was trusted; undefined where everything was recomputed. */
  readonly since?: number;
}

interface Walk {
  readonly snapshot: LedgerSnapshot;
  readonly keys: ReadonlyMap<string, ChainKey>;
  readonly anchored: AnchoredHeads;
  readonly options: VerifyOptions;
}

const BATCHES_PER_RANGE = 500;

/**
 * Recomputes the ledger beside the running service: chain, journal sums, balances, sequences, times and record checksums. Range by
 * range of batches, in memory that does not grow with batches or accounts.
 */
@Injectable()
export class VerifyLedger {
  constructor(
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
    private readonly checkpoints: Checkpoints,
    private readonly workerPools: RangeWorkerPools,
  ) {}

  execute(options: VerifyOptions = {}): Promise<LedgerVerdict> {
    return this.books.read(async (snapshot) => {
      const { anchorLines } = options;
      const keys = await openKeys(snapshot, this.keys);
      const anchored = new AnchoredHeads();
      const walk: Walk = { snapshot, keys, anchored, options };
      const damaged = anchorLines && anchored.add(anchorLines, keys);
      const anchors = anchorLines ? { anchors: anchored.count } : {};
      if (damaged) return { ok: false, ...new Audit(GENESIS, anchored, '').counted, ...anchors, wrong: damaged };
      const checkpoint = options.sinceCheckpoint ? await this.checkpoints.last() : undefined;
      const verdict = checkpoint ? await this.verifySince(checkpoint, walk) : await this.verifyWhole(walk);
      return { ...verdict, ...anchors };
    });
  }

  private async verifyWhole(walk: Walk): Promise<LedgerVerdict> {
    const { snapshot, anchored } = walk;
    const secret = randomBytes(32).toString('base64');
    const audit = new Audit(GENESIS, anchored, secret);
    const wrongBatch = await this.walkBatches(audit, walk, secret);
    const accounts = audit.accounts.toJSON();
    const found =
      wrongBatch ??
      (await every(snapshot.accounts(), (account) => audit.checkAccount(account))) ??
      (await named(audit.accounts, (isSuspected) => wrongAccount(snapshot, isSuspected))) ??
      (await wrongHead(audit, snapshot)) ??
      (await every(snapshot.requests(), (request) => audit.checkRequest(request))) ??
      (await named(audit.causes, (isSuspected) => unlinked(snapshot, isSuspected)));
    if (found) return { ok: false, ...audit.counted, wrong: found };
    await this.keep({ end: audit.end, secret, accounts }, walk.options);
    return { ok: true, ...audit.counted };
  }

  /** What is wrong is looked for in all of the ledger, because it may be older than the checkpoint. */
  private async verifySince({ end, secret, accounts: before }: Checkpoint, walk: Walk): Promise<LedgerVerdict> {
    const { snapshot, anchored } = walk;
    const since = end.batchNo;
    const audit = new Audit(end, anchored, secret);
    audit.accounts.addAll(before);
    const wrongBatch = await this.walkBatches(audit, walk, secret);
    const accounts = audit.accounts.toJSON();
    const found =
      wrongBatch ??
      (await every(snapshot.accounts(), (account) => audit.checkAccount(account))) ??
      (audit.accounts.difference() && NOT_AS_CHECKED) ??
      (await wrongHead(audit, snapshot));
    if (found) {
      const whole = await this.verifyWhole(walk);
      return whole.ok ? { ...whole, ok: false, wrong: found } : whole;
    }
    await this.keep({ end: audit.end, secret, accounts }, walk.options);
    return { ok: true, ...audit.counted, since };
  }

  private async walkBatches(audit: Audit, { snapshot, keys, anchored, options }: Walk, secret: string) {
    const { onProgress, workers = 0, batchesPerRange = BATCHES_PER_RANGE } = options;
    const of = await snapshot.lastBatchNo();
    const before = audit.end.batchNo;
    const anchors = anchored.entries();
    const requestOf = (range: BatchRange): RangeRequest => ({ ...range, anchored: within(anchors, range), secret });
    const add = ({ counted, totals, wrong: found }: RangeVerdict) => {
      if (!totals) audit.count(counted);
      const problem = found ?? (totals && audit.addRange(totals));
      if (!problem) onProgress?.({ batches: before + audit.counted.batches, of });
      return problem;
    };
    const [closed, last] = rangesOf(before, of, batchesPerRange);
    const here = (range: BatchRange) => verifyRange(snapshot, requestOf(range), keys);
    const found =
      workers > 0
        ? await this.inWorkers(workers, keys, closed, requestOf, add)
        : await firstOf(closed, async (range) => add(await here(range)));
    // Its end is that of the snapshot, so it is not left to a later one.
    return found ?? add(await here(last));
  }

  private async inWorkers(
    count: number,
    keys: ReadonlyMap<string, ChainKey>,
    ranges: Iterable<BatchRange>,
    requestOf: (range: BatchRange) => RangeRequest,
    add: (verdict: RangeVerdict) => WrongRow | undefined,
  ): Promise<WrongRow | undefined> {
    const pool = this.workerPools.open(count, keys);
    try {
      const ahead: Promise<RangeVerdict>[] = [];
      const next = async () => add(await ahead.shift()!);
      for (const range of ranges) {
        const verdict = pool.verify(requestOf(range));
        // Awaited in its turn.
        verdict.catch(() => undefined);
        ahead.push(verdict);
        const found = ahead.length > count ? await next() : undefined;
        if (found) return found;
      }
      while (ahead.length > 0) {
        const found = await next();
        if (found) return found;
      }
      return undefined;
    } finally {
      await pool.close();
    }
  }

  private async keep(checkpoint: Checkpoint, { keepsCheckpoint = true }: VerifyOptions): Promise<void> {
    if (keepsCheckpoint && checkpoint.end.batchNo > 0) await this.checkpoints.record(checkpoint);
  }
}

const NOT_AS_CHECKED = wrong('ledger_checkpoint', 'last', 'sealed', 'the balances of now', 'others');

/** Ranges of this many batches, and the last one without end. */
function rangesOf(after: number, lastBatchNo: number, length: number): [closed: Iterable<BatchRange>, last: BatchRange] {
  const count = Math.max(0, Math.ceil((lastBatchNo - after) / length) - 1);
  const startOf = (index: number) => (after === 0 && index === 0 ? {} : { after: after + index * length });
  function* closed(): Generator<BatchRange> {
    for (let index = 0; index < count; index++) yield { ...startOf(index), upTo: after + (index + 1) * length };
  }
  return [closed(), startOf(count)];
}

function within(anchors: RangeRequest['anchored'], { after = -Infinity, upTo = Infinity }: BatchRange): RangeRequest['anchored'] {
  return anchors.filter(([batchNo]) => batchNo > after && batchNo <= upTo);
}

async function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Promise<Found | undefined>) {
  for (const item of items) {
    const found = await find(item);
    if (found) return found;
  }
  return undefined;
}

async function named(
  sums: ListSums,
  find: (isSuspected: (id: string) => boolean) => Promise<WrongRow | undefined>,
): Promise<WrongRow | undefined> {
  const isSuspected = sums.difference();
  return isSuspected && find(isSuspected);
}

async function wrongHead(audit: Audit, snapshot: LedgerSnapshot): Promise<WrongRow | undefined> {
  return (await every(snapshot.heads(), (head) => audit.checkHead(head))) ?? audit.missingHead();
}
