import type { BookedAmount, ListedTransaction, RecordedTransaction } from '../../../../kernel/provider-transactions.js';

/** What both sides have under one reference. */
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
  /** Those that it has already stay as they are. */
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
