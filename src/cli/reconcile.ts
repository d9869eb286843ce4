import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import pc from 'picocolors';
import { formatNaira, kobo, toDecimal } from '../kernel/money.js';
import { readAll } from '../kernel/pagination.js';
import { parseAmount } from '../kernel/written-values.js';
import { ProviderRecordSources } from '../contexts/providers/index.js';
import {
  type ColumnMap,
  type DayResult,
  OWN_NAMES,
  parseColumnMap,
  ReconcileDay,
  ReconcileStated,
  Reconciliations,
  SettlementFiles,
  type StoredDifference,
  ReconcileBank,
} from '../contexts/reconciliation/index.js';
import { UsageError, type Report, table } from './terminal.js';
import type { CommandLine } from './command-line.js';
import type { ServiceContext } from './service-context.js';
import { formatTime } from './options.js';
import {
  BankAccounts,
  BankStatements,
  ImportStatement,
  parseStatementLayout,
  type StatementLayout,
  StatementFiles,
} from '../contexts/settlements/index.js';
import { addDays } from '../kernel/lagos-time.js';

export interface ReconcileOptions {
  readonly provider: string;
  readonly day: string;
  readonly file?: string;
  readonly map?: string;
  /** Naira; true: the provider is asked. */
  readonly stated?: string | true;
  readonly out?: string;
  readonly json?: boolean;
}

export function reconcile(cli: CommandLine, options: ReconcileOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    if (options.stated !== undefined) return stated(context, options, options.stated);
    const map = await columnsOf(options.map);
    const [reconcileDay, files] = [await context.get(ReconcileDay), await context.get(SettlementFiles)];
    const { day, file, out } = options;
    const progress = terminal.progress('Lines');
    const results: DayResult[] = [];
    try {
      for (const provider of await namesOf(context, options))
        results.push(
          await reconcileDay.execute(
            { provider, day, ...(file === undefined ? {} : { file: files.read(file, map, day) }) },
            (done, of) => progress.show(done, of),
          ),
        );
    } finally {
      progress.stop();
    }
    const ids = results.map(({ id }) => id);
    if (out !== undefined) await writeDifferences(context, ids, out);
    const total = totalOf(results);
    const isAgreed = total.missingHere + total.missingThere + total.differing === 0;
    const lines = results.flatMap((result) => [...(results.length > 1 ? [pc.bold(result.provider)] : []), ...describe(result)]);
    return { data: results.length > 1 ? { ...total, reconciliations: results } : total, lines, ok: isAgreed };
  });
}

/** Compares the balance that the provider states with our books. */
async function stated(context: ServiceContext, { provider, day, out }: ReconcileOptions, given: string | true): Promise<Report> {
  const amountKobo = given === true ? undefined : parseAmount(given);
  if (given !== true && amountKobo === undefined) throw new UsageError(`${given} is no amount in Naira.`);
  const result = await (await context.get(ReconcileStated)).execute(provider, day, amountKobo);
  if (out !== undefined) await writeDifferences(context, [result.id], out);
  return { data: result, lines: describe(result), ok: result.differing === 0 };
}

/** Without a file all that is reconciled with the provider: a settlement file is of purchases or of deposits. */
async function namesOf(context: ServiceContext, { provider, file }: ReconcileOptions): Promise<readonly string[]> {
  if (file !== undefined) return [provider];
  const names = (await context.get(ProviderRecordSources)).all.filter((one) => one.provider === provider).map(({ name }) => name);
  return names.length > 0 ? names : [provider];
}

function totalOf(results: readonly DayResult[]): DayResult {
  const [first] = results;
  const sum = (count: (result: DayResult) => number) => results.reduce((total, result) => total + count(result), 0);
  return {
    ...first!,
    ours: sum(({ ours }) => ours),
    theirs: sum(({ theirs }) => theirs),
    matched: sum(({ matched }) => matched),
    missingHere: sum(({ missingHere }) => missingHere),
    missingThere: sum(({ missingThere }) => missingThere),
    differing: sum(({ differing }) => differing),
    differenceKobo: sum(({ differenceKobo }) => differenceKobo),
    news: results.flatMap(({ news }) => news),
  };
}

async function columnsOf(path: string | undefined): Promise<ColumnMap> {
  if (path === undefined) return OWN_NAMES;
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${code}): name a file for --map that this user may read.`);
  });
  const map = parseColumnMap(text);
  if (!map)
    throw new UsageError(
      `${path} is no map: a JSON object from ${Object.keys(OWN_NAMES).join(', ')} to names, unit kobo or naira, decimal . or ,`,
    );
  return map;
}

export function describe(result: DayResult): string[] {
  const { ours, theirs, matched, missingHere, missingThere, differing, differenceKobo, news } = result;
  return [
    ...table([
      ['Ours', String(ours)],
      ['Theirs', String(theirs)],
      ['Matched', String(matched)],
      ['Missing here', String(missingHere)],
      ['Missing there', String(missingThere)],
      ['Differing', String(differing)],
      ['Difference', formatNaira(kobo(differenceKobo))],
    ]),
    ...news.map(
      ({ kind, count, references }) => `New: ${count} ${kind} (${references.join(', ')}${count > references.length ? ' …' : ''})`,
    ),
  ];
}

export async function writeDifferences(context: ServiceContext, ids: readonly string[], path: string): Promise<void> {
  const reconciliations = await context.get(Reconciliations);
  const columns = [
    'kind',
    'reference',
    'transactionId',
    'ours',
    'theirs',
    'ourStatus',
    'theirStatus',
    'ourTime',
    'theirTime',
    'note',
  ];
  const rows = ids.map((id) => readAll((page) => reconciliations.differences(id, page)));
  const records = Readable.from(rows).flatMap((differences) => Readable.from(differences).map(toRecord));
  // Spreadsheets take a value that begins so for a formula.
  const csv = stringify({ header: true, columns, escape_formulas: true, bom: true });
  await pipeline(records, csv, createWriteStream(path, { mode: 0o600 }));
}

function toRecord(difference: StoredDifference) {
  const { kind, reference, transactionId, oursKobo, theirsKobo, ourStatus, theirStatus, ourTime, theirTime, note } = difference;
  return {
    kind,
    reference,
    transactionId,
    ours: oursKobo === undefined ? '' : toDecimal(kobo(oursKobo)),
    theirs: theirsKobo === undefined ? '' : toDecimal(kobo(theirsKobo)),
    ourStatus,
    theirStatus,
    ourTime: ourTime === undefined ? '' : formatTime(ourTime),
    theirTime: theirTime === undefined ? '' : formatTime(theirTime),
    note,
  };
}

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
