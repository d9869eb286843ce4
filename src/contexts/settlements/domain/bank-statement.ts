import { formatNaira, kobo, type Kobo } from '../../../kernel/money.js';

/** What moved on an account of ours at a bank. */
export interface StatementLine {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Above zero where it came in. */
  readonly amountKobo: Kobo;
  readonly reference: string;
  /** Where the bank has another one. */
  readonly bankReference?: string | undefined;
  readonly description: string;
  /** After the line; undefined where the file does not say. */
  readonly balanceKobo?: Kobo | undefined;
}

/** A statement as its file says it; what a file leaves out is undefined. */
export interface ReadStatement {
  /** Numbers of the account, where the file names it. */
  readonly accounts: readonly string[];
  readonly openingKobo: Kobo | undefined;
  readonly closingKobo: Kobo | undefined;
  readonly lines: readonly StatementLine[];
}

/** A statement that is right in itself, oldest line first. */
export interface BankStatement {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly openingKobo: Kobo;
  readonly closingKobo: Kobo;
  readonly lines: readonly StatementLine[];
}

/** @returns the statement, or what is wrong with it */
export function statementOf(read: ReadStatement, firstDay: string, lastDay: string): BankStatement | string {
  const lines = oldestFirst(read.lines);
  const outside = lines.find(({ day }) => day < firstDay || day > lastDay);
  if (outside) return `a line is of ${outside.day}, not of ${firstDay} to ${lastDay}`;
  const [first] = lines;
  const openingKobo =
    read.openingKobo ?? (first?.balanceKobo === undefined ? undefined : kobo(first.balanceKobo - first.amountKobo));
  if (openingKobo === undefined) return 'it names no opening balance';
  let balance: number = openingKobo;
  for (const [index, { amountKobo, balanceKobo, day, reference }] of lines.entries()) {
    balance += amountKobo;
    if (balanceKobo !== undefined && balanceKobo !== balance)
      return `after line ${index + 1} (${[day, reference].filter(Boolean).join(' ')}) the balance is said to be ${formatNaira(balanceKobo)}, and would be ${formatNaira(kobo(balance))}`;
  }
  const closingKobo = read.closingKobo ?? lines.at(-1)?.balanceKobo;
  if (closingKobo === undefined) return 'it names no closing balance';
  if (closingKobo !== balance)
    return `the opening balance and the lines make ${formatNaira(kobo(balance))}, and the closing balance is said to be ${formatNaira(closingKobo)}`;
  return { firstDay, lastDay, openingKobo, closingKobo, lines };
}

/** Some banks list the newest first. */
export function oldestFirst(lines: readonly StatementLine[]): readonly StatementLine[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || first.day < last.day) return lines;
  if (first.day > last.day) return lines.toReversed();
  // Within one day the balances tell the order.
  const follow = (list: readonly StatementLine[]) =>
    list.every(({ amountKobo, balanceKobo }, index) => {
      const before = list[index - 1]?.balanceKobo;
      return before === undefined || balanceKobo === undefined || before + amountKobo === balanceKobo;
    });
  const reversed = lines.toReversed();
  return !follow(lines) && follow(reversed) ? reversed : lines;
}

/** What a statement should be of. */
export interface ExpectedStatement {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Undefined where the settings name none. */
  readonly accountNumber?: string | undefined;
}

/** A file writes it in an IBAN, behind the code of the bank, with blanks, before a currency, or with stars. */
export function isAccount(written: string, accountNumber: string): boolean {
  const parts = [written, ...written.split('/')].map((part) => part.toUpperCase().replaceAll(/[\s-]|NGN$/g, ''));
  return parts.some((part) => {
    const signs = part.slice(-accountNumber.length).split('');
    return (
      signs.length === accountNumber.length && signs.every((sign, index) => '*X'.includes(sign) || sign === accountNumber[index])
    );
  });
}
