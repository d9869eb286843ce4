import pc from 'picocolors';
import { ArchiveLedger, type ArchiveOptions, type ArchiveReport } from '../ledger/index.js';
import { lagosDate } from '../kernel/lagos-time.js';
import type { Config } from '../platform/config/config.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { KNOWN_SETTINGS } from '../known-settings.js';
import { UsageError, table } from './terminal.js';
import type { CommandLine } from './command-line.js';
import { ServiceContext } from './service-context.js';

export interface LedgerArchiveOptions {
  readonly olderThan: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const MOST_MONTHS = 1_200;
const FEWEST_DAYS = 30;

export function ledgerArchive(cli: CommandLine, options: LedgerArchiveOptions): Promise<void> {
  return cli.run(options, async ({ config }, terminal) => {
    const olderThan = ageOf(options.olderThan);
    const isDryRun = options.dryRun === true;
    // The serving user may not delete postings.
    const owner = new ServiceContext(asOwner(config), cli.environment.stderr);
    const progress = terminal.progress('Batches');
    try {
      const report = await (
        await owner.get(ArchiveLedger)
      ).execute({
        olderThan,
        isDryRun,
        onProgress: ({ batchNo, of }) => progress.show(batchNo, Math.max(batchNo, of)),
      });
      return { data: { ...report, dryRun: isDryRun }, lines: describe(report, isDryRun), ok: report.ok };
    } finally {
      progress.stop();
      await owner.close();
    }
  });
}

function asOwner(config: Config): Config {
  const { MIGRATION_DATABASE_URL: ownerUrl } = config.of(DatabaseEnvironment);
  return config.changedForTool(ownerUrl ? { DATABASE_URL: ownerUrl } : {}, KNOWN_SETTINGS);
}

function ageOf(text: string): ArchiveOptions['olderThan'] {
  const [, digits, unit] = /^([0-9]{1,5})(d?)$/.exec(text) ?? [];
  const count = Number(digits);
  const isMonths = unit === '';
  if (digits === undefined || count > MOST_MONTHS * (isMonths ? 1 : 30) || count < (isMonths ? 1 : FEWEST_DAYS))
    throw new UsageError(
      `--older-than is a number of months from 1 to ${MOST_MONTHS}, or of days from ${FEWEST_DAYS}d to ${MOST_MONTHS * 30}d.`,
    );
  return isMonths ? { months: count } : { days: count };
}

function describe({ parts, before, upToBatch, heldBy, wrong }: ArchiveReport, isDryRun: boolean): string[] {
  const postings = parts.reduce((sum, part) => sum + part.postings, 0);
  const bytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const months = [...new Set(parts.map(({ month }) => month))];
  const span = months.length > 0 ? ` of ${months[0]} to ${months.at(-1)}` : '';
  const moved = `${postings} postings${span} in ${parts.length} files, ${bytes} bytes`;
  const held = heldBy ? [pc.yellow(`Later batches than ${upToBatch} stay because of ${heldBy}.`)] : [];
  if (!wrong)
    return [
      isDryRun
        ? `Would archive what is before ${lagosDate(before)}: ${moved}`
        : `${pc.green('Archived')} what is before ${lagosDate(before)}: ${moved}`,
      ...held,
    ];
  return [
    `${pc.red('The ledger is wrong.')} Nothing was removed from there on; archived before: ${moved}`,
    ...table([
      ['First wrong row', pc.bold(`${wrong.table} ${wrong.key}`)],
      ['Column', wrong.column],
      ['Expected', wrong.expected],
      ['Found', wrong.found],
    ]),
  ];
}
