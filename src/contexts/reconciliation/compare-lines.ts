import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../kernel/lagos-time.js';
import type { ListedTransaction, RecordedTransaction } from '../../kernel/provider-transactions.js';
import type { ProviderRecords } from '../providers/index.js';
import { type Day, MIDNIGHT_TOLERANCE_MS, type Counts, Reconciliations, type Remembered, type Run } from './reconciliations.js';
import { type Difference, differencesOf, excessKobo, missingHere, missingThere } from './differences.js';
import type { Group, Lines } from './lines.js';

const WRITTEN_AT_ONCE = 500;

export type Progress = (done: number, of: number) => void;

interface Comparison {
  readonly run: Run;
  readonly day: Day;
  readonly provider: string;
  readonly source: ProviderRecords;
  readonly lines: Lines;
  /** Whether the provider's list ends at midnight. */
  readonly isCut: boolean;
}

type Found = Difference | { readonly kind: Remembered; readonly reference: string };

/** Compares the lines of a run one reference after the other, and stores the differences. */
@Injectable()
export class CompareLines {
  constructor(private readonly reconciliations: Reconciliations) {}

  async execute(comparison: Comparison, progress: Progress): Promise<Counts> {
    const { run, lines } = comparison;
    const counts: Counts = {
      ours: 0,
      theirs: 0,
      matched: 0,
      missingHere: 0,
      missingThere: 0,
      differing: 0,
      differenceKobo: 0,
    };
    let found: Found[] = [];
    let stored = 0;
    const store = async (limit: number) => {
      if (found.length < limit) return;
      await this.reconciliations.addDifferences(run, stored, found);
      stored += found.length;
      found = [];
    };
    let done = 0;
    for await (const groups of lines.groups()) {
      for (const group of groups) {
        found.push(...(await this.compare(group, comparison, counts)));
        done += Math.max(1, group.theirs.length);
      }
      progress(done, Math.max(done, lines.theirsCount));
      await store(WRITTEN_AT_ONCE);
    }
    for await (const bookings of lines.bookingDifferences()) {
      counts.differing += bookings.length;
      for (const { reference, bookedKobo, postedKobo } of bookings) found.push(clearing(reference, bookedKobo, postedKobo));
      await store(WRITTEN_AT_ONCE);
    }
    await store(1);
    return counts;
  }

  private async compare({ ours, theirs }: Group, comparison: Comparison, counts: Counts): Promise<Found[]> {
    const found = !ours
      ? await this.onlyTheirs(theirs, comparison, counts)
      : theirs.length === 0
        ? await this.onlyOurs(ours, comparison, counts)
        : await this.both(ours, theirs, comparison, counts);
    for (const entry of found) if ('oursKobo' in entry) counts.differenceKobo += excessKobo(entry);
    return found;
  }

  private async both(
    ours: RecordedTransaction,
    theirs: readonly ListedTransaction[],
    comparison: Comparison,
    counts: Counts,
  ): Promise<Found[]> {
    const { run, day, source } = comparison;
    const isOfOurDay = day.has(ours.at);
    const isOfTheirDay = theirs.some(({ at }) => day.has(at));
    if (!isOfOurDay && !isOfTheirDay) return [];
    const isStraddling = isOfOurDay !== isOfTheirDay;
    const elsewhere = isOfOurDay ? theirs[0]!.at! : ours.at;
    // The day on the other side of midnight has compared it.
    if (isStraddling && (await this.reconciliations.remembers(run.provider, lagosDate(elsewhere), 'straddling', ours.reference)))
      return [];
    counts.ours++;
    counts.theirs += theirs.length;
    const differences = differencesOf(ours, theirs, source.kind, day.period.to);
    if (differences.length === 0) counts.matched++;
    else counts.differing++;
    const kept = await Promise.all(differences.map((difference) => this.collected(difference, theirs, comparison)));
    return isStraddling ? [...kept, { kind: 'straddling', reference: ours.reference }] : kept;
  }

  private async onlyOurs(ours: RecordedTransaction, { run, day, isCut }: Comparison, counts: Counts): Promise<Found[]> {
    const { from, to } = day.period;
    const { at, reference } = ours;
    if (at >= to) return [];
    const difference = missingThere(ours);
    if (!difference) return [];
    const before = lagosDate(from - 1);
    if (at < from) {
      // The file of the day before ended too early for it.
      if (!(await this.reconciliations.remembers(run.provider, before, 'awaited', reference))) return [];
    } else {
      if (isCut && at >= to - MIDNIGHT_TOLERANCE_MS) return [{ kind: 'awaited', reference }];
      const isEarly = at < from + MIDNIGHT_TOLERANCE_MS;
      if (isEarly && (await this.reconciliations.remembers(run.provider, before, 'straddling', reference))) return [];
    }
    counts.ours++;
    counts.missingThere++;
    return [difference];
  }

  private async onlyTheirs(theirs: readonly ListedTransaction[], comparison: Comparison, counts: Counts): Promise<Found[]> {
    const { day, source } = comparison;
    const found: Found[] = [];
    for (const line of theirs) {
      const difference = day.has(line.at) ? missingHere(line, source.kind) : undefined;
      if (!difference) continue;
      counts.theirs++;
      counts.missingHere++;
      found.push(await this.collected(difference, [line], comparison));
    }
    return found;
  }

  /** A payment that we do not have, in whole or in part, is credited the ordinary way. */
  private async collected(
    difference: Difference,
    theirs: readonly ListedTransaction[],
    { source, provider }: Comparison,
  ): Promise<Difference> {
    const { kind } = difference;
    const lacks = kind === 'missing_here' || (kind === 'amount' && excessKobo(difference) > 0);
    const [line] = theirs;
    if (source.kind !== 'deposit' || !lacks || line?.status !== 'success') return difference;
    const note = { collected: 'credited', nothing: 'not confirmed by the provider', unknown: 'the provider did not answer' };
    return { ...difference, note: note[await source.collect(provider, line)] };
  }
}

/** Ours are the amounts booked with the rows, theirs the postings of the ledger. */
function clearing(reference: string, bookedKobo: number, postedKobo: number): Difference {
  return {
    kind: 'clearing',
    reference,
    transactionId: '',
    oursKobo: bookedKobo,
    theirsKobo: postedKobo,
    ourStatus: 'booked',
    theirStatus: 'posted',
    ourTime: undefined,
    theirTime: undefined,
    note: '',
  };
}
