import { Option } from 'commander';
import type { CommonOptions, Declaration } from '../command-line.js';
import type { JobsExhaustedOptions, JobsRetryOptions } from '../jobs.js';
import { MAX_LIMIT, parseLimit } from '../limit-option.js';
import type { LogsTailOptions } from '../logs-tail.js';
import type { PurchaseRereadOptions } from '../purchase-reread.js';
import type { ReconcileOptions } from '../reconcile.js';
import { parseDay } from '../time-options.js';

const DEFAULT_JOBS = 100;
const DEFAULT_LINES = 20;

export const SERVICE_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('stats:rebuild', 'recompute all statistics from users, purchases, visits and activity; reports corrections')
      .action(async (options: CommonOptions) => (await import('../stats-rebuild.js')).statsRebuild(cli, options)),

  (cli) =>
    cli
      .command('catalogue:sync', 'update the catalogue from the biller providers')
      .action(async (options: CommonOptions) => (await import('../catalogue-sync.js')).catalogueSync(cli, options)),

  (cli) =>
    cli
      .command('tariffs:check', 'list charges in force whose day of review is over; exit 1 where there are any')
      .action(async (options: CommonOptions) => (await import('../tariffs-check.js')).tariffsCheck(cli, options)),

  (cli) =>
    cli
      .command('purchase:reread', 'read what purchases delivered again from the stored answers of their providers')
      .option('--id <id>', 'one purchase; default: all with a stored answer')
      .option('--provider <name>', 'only those that it delivered')
      .action(async (options: PurchaseRereadOptions) => (await import('../purchase-reread.js')).purchaseReread(cli, options)),

  (cli) =>
    cli
      .command('reconcile', 'compare a day at a provider with our records and the ledger; exit 1 on any difference')
      .requiredOption(
        '--provider <name>',
        'as in BILLER_PROVIDERS or DEPOSIT_PROVIDERS; sandbox-deposits: only those of the sandbox',
      )
      .requiredOption('--day <date>', 'YYYY-MM-DD in Lagos', parseDay)
      .option('--file <csv>', 'its settlement file; default: what its interface lists')
      .option('--map <json>', 'file with the columns: reference, amount, status, time, transactionId, and unit kobo or naira')
      .option('--out <csv>', 'output file for the differences')
      .action(async (options: ReconcileOptions, command) => {
        if (options.map !== undefined && options.file === undefined) command.error('error: --map needs --file');
        return (await import('../reconcile.js')).reconcile(cli, options);
      }),

  (cli) =>
    cli
      .command('jobs:exhausted', 'list the jobs that used up their attempts, newest first')
      .option('--limit <number>', `maximum number, up to ${MAX_LIMIT}`, parseLimit, DEFAULT_JOBS)
      .action(async (options: JobsExhaustedOptions) => (await import('../jobs.js')).jobsExhausted(cli, options)),

  (cli) =>
    cli
      .command('jobs:retry', 'requeue jobs that used up their attempts; the running service executes them')
      .addOption(new Option('--id <id>', 'the job, as jobs:exhausted names it').conflicts('all'))
      .option('--all', 'all of them')
      .action(async (options: JobsRetryOptions, command) => {
        if (options.id === undefined && !options.all) command.error('error: give --id or --all');
        return (await import('../jobs.js')).jobsRetry(cli, options);
      }),
];

export const LOG_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('logs:tail', "print the last lines of the service's log")
      .option('--reference <reference>', 'only lines with it, as error answers have one')
      .option('--lines <number>', 'how many of those that are there', parseLimit, DEFAULT_LINES)
      .option('--follow', 'and each further line, until Ctrl-C')
      .action(async (options: LogsTailOptions) => (await import('../logs-tail.js')).logsTail(cli, options)),
];
