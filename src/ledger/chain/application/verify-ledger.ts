import { pooledRandomBytes } from '../../../kernel/random.js';
import { Injectable, Optional } from '@nestjs/common';
import { AnchoredHeads } from '../domain/anchored-heads.js';
import { type Audited, Audit } from '../domain/audit.js';
import { type Checkpoint, type ChainEnd, GENESIS } from '../domain/range-audit.js';
import { type Fault, type FoundFaults, Faults } from '../domain/faults.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { acceptedDigests } from '../domain/ledger-exception.js';
import type { BucketDifference } from '../domain/list-sums.js';
import { RECORDS_KEY } from '../domain/records-key.js';
import { type StoredBlocks, wrong, type WrongRow } from '../domain/stored-rows.js';
import { every } from './cursor.js';
import { FindLostHead, type LostHead } from '../../cluster/application/find-lost-head.js';
import { provedBlocks } from '../../domain/blocked-money.js';
import { findWrongClaims } from './find-wrong-claims.js';
import { findWrongHolds, findWrongProjections } from './name-wrong-hold.js';
import { findUnlinked, findWrongAccounts } from './name-wrong-row.js';
import {
  openKeys,
  type BatchRange,
  ChainKeys,
  Checkpoints,
  type ComparedRows,
  HoldProjections,
  JournalProjections,
  LedgerExceptions,
  LedgerReader,
  type LedgerSnapshot,
  type RangeRequest,
  type RangeVerdict,
  RangeWorkerPools,
  type RangeWorkers,
} from './ports.js';
import { verifyRange } from './verify-range.js';

export interface VerifyProgress {
  readonly batches: number;
  readonly of: number;
}

export interface VerifyOptions {
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Signed heads from outside of the database. */
  readonly anchorLines?: readonly string[];
  /** Begins at the last verification, where there is one, and looks at what is new or open. Else everything is recomputed. */
  readonly sinceCheckpoint?: boolean;
  /** Whether the next verification may begin where this one ended; true by default. */
  readonly keepsCheckpoint?: boolean;
  /** Threads beside this one that recompute batches; 0 by default. */
  readonly workers?: number;
  /** 500 by default; memory grows with it. */
  readonly batchesPerRange?: number;
}

export interface LedgerVerdict extends Audited, Pick<FoundFaults, 'faults' | 'faultCount'> {
  readonly ok: boolean;
  readonly wrong?: WrongRow;
  /** Faults that are set aside, because operators accepted exactly these. */
  readonly accepted: number;
  /** A part could not be read, or differs in too many places, so there may be more faults. */
  readonly isIncomplete?: true;
  /** Distinct heads that were anchored; undefined where no anchors were given. */
  readonly anchors?: number;
  /** The batch of the checkpoint that was trusted; undefined where everything was recomputed. */
  readonly since?: number;
}

interface Walk {
  readonly snapshot: LedgerSnapshot;
  readonly keys: ReadonlyMap<string, ChainKey>;
  readonly anchored: AnchoredHeads;
  readonly accepted: ReadonlySet<string>;
  readonly options: VerifyOptions;
}

interface Findings {
  readonly audit: Audit;
  readonly faults: Faults;
  isIncomplete: boolean;
}

const BATCHES_PER_RANGE = 500;

/**
 * Recomputes the ledger beside the running service: chain, journal sums, balances, sequences, times, blocks, holds with the rows that
 * repeat them, and record checksums. Range by
 * range of batches, in memory that does not grow with batches or accounts.
 */
@Injectable()
export class VerifyLedger {
  constructor(
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
    private readonly checkpoints: Checkpoints,
    private readonly workerPools: RangeWorkerPools,
    private readonly projections: HoldProjections,
    private readonly journalProjections: JournalProjections,
    @Optional() private readonly exceptions?: LedgerExceptions,
    @Optional() private readonly findLostHead?: FindLostHead,
  ) {}

  async execute(options: VerifyOptions = {}): Promise<LedgerVerdict> {
    // Before the snapshot, because the chain goes on.
    const lost = ((await this.findLostHead?.list()) ?? []).map(rowOfLost);
    return this.books.read(async (snapshot) => {
      const { anchorLines } = options;
      const keys = await openKeys(snapshot, this.keys);
      const accepted = acceptedDigests((await this.exceptions?.all()) ?? [], keys);
      const anchored = new AnchoredHeads();
      const walk: Walk = { snapshot, keys, anchored, accepted, options };
      const before = [...lost, ...(anchorLines ? anchored.add(anchorLines, keys) : [])];
      const anchors = anchorLines ? { anchors: anchored.count } : {};
      const checkpoint = options.sinceCheckpoint ? await this.checkpoints.last() : undefined;
      const verdict = checkpoint ? await this.verifySince(checkpoint, walk, before) : await this.verifyWhole(walk, before);
      return { ...verdict, ...anchors };
    });
  }

  private async verifyWhole(walk: Walk, before: readonly WrongRow[]): Promise<LedgerVerdict> {
    const { snapshot } = walk;
    const secret = pooledRandomBytes(32).toString('base64');
    const findings = this.begin(GENESIS, walk, secret, before);
    const { audit, faults } = findings;
    await this.walkBatches(findings, walk, secret);
    const [accounts, held] = [audit.accounts.toJSON(), audit.held.toJSON()];
    await every(snapshot.accounts(), (account) => audit.checkAccount(account));
    await this.explain(findings, audit.accounts, (isSuspected) => findWrongAccounts(snapshot, isSuspected, faults));
    await checkHeads(audit, snapshot);
    await every(snapshot.blocks(), (blocks) => checkBlocks(blocks, walk.keys, faults));
    await every(snapshot.holds(), (hold) => audit.checkHold(hold, walk.keys));
    await this.explain(findings, audit.holds, (isSuspected) => findWrongHolds(snapshot, isSuspected, faults));
    await this.compareRows(snapshot, findings, walk);
    await this.explain(findings, audit.causes, (isSuspected) => findUnlinked(snapshot, isSuspected, faults));
    const verdict = verdictOf(findings);
    if (verdict.ok) await this.keep({ end: audit.end, secret, accounts, held }, walk.options);
    return verdict;
  }

  /**
   * Reads nothing of what was over and verified, so that it takes as long as what is new. What is wrong is looked for in all of the
   * ledger, because it may be older than the checkpoint.
   */
  private async verifySince(
    { end, secret, accounts: accountsBefore, held: heldBefore }: Checkpoint,
    walk: Walk,
    before: readonly WrongRow[],
  ): Promise<LedgerVerdict> {
    const { snapshot } = walk;
    const findings = this.begin(end, walk, secret, before);
    const { audit, faults } = findings;
    audit.accounts.addAll(accountsBefore);
    audit.held.addAll(heldBefore);
    await this.walkBatches(findings, walk, secret);
    const [accounts, held] = [audit.accounts.toJSON(), audit.held.toJSON()];
    await every(snapshot.accounts(), (account) => audit.checkAccount(account));
    await checkHeads(audit, snapshot);
    await every(snapshot.blocks(), (blocks) => checkBlocks(blocks, walk.keys, faults));
    const recent = await snapshot.since(end);
    await every(recent.holds(), (hold) => audit.checkHold(hold, walk.keys));
    await this.compareRows(recent, findings, walk);
    if ([audit.accounts, audit.held, audit.causes].some((sums) => sums.difference())) faults.add(NOT_AS_CHECKED);
    const verdict = verdictOf(findings);
    if (!verdict.ok) {
      const whole = await this.verifyWhole(walk, before);
      // A balance that was accepted differs from every checkpoint.
      return whole.ok && whole.accepted === 0 ? { ...verdict, ...countedIn(whole) } : whole;
    }
    await this.keep({ end: audit.end, secret, accounts, held }, walk.options);
    return { ...verdict, since: end.batchNo };
  }

  private async compareRows(
    rows: ComparedRows,
    { audit, faults, isIncomplete }: Findings,
    { snapshot, keys }: Walk,
  ): Promise<void> {
    const recordsKey = keys.get(RECORDS_KEY)!;
    for (const projection of this.projections.all()) await findWrongProjections(rows, projection, faults);
    if (!isIncomplete)
      for (const projection of this.journalProjections.all())
        await findWrongClaims(snapshot, rows, projection, recordsKey, faults);
    await every(rows.requests(), (request) => audit.checkRequest(request, recordsKey));
  }

  private begin(end: ChainEnd, { anchored, accepted }: Walk, secret: string, before: readonly WrongRow[]): Findings {
    const faults = new Faults(accepted);
    for (const row of before) faults.add(row);
    return { audit: new Audit(end, anchored, secret, faults), faults, isIncomplete: false };
  }

  /** Reads the rows of differing sums again. Sums that lack batches say nothing. */
  private async explain(
    findings: Findings,
    sums: { difference(): BucketDifference | undefined },
    find: (isSuspected: (id: string) => boolean) => Promise<void>,
  ): Promise<void> {
    const difference = findings.isIncomplete ? undefined : sums.difference();
    if (!difference) return;
    await find((id) => difference.isSuspected(id));
    if (difference.isPartial) findings.isIncomplete = true;
  }

  private async walkBatches(findings: Findings, { snapshot, keys, anchored, accepted, options }: Walk, secret: string) {
    const { audit, faults } = findings;
    const { onProgress, workers = 0, batchesPerRange = BATCHES_PER_RANGE } = options;
    const of = await snapshot.lastBatchNo();
    const before = audit.end.batchNo;
    const anchors = anchored.entries();
    const requestOf = (range: BatchRange): RangeRequest => ({
      ...range,
      anchored: within(anchors, range),
      secret,
      accepted: [...accepted],
    });
    const add = ({ totals, isIncomplete, ...found }: RangeVerdict) => {
      faults.addAll(found);
      audit.addRange(totals);
      findings.isIncomplete ||= isIncomplete;
      onProgress?.({ batches: before + audit.counted.batches, of });
    };
    const [closed, last] = rangesOf(before, of, batchesPerRange);
    const here = (range: BatchRange) => verifyRange(snapshot, requestOf(range), keys);
    if (workers > 0) await this.inWorkers(workers, keys, closed, requestOf, add);
    else for (const range of closed) add(await here(range));
    // Its end is that of the snapshot, so it is not left to a later one.
    add(await here(last));
  }

  private async inWorkers(
    count: number,
    keys: ReadonlyMap<string, ChainKey>,
    ranges: Iterable<BatchRange>,
    requestOf: (range: BatchRange) => RangeRequest,
    add: (verdict: RangeVerdict) => void,
  ): Promise<void> {
    let pool: RangeWorkers | undefined;
    try {
      const ahead: Promise<RangeVerdict>[] = [];
      for (const range of ranges) {
        pool ??= this.workerPools.open(count, keys);
        const verdict = pool.verify(requestOf(range));
        // Awaited in its turn.
        verdict.catch(() => undefined);
        ahead.push(verdict);
        if (ahead.length > count) add(await ahead.shift()!);
      }
      while (ahead.length > 0) add(await ahead.shift()!);
    } finally {
      await pool?.close();
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

async function checkHeads(audit: Audit, snapshot: LedgerSnapshot): Promise<void> {
  await every(snapshot.heads(), (head) => audit.checkHead(head));
  audit.checkEnd();
}

/** A row that somebody else wrote stops its account, too. */
function checkBlocks({ account, version, blocks }: StoredBlocks, keys: ReadonlyMap<string, ChainKey>, faults: Faults): void {
  if (!provedBlocks(account, `${version}:${blocks}`, (id) => keys.get(id)))
    faults.add(wrong('ledger_block', account, 'blocks', 'as the ledger wrote them', 'others'));
}

function verdictOf({ audit, faults, isIncomplete }: Findings): LedgerVerdict {
  const { faults: rows, faultCount, accepted } = faults.found;
  const ok = faultCount === 0 && !isIncomplete;
  const [first] = rows;
  return {
    ok,
    ...audit.counted,
    faults: rows,
    faultCount,
    accepted: accepted.length,
    ...(first ? { wrong: withoutDigest(first) } : {}),
    ...(isIncomplete ? { isIncomplete } : {}),
  };
}

function countedIn({ batches, journals, postings, accounts, requests }: LedgerVerdict): Audited {
  return { batches, journals, postings, accounts, requests };
}

function rowOfLost({ batchNo, hash, writtenAt, foundHash = 'no such row' }: LostHead): WrongRow {
  const expected = `${hash}, as acknowledged until ${new Date(writtenAt).toISOString()}`;
  return wrong('ledger_batch', String(batchNo), 'hash', expected, foundHash);
}

function withoutDigest({ digest: _, ...row }: Fault): WrongRow {
  return row;
}
