import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type StatementLine, statementOf } from '../domain/bank-statement.js';
import { settlementFailures } from '../domain/settlements.failures.js';
import { BankAccounts, BankStatements, type StatementFile, type StoredLine, type StoredStatement } from './ports.js';

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
