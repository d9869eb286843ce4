import { readdirSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { readTextFile } from '../../../../platform/tables/text-file.js';
import {
  StatementFiles,
  type StatementFile,
  type ExpectedStatement,
  isAccount,
  type ReadStatement,
  parseStatementLayout,
  type StatementLayout,
  settlementFailures,
} from '../../statements.js';
import { readCamtStatements } from './camt-statement.js';
import { readCsvStatement } from './csv-statement.js';
import { isMt940, readMt940Statements } from './mt940-statement.js';

/** Names of columns, as the banks are known to write them. */
const LAYOUTS = new URL('../../layouts/', import.meta.url);

/** The format is seen from the contents. */
@Injectable()
export class BankStatementFiles extends StatementFiles {
  readonly layouts = readdirSync(LAYOUTS).map((name) => name.replace(/\.json$/, ''));

  layout(name: string): StatementLayout | undefined {
    if (!this.layouts.includes(name)) return undefined;
    return parseStatementLayout(readFileSync(new URL(`${name}.json`, LAYOUTS), 'utf8'));
  }

  async read(path: string, layout: StatementLayout, expected: ExpectedStatement): Promise<StatementFile> {
    try {
      const { text, digest } = await readTextFile(path);
      return { ...ownOf(await statementsIn(text, layout, expected), expected.accountNumber), digest };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Failure(settlementFailures.statement_unreadable, { text: `The statement cannot be read: ${error.message}` });
    }
  }
}

async function statementsIn(
  text: string,
  layout: StatementLayout,
  { firstDay, lastDay }: ExpectedStatement,
): Promise<ReadStatement[]> {
  if (text.trimStart().startsWith('<')) return readCamtStatements(text.trimStart());
  if (isMt940(text)) return readMt940Statements(text);
  return [await readCsvStatement(text, layout, (day) => day >= firstDay && day <= lastDay)];
}

/** The statement of the account with the number in the settings, else the only one. */
function ownOf(found: readonly ReadStatement[], accountNumber: string | undefined): ReadStatement {
  const named = found.flatMap(({ accounts }) => accounts);
  const own = found.filter(
    ({ accounts }) =>
      accountNumber === undefined || accounts.length === 0 || accounts.some((each) => isAccount(each, accountNumber)),
  );
  if (own.length === 1) return own[0]!;
  if (own.length === 0)
    throw new RangeError(`it is of the account ${named.join(', ')}, and ${accountNumber} is the one in BANK_ACCOUNTS`);
  throw new RangeError(`it is of several accounts (${named.join(', ')}): take one by its number in BANK_ACCOUNTS`);
}
