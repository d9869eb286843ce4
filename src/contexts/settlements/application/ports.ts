import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../../kernel/row-changes.js';
import type { AccountId } from '../../../ledger/index.js';
import type { BankStatement, ExpectedStatement, ReadStatement, StatementLine } from '../domain/bank-statement.js';
import type { RecordedKind, Settlement } from '../domain/settlement.js';
import type { StatementLayout } from '../domain/statement-layout.js';
import type { TreeBlock } from './safeguarding-tree.js';

/** Our accounts at banks. */
export abstract class BankAccounts {
  abstract readonly names: readonly string[];
  /** By name, where the settings give one. */
  abstract readonly numbers: ReadonlyMap<string, string | undefined>;
}

/** What makes the lines of a list unguessable. */
export abstract class LeafSalts {
  /** 32 bytes, the same for a day and a user. */
  abstract of(day: string, user: string): Buffer;
}

export interface SettlementFilter {
  readonly id?: string;
  readonly kind?: RecordedKind;
  readonly provider?: string;
  readonly bank?: string;
}

export type RecordedSettlement = Omit<Settlement, 'createdAt'> & { readonly debited: AccountId; readonly credited: AccountId };

export abstract class Settlements {
  /** For a ledger command; unique by its reference. */
  abstract record(settlement: RecordedSettlement): RowInsert;
  abstract isUsed(reference: string): Promise<boolean>;
  abstract find(id: string): Promise<Settlement | undefined>;
  abstract list(filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>>;
  /** That moved an account at a bank on one of these days. */
  abstract ofBank(bank: string, firstDay: string, lastDay: string): Promise<Settlement[]>;
  /**
   * What the accounts had besides at the end of a day, had each settlement been booked on its day.
   * @param end of the day, unix ms
   */
  abstract shifts(day: string, end: number): Promise<ReadonlyMap<AccountId, number>>;
  /** In kobo, of those that were booked within these times (unix ms, to exclusive), by kind and debited account with a blank between. */
  abstract sums(from: number, to: number): Promise<ReadonlyMap<string, number>>;
}

export interface StatementFile extends ReadStatement {
  /** Of its bytes, in hex. */
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
  /** Those of the settlements that a line is matched with. */
  abstract reconciled(settlementIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Closing balances of statements that end with the day, by bank. */
  abstract closing(day: string): Promise<ReadonlyMap<string, Kobo>>;
}

/** Trees over the lists of wallets that were made. */
export abstract class SafeguardingTrees {
  /** Replaces that of the same day. */
  abstract keep(day: string, blocks: readonly TreeBlock[]): Promise<void>;
  /** In their order; none where no list of the day was made. */
  abstract of(day: string): Promise<TreeBlock[]>;
}

/** What providers say that we have with them. */
export abstract class StatedBalances {
  /** Replaces one of the same day. */
  abstract keep(provider: string, day: string, amountKobo: Kobo, now: number): Promise<void>;
  abstract of(day: string): Promise<ReadonlyMap<string, Kobo>>;
}
