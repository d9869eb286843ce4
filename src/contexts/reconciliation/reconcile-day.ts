import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import type { ListedTransaction } from '../../kernel/provider-transactions.js';
import { type ProviderRecords, ProviderRecordSources, UnreadListing, type ReconciledProvider } from '../providers/index.js';
import { AccountPostings, isOperatorKind } from '../../ledger/index.js';
import {
  Day,
  reconciliationFailures,
  KeepResult,
  type KeptResult,
  reconciliationId,
  type Run,
  Reconciliations,
} from './reconciliations.js';
import { CompareLines, type Progress } from './compare-lines.js';
import { bareReference, type Lines, LinesOfRun } from './lines.js';
import { addDays, lagosDate, lagosMidnight } from '../../kernel/lagos-time.js';
import { SystemLogs } from '../system-logs/index.js';

const LOOKED_UP = 200;
/** Postings of the last moments may not be visible yet. */
const COMMIT_MS = 10_000;

export interface ReconcileRequest {
  /** Name among the reconciled providers. */
  readonly provider: string;
  /** `YYYY-MM-DD` in Lagos. */
  readonly day: string;
  /** The settlement file, in portions; undefined: the provider's interface is asked. */
  readonly file?: AsyncIterable<readonly ListedTransaction[]>;
}

export type DayResult = KeptResult;

/** Compares a day at a provider: our records, its list, and the ledger. */
@Injectable()
export class ReconcileDay {
  constructor(
    private readonly sources: ProviderRecordSources,
    private readonly linesOfRun: LinesOfRun,
    private readonly compareLines: CompareLines,
    private readonly postings: AccountPostings,
    private readonly keepResult: KeepResult,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `reconciliation` */
  async execute({ provider: name, day: date, file }: ReconcileRequest, progress: Progress = () => undefined): Promise<DayResult> {
    const reconciled = this.sources.find(name);
    if (!reconciled) throw new Failure(reconciliationFailures.unknown_provider);
    const { provider, source } = reconciled;
    const day = new Day(date);
    const listing = file ?? source.list(provider, day.around);
    if (!listing) throw new Failure(reconciliationFailures.file_needed);
    const run: Run = { id: newId(), provider: name, day: date };
    const lines = this.linesOfRun.open();
    try {
      await this.readTheirs(lines, listing, day, file !== undefined);
      for await (const records of source.within(provider, day.around)) lines.addOurs(records);
      await matchByName(lines, source, provider);
      await this.readBookings(lines, source, provider, day);
      // A file that ends at midnight may lack the last purchases, which the next one has.
      const isCut = file !== undefined && (lines.latestOfTheirs() ?? 0) < day.period.to;
      const counts = await this.compareLines.execute({ run, day, provider, source, lines, isCut }, progress);
      return {
        id: reconciliationId(run),
        provider: name,
        day: date,
        ...counts,
        news: await this.keepResult.finish(run, source.kind, counts),
      };
    } finally {
      lines.close();
    }
  }

  private async readTheirs(
    lines: Lines,
    listing: AsyncIterable<readonly ListedTransaction[]>,
    day: Day,
    isFile: boolean,
  ): Promise<void> {
    let total = 0;
    try {
      for await (const portion of listing) {
        total += portion.length;
        lines.addTheirs(
          portion.filter(({ at }) => day.isNear(at)),
          isFile,
        );
      }
    } catch (error) {
      if (!(error instanceof UnreadListing)) throw error;
      const text = `${reconciliationFailures.unread_listing.text}: ${error.message}`;
      throw new Failure(reconciliationFailures.unread_listing, { text, cause: error });
    }
    if (isFile && total > 0 && lines.theirsCount === 0) throw new Failure(reconciliationFailures.file_of_another_day);
  }

  private async readBookings(lines: Lines, source: ProviderRecords, provider: string, { period }: Day): Promise<void> {
    const to = Math.min(period.to, this.clock.now() - COMMIT_MS);
    for await (const amounts of source.booked(provider, { from: period.from, to })) lines.addBooked(amounts);
    const isHeld = source.kind !== 'deposit';
    // A provider of purchases and payouts, as the sandbox is, holds both in one account.
    const others = source.kind === 'biller' ? 'payout' : 'purchase';
    for await (const postings of this.postings.between(source.bookingAccount(provider), period.from, to))
      lines.addPosted(
        postings
          // Later postings to the same row go the other way.
          .filter(({ amountKobo, kind }) => amountKobo > 0 === isHeld && kind !== others && !isOperatorKind(kind))
          .map(({ journalId, subject, amountKobo }) => ({ journal: isHeld ? subject : journalId, amountKobo })),
      );
  }
}

/** Finds ours by the provider's id, by other spellings, and from other days. */
async function matchByName(lines: Lines, source: ProviderRecords, provider: string): Promise<void> {
  for (let after = 0; ;) {
    const unmatched = lines.unmatched(after, LOOKED_UP);
    if (unmatched.length === 0) return;
    after = unmatched.at(-1)!.id;
    const namesOf = new Map(unmatched.map((line) => [line.id, spellings([line.reference, line.transactionId])]));
    const found = await source.named(provider, [...new Set([...namesOf.values()].flat())]);
    lines.addOurs(found);
    const byName = new Map(
      found.flatMap((record) => [record.reference, ...record.otherNames].map((name) => [name, record.reference] as const)),
    );
    for (const [id, names] of namesOf) {
      const name = names.find((spelling) => byName.has(spelling));
      if (name !== undefined) lines.match(id, byName.get(name)!);
    }
  }
}

function spellings(names: readonly string[]): string[] {
  const bare = names.map(bareReference).filter((name) => name !== '');
  return [...new Set(bare.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]))];
}

/** Providers list a payment late, and midnight is between both sides' clocks. */
const BEGINS_MS = HOUR_MS;
/** How long a provider may be away before a day is left to the command. */
const DAYS_BACK = 7;

/**
 * Compares each of the last days once for each provider that lists its transactions by its interface; the others give a file. One
 * failure does not stop the rest.
 */
@Injectable()
export class ReconcilePastDays {
  constructor(
    private readonly sources: ProviderRecordSources,
    private readonly reconcileDay: ReconcileDay,
    private readonly reconciliations: Reconciliations,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const today = lagosDate(this.clock.now());
    if (this.clock.now() < lagosMidnight(today) + BEGINS_MS) return;
    // In their order, because a day remembers what the next one explains.
    const days = Array.from({ length: DAYS_BACK }, (_, index) => addDays(today, index - DAYS_BACK));
    const errors: unknown[] = [];
    for (const reconciled of this.sources.all)
      for (const day of days)
        try {
          await this.reconcile(reconciled, day);
        } catch (error) {
          errors.push(error);
        }
    if (errors.length > 0) throw new AggregateError(errors, 'the reconciliation of past days failed');
  }

  /** A provider that does not answer is asked again in the next run. */
  private async reconcile({ name, provider, source }: ReconciledProvider, day: string): Promise<void> {
    const { period } = new Day(day);
    if (source.list(provider, period) === undefined || (await this.reconciliations.exists(name, day))) return;
    if (!(await source.wasUsed(provider, period))) return;
    try {
      await this.reconcileDay.execute({ provider: name, day });
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(reconciliationFailures.unread_listing)) throw error;
      await this.systemLogs.record({
        kind: 'warning',
        description:
          `Reconciliation of ${name}, ${day}: ${error.message}. It is tried again every 10 minutes for ${DAYS_BACK} days; ` +
          `later with: reconcile --provider ${provider} --day ${day}`,
        key: `reconciliation:${name}:${day}:unread`,
      });
    }
  }
}
