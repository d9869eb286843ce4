import { Option } from 'commander';
import type { CommonOptions, Declaration } from '../command-line.js';
import type { JobsExhaustedOptions, JobsRetryOptions, PurchaseRereadOptions } from '../service.js';
import { MAX_LIMIT, parseLimit, parseDay, parseMonth } from '../options.js';
import type { LogsTailOptions } from '../logs-tail.js';
import type { ReconcileBankOptions, ReconcileOptions } from '../reconcile.js';

const DEFAULT_JOBS = 100;
const DEFAULT_LINES = 20;

export const SERVICE_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('stats:rebuild', 'recompute all statistics from users, purchases, visits and activity; reports corrections')
      .action(async (options: CommonOptions) => (await import('../service.js')).statsRebuild(cli, options)),

  (cli) =>
    cli
      .command('catalogue:sync', 'update the catalogue from the biller providers')
      .action(async (options: CommonOptions) => (await import('../service.js')).catalogueSync(cli, options)),

  (cli) =>
    cli
      .command('purchase:reread', 'read tokens and PINs of purchases again from the stored answers of their providers')
      .option('--id <id>', 'one purchase; default: all with a stored answer')
      .option('--provider <name>', 'only purchases that it delivered')
      .action(async (options: PurchaseRereadOptions) => (await import('../service.js')).purchaseReread(cli, options)),

  (cli) =>
    cli
      .command('jobs:exhausted', 'list the jobs that used up their attempts, newest first')
      .option('--limit <number>', `maximum number, up to ${MAX_LIMIT}`, parseLimit, DEFAULT_JOBS)
      .action(async (options: JobsExhaustedOptions) => (await import('../service.js')).jobsExhausted(cli, options)),

  (cli) =>
    cli
      .command('jobs:retry', 'requeue jobs that used up their attempts; the running service executes them')
      .addOption(new Option('--id <id>', 'the job, as jobs:exhausted names it').conflicts('all'))
      .option('--all', 'all of them')
      .action(async (options: JobsRetryOptions, command) => {
        if (options.id === undefined && !options.all) command.error('error: give --id or --all');
        return (await import('../service.js')).jobsRetry(cli, options);
      }),
];

/** Commands that compare our books with those of others. */
export const COMPARING_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command(
        'reconcile',
        'compare a day at a provider, the balance that it states, or the statement of a bank with our records and the ledger; exit 1 on any difference',
      )
      .addOption(
        new Option(
          '--provider <name>',
          'name in BILLER_PROVIDERS or DEPOSIT_PROVIDERS; sandbox-deposits: only deposits of the sandbox',
        ).conflicts('bank'),
      )
      .option('--bank <name>', 'an account of BANK_ACCOUNTS, whose statement is imported; the same file again is compared again')
      .addOption(new Option('--day <date>', 'YYYY-MM-DD in Lagos').argParser(parseDay).conflicts('month'))
      .addOption(new Option('--month <month>', 'YYYY-MM, of a bank').argParser(parseMonth).conflicts('provider'))
      .option(
        '--file <path>',
        "settlement file (CSV), default: the list of the provider's interface; statement of the bank (CSV, MT940 or camt.053)",
      )
      .option(
        '--map <json>',
        'file with the columns: reference, amount, status, time, transactionId, fee, unit kobo or naira, and decimal . or ,; of a bank day, reference, description, balance, debit and credit or amount, and decimal, or gtbank, access, zenith, uba, firstbank',
      )
      .addOption(
        new Option('--stated [naira]', 'compare the balance that the provider states; without the amount it is asked').conflicts([
          'file',
          'bank',
        ]),
      )
      .addOption(new Option('--replace', 'of a bank: in place of statements that it overlaps with').conflicts('provider'))
      .option('--out <csv>', 'output file for the differences')
      .action(async (options: ReconcileOptions & ReconcileBankOptions, command) => {
        const { provider, bank, day, month, file } = options;
        if (options.map !== undefined && file === undefined) command.error('error: --map needs --file');
        if (provider === undefined && bank === undefined) command.error('error: give --provider or --bank');
        if (day === undefined && month === undefined) command.error('error: give --day, or --month with --bank');
        if (bank !== undefined && file === undefined) command.error('error: --bank needs --file');
        return bank === undefined
          ? (await import('../reconcile.js')).reconcile(cli, options)
          : (await import('../reconcile.js')).reconcileBank(cli, options);
      }),

  (cli) =>
    cli
      .command('tariffs:check', 'list charges in force whose day of review is over; exit 1 if there are any')
      .action(async (options: CommonOptions) => (await import('../service.js')).tariffsCheck(cli, options)),
];

export const LOG_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('logs:tail', "print the last lines of the service's log")
      .option('--reference <reference>', 'only lines with this reference of an error answer')
      .option('--lines <number>', 'number of present lines', parseLimit, DEFAULT_LINES)
      .option('--follow', 'print each further line, until Ctrl-C')
      .action(async (options: LogsTailOptions) => (await import('../logs-tail.js')).logsTail(cli, options)),
];
