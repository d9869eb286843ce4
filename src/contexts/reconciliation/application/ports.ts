import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { BookedAmount, ListedTransaction, RecordedTransaction } from '../../../kernel/provider-transactions.js';
import type { NewDifferences } from '../domain/advice.js';
import type { ColumnMap } from '../domain/columns.js';
import type { Difference } from '../domain/difference.js';

export interface Group {
  readonly ours: RecordedTransaction | undefined;
  readonly theirs: readonly ListedTransaction[];
}

export interface UnmatchedLine extends ListedTransaction {
  readonly id: number;
}

export interface BookingDifference {
  readonly reference: string;
  readonly bookedKobo: number;
  readonly postedKobo: number;
}

/** The lines of one run outside of memory, which grow with the provider's day. */
export abstract class Lines {
  /** @param isWhole whether a line that comes again is another one; pages of a listing may overlap */
  abstract addTheirs(lines: readonly ListedTransaction[], isWhole: boolean): void;
  /** Lines that are there stay as they are. */
  abstract addOurs(lines: readonly RecordedTransaction[]): void;
  /** Lines of theirs without one of ours. */
  abstract unmatched(after: number, limit: number): UnmatchedLine[];
  /** A line of theirs is of this reference of ours. */
  abstract match(id: number, reference: string): void;
  abstract groups(): AsyncIterable<readonly Group[]>;
  abstract addBooked(amounts: readonly BookedAmount[]): void;
  abstract addPosted(amounts: readonly { readonly journal: string; readonly amountKobo: number }[]): void;
  abstract bookingDifferences(): AsyncIterable<readonly BookingDifference[]>;
  abstract readonly theirsCount: number;
  abstract latestOfTheirs(): number | undefined;
  abstract close(): void;
}

export abstract class LinesOfRun {
  abstract open(): Lines;
}

/** Spreadsheets and providers write a reference with quotes, blanks and small letters. */
export function referenceKey(reference: string): string {
  return bareReference(reference).toUpperCase();
}

export function bareReference(reference: string): string {
  return reference.replace(/^[\s='"]+|[\s'"]+$/g, '');
}

export interface Counts {
  ours: number;
  theirs: number;
  matched: number;
  missingHere: number;
  missingThere: number;
  differing: number;
  /** By how much the provider's books are above ours. */
  differenceKobo: number;
}

/** explained: it differs, and staff said what became of that. */
export type ReconciliationStatus = 'agreed' | 'differing' | 'explained';

export interface Reconciliation extends Readonly<Counts> {
  /** Provider and day. */
  readonly id: string;
  readonly provider: string;
  /** `YYYY-MM-DD` in Lagos. */
  readonly day: string;
  readonly status: ReconciliationStatus;
  readonly createdAt: number;
}

/** What a run remembers for the run of the next or the previous day, because of midnight. */
export type Remembered = 'awaited' | 'straddling';

export interface ReconciliationFilter {
  readonly id?: string;
  readonly day?: string;
  readonly provider?: string;
}

export interface StoredDifference extends Difference {
  readonly id: string;
  readonly createdAt: number;
}

export abstract class Reconciliations {
  abstract exists(provider: string, day: string): Promise<boolean>;
  /** Whether the last run of the day remembered it. */
  abstract remembers(provider: string, day: string, what: Remembered, reference: string): Promise<boolean>;
  /** @param before how many the run has added */
  abstract addDifferences(
    run: Run,
    before: number,
    differences: readonly (Difference | { readonly kind: Remembered; readonly reference: string })[],
  ): Promise<void>;
  /**
   * Replaces the result of the day, in the caller's unit of work; `superseded` where a run that began later was faster. One that is
   * explained stays so where nothing new differs.
   * @returns what the result before it did not have
   */
  abstract replace(run: Run, counts: Counts, now: number): Promise<readonly NewDifferences[] | 'superseded'>;
  /** Rows of runs that are not the result. */
  abstract removeOlder(run: Run): Promise<void>;
  abstract list(filter: ReconciliationFilter, page: PageRequest): Promise<Page<Reconciliation>>;
  abstract find(id: string): Promise<Reconciliation | undefined>;
  /**
   * In the caller's unit of work. False where it does not differ, is explained already, or is another result.
   * @param createdAt of the result that is explained
   */
  abstract explain(id: string, createdAt: number): Promise<boolean>;
  /** Latest run's. */
  abstract differences(id: string, page: PageRequest): Promise<Page<StoredDifference>>;
}

export interface Run {
  /** Later runs have greater ids. */
  readonly id: string;
  readonly provider: string;
  readonly day: string;
}

export function reconciliationId({ provider, day }: Omit<Run, 'id'>): string {
  return `${provider}:${day}`;
}

export abstract class SettlementFiles {
  /** Its transactions in portions. @param day that it should be of, which tells 11/03 from 3/11 @throws Failure `reconciliation.file_unreadable`, while it is read */
  abstract read(path: string, map: ColumnMap, day: string): AsyncIterable<ListedTransaction[]>;
}
