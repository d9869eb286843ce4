import { failures, Failure } from '../../kernel/failure.js';
import { formatNaira, kobo, type Kobo } from '../../kernel/money.js';
import { parseColumns } from '../../kernel/written-values.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

export const settlementFailures = failures('settlements', {
  /** The text names the value. */
  invalid: ['invalid', 'The settlement is not valid'],
  reference_used: ['conflict', 'A settlement with this reference is booked already'],
  no_record: ['not_found', "We couldn't find any record matching your query"],
  unknown_bank: ['invalid', 'There is no such bank account'],
  /** The text says why. */
  statement_unreadable: ['invalid', 'The statement cannot be read'],
  /** The text names the place. */
  statement_unbalanced: ['invalid', 'The statement is not right in itself'],
  /** The text names the other one. */
  statement_overlaps: ['invalid', 'The statement overlaps with another one'],
  line_settled: ['conflict', 'A line is settled already, or is not of this statement'],
});

/** A movement on an account of ours at a bank. */
export interface StatementLine {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Above zero where it came in. */
  readonly amountKobo: Kobo;
  readonly reference: string;
  /** The bank's own reference, if it has another one. */
  readonly bankReference?: string | undefined;
  readonly description: string;
  /** After the line; undefined where the file does not say. */
  readonly balanceKobo?: Kobo | undefined;
}

/** A statement as its file has it; missing parts are undefined. */
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

/** The account and period that a statement must have. */
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

/** Names of the columns of a statement in CSV. Either `debit` and `credit`, or `amount`, which is below zero where it went out. */
export interface StatementLayout {
  readonly day: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly balance: string;
  /** Before the kobo. */
  readonly decimal: '.' | ',';
}

const NONE: StatementLayout = {
  day: '',
  reference: '',
  description: '',
  debit: '',
  credit: '',
  amount: '',
  balance: '',
  decimal: '.',
};

/** @returns undefined where the text is no layout: a JSON object of names of columns, with an amount or both of debit and credit */
export function parseStatementLayout(json: string): StatementLayout | undefined {
  const found = parseColumns(json, NONE);
  if (!found || found.day === '' || !['.', ','].includes(found.decimal)) return undefined;
  const isSigned = found.amount !== '';
  return (found.debit !== '') !== isSigned && (found.credit !== '') !== isSigned ? found : undefined;
}

/** Our accounts at banks. */
export abstract class BankAccounts {
  abstract readonly names: readonly string[];
  /** Account numbers by name, if the settings give one. */
  abstract readonly numbers: ReadonlyMap<string, string | undefined>;
}

export interface StatementFile extends ReadStatement {
  /** Digest of its bytes, in hex. */
  readonly digest: string;
}

export abstract class StatementFiles {
  /** Names of the layouts that come with the service: files of names of columns, which an operator may copy. */
  abstract readonly layouts: readonly string[];
  /** Undefined where there is none of this name. */
  abstract layout(name: string): StatementLayout | undefined;
  /** @throws Failure `settlements.statement_unreadable` */
  abstract read(path: string, layout: StatementLayout, expected: ExpectedStatement): Promise<StatementFile>;
}

export interface StoredStatement extends Omit<BankStatement, 'lines'> {
  readonly id: string;
  readonly bank: string;
  readonly lineCount: number;
  readonly digest: string;
  readonly createdAt: number;
}

export interface StoredLine extends StatementLine {
  readonly id: string;
  readonly statementId: string;
  readonly bank: string;
  /** In its statement, from 1. */
  readonly position: number;
  /** Empty while nothing of ours is known for it. */
  readonly settlementId: string;
  readonly createdAt: number;
}

export interface StatementFilter {
  readonly id?: string;
  readonly bank?: string;
}

export abstract class BankStatements {
  /** In the caller's unit of work. */
  abstract add(statement: StoredStatement, lines: readonly StoredLine[]): Promise<void>;
  /** In the caller's unit of work. */
  abstract remove(ids: readonly string[]): Promise<void>;
  abstract overlapping(bank: string, firstDay: string, lastDay: string): Promise<StoredStatement[]>;
  /** The last one that ends before the day. */
  abstract before(bank: string, day: string): Promise<StoredStatement | undefined>;
  abstract find(id: string): Promise<StoredStatement | undefined>;
  abstract list(filter: StatementFilter, page: PageRequest): Promise<Page<StoredStatement>>;
  /** In their order. */
  abstract lines(statementId: string): Promise<StoredLine[]>;
  abstract findLine(id: string): Promise<StoredLine | undefined>;
  /** How many lines are without a settlement, by statement; one without any is left out. */
  abstract openLines(statementIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A line that has a settlement keeps it. */
  abstract match(lineId: string, settlementId: string): Promise<void>;
  /** For a ledger command, which is stale where the line has a settlement. */
  abstract settling(lineId: string, settlementId: string): RowUpdate;
  /** The settlements among these that match a line. */
  abstract reconciled(settlementIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Closing balances of statements that end with the day, by bank. */
  abstract closing(day: string): Promise<ReadonlyMap<string, Kobo>>;
}

const LONGEST = { reference: 100, description: 255 };

export interface StatementImport {
  readonly bank: string;
  /** Days that it is of, `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly file: StatementFile;
  /** Whether it takes the place of those that it overlaps with. */
  readonly replaces: boolean;
}

/** Keeps a bank's statement; the same file again is the same statement. */
@Injectable()
export class ImportStatement {
  constructor(
    private readonly statements: BankStatements,
    private readonly banks: BankAccounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `settlements.unknown_bank`, `settlements.statement_unbalanced`, `settlements.statement_overlaps` */
  async execute({ bank, firstDay, lastDay, file, replaces }: StatementImport): Promise<StoredStatement> {
    if (!this.banks.names.includes(bank)) throw new Failure(settlementFailures.unknown_bank);
    const read = statementOf(file, firstDay, lastDay);
    if (typeof read === 'string')
      throw new Failure(settlementFailures.statement_unbalanced, { text: `The statement is not right in itself: ${read}` });
    const { lines, ...balances } = read;
    return this.unitOfWork.run(async () => {
      const others = await this.statements.overlapping(bank, firstDay, lastDay);
      const same = others.find(
        (other) => other.digest === file.digest && other.firstDay === firstDay && other.lastDay === lastDay,
      );
      if (same) return same;
      if (others.length > 0 && !replaces) throw new Failure(settlementFailures.statement_overlaps, { text: overlap(others[0]!) });
      if (others.length > 0) await this.statements.remove(others.map(({ id }) => id));
      const createdAt = this.clock.now();
      const about = { id: newId(), bank, lineCount: lines.length, digest: file.digest, createdAt };
      const statement: StoredStatement = { ...balances, ...about };
      const stored = lines.map((line, index): StoredLine => ({
        day: line.day,
        amountKobo: line.amountKobo,
        reference: line.reference.slice(0, LONGEST.reference),
        description: describe(line).slice(0, LONGEST.description),
        id: newId(),
        statementId: statement.id,
        bank,
        position: index + 1,
        settlementId: '',
        createdAt: createdAt + index,
      }));
      await this.statements.add(statement, stored);
      return statement;
    });
  }
}

/** The reference of the bank is kept where the customer's is the reference. */
function describe({ reference, bankReference, description }: StatementLine): string {
  const isOther = bankReference !== undefined && bankReference !== reference && !description.includes(bankReference);
  return isOther ? `${description} ${bankReference}`.trim() : description;
}

function overlap({ bank, firstDay, lastDay, id }: StoredStatement): string {
  return `The statement overlaps with the one of ${bank} of ${firstDay} to ${lastDay} (${id}): name other days, or replace it`;
}

/** Balances that providers state. */
export abstract class StatedBalances {
  /** Replaces one of the same day. */
  abstract keep(provider: string, day: string, amountKobo: Kobo, now: number): Promise<void>;
  abstract of(day: string): Promise<ReadonlyMap<string, Kobo>>;
}
