import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { InvalidArgumentError } from 'commander';
import { parseLagosDate } from '../kernel/lagos-time.js';
import { formatNaira, kobo, toDecimal } from '../kernel/money.js';
import { readAll } from '../kernel/pagination.js';
import { readSettlementFile } from '../contexts/reconciliation/adapters/csv/settlement-file.js';
import { Reconciliations, type StoredDifference } from '../contexts/reconciliation/application/ports/reconciliations.js';
import { type DayResult, ReconcileDay } from '../contexts/reconciliation/application/reconcile-day.js';
import { type ColumnMap, OWN_NAMES, parseColumnMap } from '../contexts/reconciliation/domain/columns.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';
import { formatTime } from './time-options.js';

interface Options {
  readonly provider: string;
  readonly day: string;
  readonly file?: string;
  readonly map?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function reconcile(cli: CommandLine): void {
  cli
    .command('reconcile', 'compare a day at a provider with our records and its clearing account; exit 1 on any difference')
    .requiredOption('--provider <name>', 'as in BILLER_PROVIDERS or DEPOSIT_PROVIDERS')
    .requiredOption('--day <date>', 'YYYY-MM-DD in Lagos', parseDay)
    .option('--file <csv>', 'its settlement file; default: what its interface lists')
    .option('--map <json>', 'file with the columns: reference, amount, status, time, transactionId, and unit kobo or naira')
    .option('--out <csv>', 'output file for the differences')
    .action((options: Options, command) => {
      if (options.map !== undefined && options.file === undefined) command.error('error: --map needs --file');
      return cli.run(options, async (context, terminal) => {
        const map = await columnsOf(options.map);
        const reconcileDay = await context.get(ReconcileDay);
        const { provider, day, file, out } = options;
        const progress = terminal.progress('Lines');
        let result: DayResult;
        try {
          result = await reconcileDay.execute(
            { provider, day, ...(file === undefined ? {} : { file: readSettlementFile(file, map) }) },
            (done, of) => progress.show(done, of),
          );
        } finally {
          progress.stop();
        }
        if (out !== undefined) await write(await context.get(Reconciliations), result.id, out);
        const isAgreed = result.missingHere + result.missingThere + result.differing === 0;
        return { data: result, lines: describe(result), ok: isAgreed };
      });
    });
}

function parseDay(text: string): string {
  if (parseLagosDate(text) === undefined) throw new InvalidArgumentError('Not a day: give it as 2026-11-20.');
  return text;
}

async function columnsOf(path: string | undefined): Promise<ColumnMap> {
  if (path === undefined) return OWN_NAMES;
  const map = parseColumnMap(await readFile(path, 'utf8'));
  if (!map)
    throw new UsageError(
      `${path} is no map: a JSON object from ${Object.keys(OWN_NAMES).join(', ')} to names, unit kobo or naira.`,
    );
  return map;
}

function describe(result: DayResult): string[] {
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

async function write(reconciliations: Reconciliations, id: string, path: string): Promise<void> {
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
  const rows = readAll((page) => reconciliations.differences(id, page));
  const records = Readable.from(rows).map(toRecord);
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
