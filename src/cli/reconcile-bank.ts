import { readFile } from 'node:fs/promises';
import { ReconcileBank } from '../contexts/reconciliation/index.js';
import {
  BankAccounts,
  BankStatements,
  ImportStatement,
  parseStatementLayout,
  type StatementLayout,
  StatementFiles,
} from '../contexts/settlements/index.js';
import { addDays } from '../kernel/lagos-time.js';
import { formatNaira } from '../kernel/money.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { describe, writeDifferences } from './reconcile.js';
import { table } from './terminal.js';

export interface ReconcileBankOptions {
  readonly bank: string;
  readonly day?: string;
  readonly month?: string;
  readonly file: string;
  readonly map?: string;
  readonly replace?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Imports the statement of a bank, and compares it with the bookings of the account. */
export function reconcileBank(cli: CommandLine, options: ReconcileBankOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const { bank, file, replace: replaces = false, out } = options;
    const files = await context.get(StatementFiles);
    const [period, { numbers }] = [periodOf(options), await context.get(BankAccounts)];
    const read = await files.read(file, await layoutOf(files, options.map), { ...period, accountNumber: numbers.get(bank) });
    const statement = await (await context.get(ImportStatement)).execute({ bank, ...period, file: read, replaces });
    const result = await (await context.get(ReconcileBank)).execute(statement);
    if (out !== undefined) await writeDifferences(context, [result.id], out);
    const open = (await (await context.get(BankStatements)).openLines([statement.id])).get(statement.id) ?? 0;
    const lines = [
      ...table([
        ['Statement', statement.id],
        ['Account', accountText(read.accounts, numbers.get(bank))],
        ['Opening', formatNaira(statement.openingKobo)],
        ['Closing', formatNaira(statement.closingKobo)],
        ['Lines without a settlement', String(open)],
      ]),
      ...describe(result),
    ];
    const { missingHere, missingThere, differing } = result;
    return { data: { ...result, statement: statement.id, open }, lines, ok: missingHere + missingThere + differing === 0 };
  });
}

function accountText(accounts: readonly string[], number: string | undefined): string {
  const named = accounts.join(', ') || 'not named by the file';
  return number === undefined ? `${named} (not compared: BANK_ACCOUNTS has no number)` : named;
}

function periodOf({ day, month }: ReconcileBankOptions): { firstDay: string; lastDay: string } {
  if (month === undefined) return { firstDay: day!, lastDay: day! };
  const firstDay = `${month}-01`;
  const next = addDays(firstDay, 31).slice(0, 7);
  return { firstDay, lastDay: addDays(`${next}-01`, -1) };
}

/** The name of a layout, or a file with one. */
async function layoutOf(files: StatementFiles, map = 'own'): Promise<StatementLayout> {
  const known = files.layout(map);
  if (known) return known;
  const text = await readFile(map, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${map} cannot be read (${code}): name a file for --map that this user may read, or one of ${files.layouts.join(', ')}.`,
    );
  });
  const layout = parseStatementLayout(text);
  if (!layout)
    throw new UsageError(
      `${map} is no map: a JSON object with the columns day, reference, description, balance, amount or both of debit and credit, and decimal (. or ,).`,
    );
  return layout;
}
