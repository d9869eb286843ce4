import { kobo, type Kobo } from '../../kernel/money.js';
import type { ListedStatus, ListedTransaction, BookedAmount, RecordedTransaction } from '../../kernel/provider-transactions.js';
import { type DayOrder, parseAmount, parseReference, parseTime, parseColumns } from '../../kernel/written-values.js';
import type { Difference } from './differences.js';

export interface ColumnMap {
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly time: string;
  readonly transactionId: string;
  readonly fee: string;
  /** Amounts' unit. */
  readonly unit: 'kobo' | 'naira';
  /** Before the kobo. */
  readonly decimal: '.' | ',';
}

export const OWN_NAMES: ColumnMap = {
  reference: 'reference',
  amount: 'amount',
  status: 'status',
  time: 'time',
  transactionId: 'transactionId',
  fee: 'fee',
  unit: 'naira',
  decimal: '.',
};

/** Undefined where the text is no map; names that it leaves out are the own ones. */
export function parseColumnMap(json: string): ColumnMap | undefined {
  const map = parseColumns(json, OWN_NAMES);
  if (!map || Object.values(map).includes('')) return undefined;
  return ['kobo', 'naira'].includes(map.unit) && ['.', ','].includes(map.decimal) ? map : undefined;
}

const WORDS: Readonly<Record<Exclude<ListedStatus, 'unknown'>, string>> = {
  success:
    'success,successful,succeeded,completed,complete,delivered,approved,paid,overpaid,partially_paid,settled,' +
    'transaction successful,payment successful,000,00,90000',
  reversed: 'reversed,reversal,refunded,refund,transaction reversed,transaction reversal,040',
  failed: 'failed,failure,declined,cancelled,canceled,rejected,expired,transaction failed,016',
  pending: 'pending,processing,initiated,in progress,queued,ongoing,099,90009',
};
const TOTAL = /^((sub|grand|page)[ -]?)?(totals?|sum)\b( .*|[:(].*)?$/i;

interface Row {
  readonly cells: readonly string[];
  readonly text: (column: string) => string;
}

/** A sum below the lines or a page: it has no reference of its own. */
export function isSum({ cells, text }: Row, map: ColumnMap): boolean {
  const isNamed = [map.reference, map.transactionId].map(text).some((each) => each !== '' && !TOTAL.test(each));
  return !isNamed && cells.some((cell) => TOTAL.test(cell));
}

/** @throws RangeError that says which column cannot be read */
export function toTransaction(
  text: (column: string) => string,
  map: ColumnMap,
  order: DayOrder = 'day first',
): ListedTransaction {
  const referenceIn = (column: string) => {
    const reference = parseReference(text(column));
    if (reference !== undefined) return reference;
    throw new RangeError(
      `${column} "${text(column)}" is a number that a spreadsheet has rounded: take the file as the provider wrote it`,
    );
  };
  const [reference, transactionId] = [referenceIn(map.reference), referenceIn(map.transactionId)];
  if (reference === '' && transactionId === '') throw new RangeError(`${map.reference} is empty`);
  const amountIn = (column: string) => {
    const [written, amountKobo] = [text(column), parseAmount(text(column), map)];
    if (amountKobo !== undefined && /\d/.test(written)) return amountKobo;
    throw new RangeError(`${column} "${written.slice(0, 40)}" is no amount in ${map.unit}${adviceFor(written, map)}`);
  };
  const signedKobo = amountIn(map.amount);
  const feeKobo = text(map.fee) === '' ? undefined : kobo(Math.abs(amountIn(map.fee)));
  const statusText = text(map.status);
  const status = statusOf(statusText);
  const time = text(map.time);
  const at = time === '' ? undefined : parseTime(time, order)?.at;
  if (time !== '' && at === undefined) throw new RangeError(`${map.time} "${time.slice(0, 40)}" is no time`);
  // A repayment is written as a negative amount.
  const isPaidBack = signedKobo < 0 && status === 'success';
  const amountKobo = kobo(Math.abs(signedKobo));
  return { reference, transactionId, amountKobo, status: isPaidBack ? 'reversed' : status, statusText, at, feeKobo };
}

function adviceFor(written: string, map: ColumnMap): string {
  const decimal = map.decimal === '.' ? ',' : '.';
  return parseAmount(written, { ...map, decimal }) === undefined ? '' : `; --map may say "decimal": "${decimal}"`;
}

/** A file without states lists successful transactions. */
function statusOf(text: string): ListedStatus {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, ' ');
  const found = Object.entries(WORDS).find(([, words]) => words.split(',').includes(word));
  return word === '' ? 'success' : ((found?.[0] as ListedStatus | undefined) ?? 'unknown');
}

/** A line of a bank's statement; above zero where it came in. */
export interface BankLine {
  readonly id: string;
  readonly day: string;
  readonly amountKobo: Kobo;
  readonly reference: string;
  readonly description: string;
  /** The settlement that it is known to be; empty for none. */
  readonly settlementId: string;
}

/** A booking of ours on the account; above zero if money came in. */
export interface BookedLine {
  readonly id: string;
  readonly day: string;
  readonly amountKobo: Kobo;
  readonly reference: string;
  readonly kind: string;
  /** Whether it is of a day before the statement, and waits for its line. */
  readonly isEarlier: boolean;
}

export interface MatchedLines {
  /** Pairs of a line and its settlement. */
  readonly pairs: readonly { readonly line: BankLine; readonly booked: BookedLine }[];
  readonly differences: readonly Difference[];
  readonly matched: number;
}

const SHORTEST_NAMED = 6;

/** Matches by known pairs, then by reference, then by day and amount. Each booking has one line at most, and each line one booking. */
export function matchLines(lines: readonly BankLine[], booked: readonly BookedLine[]): MatchedLines {
  const free = new Set(booked);
  const pairs: { line: BankLine; booked: BookedLine }[] = [];
  const pair = (open: readonly BankLine[], fits: (line: BankLine, candidate: BookedLine) => boolean): readonly BankLine[] =>
    open.filter((line) => {
      const found = [...free].find((candidate) => fits(line, candidate));
      if (!found) return true;
      free.delete(found);
      pairs.push({ line, booked: found });
      return false;
    });
  let open = pair(lines, (line, { id }) => line.settlementId === id);
  const isAlike = (line: BankLine, other: BookedLine) => line.amountKobo === other.amountKobo && line.day === other.day;
  open = pair(open, (line, other) => names(line, other) && isAlike(line, other));
  open = pair(open, (line, other) => names(line, other) && line.amountKobo === other.amountKobo);
  open = pair(open, (line, other) => names(line, other) && line.amountKobo > 0 === other.amountKobo > 0);
  open = pair(open, isAlike);
  const differing = pairs.flatMap(({ line, booked: ours }) => differenceOf(line, ours) ?? []);
  const extra = open.map((line) =>
    unbooked(
      line,
      pairs.some(({ line: other }) => isRepeated(line, other)),
    ),
  );
  const missing = [...free].filter(({ isEarlier }) => !isEarlier).map(unlisted);
  return { pairs, differences: [...differing, ...extra, ...missing], matched: pairs.length - differing.length };
}

/** Matches its reference, or a whole word of its description. */
function names({ reference, description }: BankLine, { reference: ours }: BookedLine): boolean {
  const key = ours.toUpperCase();
  if (reference.toUpperCase() === key) return true;
  const at = description.toUpperCase().indexOf(key);
  if (key.length < SHORTEST_NAMED || at === -1) return false;
  const isWithinWord = (character: string | undefined) => character !== undefined && /[A-Z0-9]/i.test(character);
  return !isWithinWord(description[at - 1]) && !isWithinWord(description[at + key.length]);
}

function isRepeated(line: BankLine, other: BankLine): boolean {
  return line.amountKobo === other.amountKobo && line.reference === other.reference && line.description === other.description;
}

function differenceOf(line: BankLine, ours: BookedLine): Difference | undefined {
  if (line.amountKobo === ours.amountKobo && line.day === ours.day) return undefined;
  const kind = line.amountKobo === ours.amountKobo ? 'day' : 'amount';
  return {
    ...listed(line, kind),
    reference: ours.reference,
    oursKobo: ours.amountKobo,
    ourStatus: ours.kind,
    note: daysOf(line, ours),
  };
}

function daysOf({ day }: BankLine, ours: BookedLine): string {
  return day === ours.day ? '' : `${ours.day} in our books, ${day} there`;
}

function unbooked(line: BankLine, isTwice: boolean): Difference {
  return listed(line, isTwice ? 'duplicate' : 'missing_here');
}

function listed({ id, day, amountKobo, reference, description }: BankLine, kind: Difference['kind']): Difference {
  return {
    kind,
    reference: reference || description,
    transactionId: id,
    oursKobo: undefined,
    theirsKobo: amountKobo,
    ourStatus: '',
    theirStatus: description.slice(0, 64),
    ourTime: undefined,
    theirTime: undefined,
    note: day,
  };
}

function unlisted({ day, amountKobo, reference, kind }: BookedLine): Difference {
  return {
    kind: 'missing_there',
    reference,
    transactionId: '',
    oursKobo: amountKobo,
    theirsKobo: undefined,
    ourStatus: kind,
    theirStatus: '',
    ourTime: undefined,
    theirTime: undefined,
    note: day,
  };
}

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
  /** Existing lines stay unchanged. */
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

export abstract class SettlementFiles {
  /** Its transactions in portions. @param day the expected day, which tells 11/03 from 3/11 @throws Failure `reconciliation.file_unreadable`, while it is read */
  abstract read(path: string, map: ColumnMap, day: string): AsyncIterable<ListedTransaction[]>;
}
