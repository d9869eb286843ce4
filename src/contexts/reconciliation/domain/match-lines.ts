import type { Kobo } from '../../../kernel/money.js';
import type { Difference } from './difference.js';

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

/** What we booked on the account; above zero where it came in. */
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
  /** Which line is which settlement. */
  readonly pairs: readonly { readonly line: BankLine; readonly booked: BookedLine }[];
  readonly differences: readonly Difference[];
  readonly matched: number;
}

const SHORTEST_NAMED = 6;

/** By what is known already, then by reference, then by day and amount; each of ours is one line, and each line one of ours. */
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

/** By its reference, or by a whole word of its description. */
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
