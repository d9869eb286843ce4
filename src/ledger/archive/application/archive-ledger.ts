import { type StoredPosting, type StoredBatch, wrong, type WrongRow } from '../../chain/domain/stored-rows.js';
import { type ArchivePart, type PartIndex, sha256, writePart } from '../domain/archive-part.js';
import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { Cursor } from '../../chain/application/cursor.js';
import { openKeys, ChainKeys, LedgerReader, type LedgerSnapshot } from '../../chain/application/ports.js';
import { verifyRange } from '../../chain/application/verify-range.js';

export interface ArchiveLimits {
  /** Batches up to this one are of a time before the one that was asked for; 0 where none is. */
  readonly lastBefore: number;
  readonly head: number;
  /** The last batch that every consumer of journals has consumed in full. */
  readonly consumed: number;
}

/** Moves postings from their table to files. */
export abstract class LedgerArchive {
  /** @param time unix ms */
  abstract limits(time: number): Promise<ArchiveLimits>;
  abstract parts(): Promise<readonly ArchivePart[]>;
  abstract firstInTable(): Promise<number | undefined>;
  /** @throws DamagedArchive where the file is not as it was recorded */
  abstract requireIntact(part: ArchivePart): Promise<void>;
  /** Parts whose file is gone or shorter; what is in the others is not read. */
  abstract listMissing(): Promise<readonly ArchivePart[]>;
  /** Durably, replacing what was written under its key. */
  abstract write(part: ArchivePart, bytes: Buffer): Promise<void>;
  /** From its file, in the order of batches. @throws DamagedArchive */
  abstract readBack(part: ArchivePart, index: PartIndex): Promise<readonly StoredPosting[]>;
  /** From then on readers look in the file for what is not in the table. @throws where another process recorded one meanwhile */
  abstract record(part: ArchivePart, index: PartIndex): Promise<void>;
  /** Removes postings of these batches (inclusive), whole batches and some thousand rows. @returns the batch to go on from */
  abstract removeSome(from: number, upTo: number): Promise<number>;
}

export interface ArchiveProgress {
  readonly batchNo: number;
  readonly of: number;
  readonly step: 'written' | 'verified' | 'recorded' | 'removed' | 'done';
}

export interface ArchiveOptions {
  /**
   * Calendar months of Lagos that stay in the database beside the current one, at least 1; or days, at least 30, where the current
   * month stays as well, because spending limits are summed in it.
   */
  readonly olderThan: { readonly months: number } | { readonly days: number };
  readonly isDryRun?: boolean;
  /** Awaited between the steps. */
  readonly onProgress?: (progress: ArchiveProgress) => void | Promise<void>;
  /** Whole batches until there are at least as many; 50,000 by default. */
  readonly postingsPerPart?: number;
  /** 1,000 by default, which idle processes catch up from. */
  readonly keptBatches?: number;
}

export interface ArchiveReport {
  readonly ok: boolean;
  /** Everything before this time was asked for: unix ms, a midnight in Lagos. */
  readonly before: number;
  /** Nothing after this batch is archived now. */
  readonly upToBatch: number;
  /** Why fewer batches are archived than are old enough. */
  readonly heldBy?: 'kept batches' | 'a consumer of journals';
  readonly parts: readonly ArchivePart[];
  /** The first wrong row, at which archiving ended. */
  readonly wrong?: WrongRow;
}

const POSTINGS_PER_PART = 50_000;
const KEPT_BATCHES = 1_000;
const FOLDER = 'ledger-archive';

interface Drawn {
  readonly batches: readonly StoredBatch[];
  readonly postings: readonly StoredPosting[];
}

/**
 * Moves the postings of closed months to files, part by part: write, read back and recompute, record, delete. Whatever step it is
 * stopped at, each posting is in the table or in a recorded file, and the next run goes on.
 */
@Injectable()
export class ArchiveLedger {
  constructor(
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
    private readonly archive: LedgerArchive,
    private readonly clock: Clock,
  ) {}

  async execute(options: ArchiveOptions): Promise<ArchiveReport> {
    const { olderThan, isDryRun = false, onProgress = () => undefined } = options;
    const before = startOfKept(this.clock.now(), olderThan);
    const { upToBatch, heldBy } = await this.limitOf(before, options.keptBatches ?? KEPT_BATCHES);
    const held = heldBy ? { heldBy } : {};
    const parts: ArchivePart[] = [];
    const known = await this.archive.parts();
    let lastBatch = known.at(-1)?.lastBatch ?? 0;
    let partNo = known.length;
    const tell = (step: ArchiveProgress['step'], batchNo: number) => onProgress({ step, batchNo, of: upToBatch });
    if (!isDryRun) await this.removeLeft(known, (batchNo) => tell('removed', batchNo));
    while (lastBatch < upToBatch) {
      const next = { partNo: ++partNo, after: lastBatch, upToBatch, tell, isDryRun };
      const made = await this.archiveNext(next, options.postingsPerPart ?? POSTINGS_PER_PART);
      if ('column' in made) return { ok: false, before, upToBatch, ...held, parts, wrong: made };
      if (!isDryRun) await this.remove(made.firstBatch, made.lastBatch, (batchNo) => tell('removed', batchNo));
      parts.push(made);
      lastBatch = made.lastBatch;
      await tell('done', lastBatch);
    }
    return { ok: true, before, upToBatch, ...held, parts };
  }

  private async limitOf(before: number, keptBatches: number): Promise<Pick<ArchiveReport, 'upToBatch' | 'heldBy'>> {
    const { lastBefore, head, consumed } = await this.archive.limits(before);
    const upToBatch = Math.max(0, Math.min(lastBefore, head - keptBatches, consumed));
    if (upToBatch === lastBefore) return { upToBatch };
    return { upToBatch, heldBy: consumed < head - keptBatches ? 'a consumer of journals' : 'kept batches' };
  }

  private archiveNext(
    { partNo, after, upToBatch, tell, isDryRun }: NextPart,
    postingsPerPart: number,
  ): Promise<ArchivePart | WrongRow> {
    return this.books.read(async (snapshot) => {
      const drawn = await draw(snapshot, after, upToBatch, postingsPerPart);
      if (drawn.batches.length === 0) return wrong('ledger_batch', String(after + 1), 'batch_no', after + 1, 'no such row');
      const { bytes, index } = writePart(drawn.postings);
      const part = describe(partNo, drawn, bytes);
      if (isDryRun) return part;
      await this.archive.write(part, bytes);
      await tell('written', part.lastBatch);
      const found = await this.verify(snapshot, part, index);
      if (found) return found;
      await tell('verified', part.lastBatch);
      await this.archive.record(part, index);
      await tell('recorded', part.lastBatch);
      return part;
    });
  }

  /** Recomputes the hashes of the batches from what the file holds. */
  private async verify(snapshot: LedgerSnapshot, part: ArchivePart, index: PartIndex): Promise<WrongRow | undefined> {
    const ofFile: LedgerSnapshot = { ...snapshot, postings: () => this.postingsIn(part, index) };
    const { firstBatch, lastBatch } = part;
    const range = {
      ...(firstBatch > 1 ? { after: firstBatch - 1 } : {}),
      upTo: lastBatch,
      anchored: [],
      secret: '',
      accepted: [],
    };
    return (await verifyRange(ofFile, range, await openKeys(snapshot, this.keys))).faults[0];
  }

  private async *postingsIn(part: ArchivePart, index: PartIndex): AsyncGenerator<StoredPosting> {
    yield* await this.archive.readBack(part, index);
  }

  /** What an earlier run had recorded and did not remove any more. */
  private async removeLeft(parts: readonly ArchivePart[], tell: TellBatch): Promise<void> {
    const first = (await this.archive.firstInTable()) ?? Infinity;
    const left = parts.filter(({ lastBatch }) => lastBatch >= first);
    for (const part of left) await this.archive.requireIntact(part);
    if (left.length > 0) await this.remove(first, left.at(-1)!.lastBatch, tell);
  }

  private async remove(from: number, upTo: number, tell: TellBatch): Promise<void> {
    for (let next = from; next <= upTo;) {
      next = await this.archive.removeSome(next, upTo);
      await tell(next - 1);
    }
  }
}

type TellBatch = (batchNo: number) => void | Promise<void>;

interface NextPart {
  readonly partNo: number;
  readonly after: number;
  readonly upToBatch: number;
  readonly tell: (step: ArchiveProgress['step'], batchNo: number) => void | Promise<void>;
  readonly isDryRun: boolean;
}

/** Whole batches of one month, until there are enough postings. */
async function draw(snapshot: LedgerSnapshot, after: number, upTo: number, enough: number): Promise<Drawn> {
  const range = { after, upTo };
  const [next, rows] = [new Cursor(snapshot.batches(range)), new Cursor(snapshot.postings(range))];
  const [batches, postings]: [StoredBatch[], StoredPosting[]] = [[], []];
  for (let batch = await next.take(); batch; batch = await next.take()) {
    if (postings.length >= enough || (batches[0] && monthOf(batch) !== monthOf(batches[0]))) break;
    batches.push(batch);
    for (let row = await rows.peek(); row && row.batchNo <= batch.batchNo; row = await rows.peek()) {
      postings.push(row);
      await rows.take();
    }
  }
  return { batches, postings };
}

function describe(partNo: number, { batches, postings }: Drawn, bytes: Buffer): ArchivePart {
  const [first, last] = [batches[0]!, batches.at(-1)!];
  const [month, hash] = [monthOf(first), sha256(bytes)];
  return {
    partNo,
    month,
    firstBatch: first.batchNo,
    lastBatch: last.batchNo,
    firstPostedAt: postings[0]?.postedAt ?? first.postedAt,
    lastPostedAt: postings.at(-1)?.postedAt ?? last.postedAt,
    postings: postings.length,
    sizeBytes: bytes.length,
    sha256: hash,
    storageKey: `${FOLDER}/${month}/${String(partNo).padStart(6, '0')}-${hash.slice(0, 12)}.ndjson.gz`,
  };
}

/** Month of its last journal, in Lagos. */
function monthOf({ postedAt }: StoredBatch): string {
  return lagosDate(postedAt).slice(0, 7);
}

function startOfKept(now: number, olderThan: ArchiveOptions['olderThan']): number {
  if ('months' in olderThan) return startOfMonth(now, olderThan.months);
  return Math.min(startOfMonth(now, 0), lagosMidnight(lagosDate(now - olderThan.days * DAY_MS)));
}

/** The midnight that begins the month that is so many months before this one. */
function startOfMonth(now: number, monthsBefore: number): number {
  const [year, month] = lagosDate(now).split('-').map(Number) as [number, number];
  const months = year * 12 + month - 1 - monthsBefore;
  return lagosMidnight(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`);
}
