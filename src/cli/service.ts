import pc from 'picocolors';
import { type ExhaustedJob, JobQueue } from '../platform/queue/job-queue.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { formatTime } from './options.js';
import { withoutControlCharacters, CommandError, type Report, table } from './terminal.js';
import { SyncCatalogue } from '../contexts/catalogue/index.js';
import { Audit } from '../contexts/audit/index.js';
import { type RereadPurchase, RereadPurchases, type RereadResult } from '../contexts/purchases/index.js';
import { type RebuildResult, RebuildStatistics } from '../contexts/analytics/index.js';
import { ReviewTariffs } from '../contexts/tariffs/index.js';

/** Page size when all are retried. */
const BATCH = 500;

export interface JobsExhaustedOptions extends CommonOptions {
  readonly limit: number;
}

export interface JobsRetryOptions extends CommonOptions {
  readonly id?: string;
  readonly all?: boolean;
}

/** Lists the jobs that used up their attempts, by name and key only. */
export function jobsExhausted(cli: CommandLine, options: JobsExhaustedOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const queue = await context.get(JobQueue);
    const jobs = await queue.exhausted(options.limit);
    return describe(jobs, (await queue.counts()).exhausted);
  });
}

/** Requeues exhausted jobs; the running service takes them within about a second. */
export function jobsRetry(cli: CommandLine, options: JobsRetryOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const queue = await context.get(JobQueue);
    const retried = options.id === undefined ? await retryAll(queue) : await retryOne(queue, options.id);
    return { data: { retried }, lines: [retried === 1 ? '1 job is tried again.' : `${retried} jobs are tried again.`] };
  });
}

async function retryOne(queue: JobQueue, id: string): Promise<number> {
  const end = id.indexOf(':');
  if (end < 0 || !(await queue.retry(id.slice(0, end), id.slice(end + 1))))
    throw new CommandError(`There is no exhausted job ${id}.`);
  return 1;
}

/** Each once: a job that is exhausted again meanwhile stays so. */
async function retryAll(queue: JobQueue): Promise<number> {
  const seen = new Set<string>();
  let retried = 0;
  for (;;) {
    const jobs = (await queue.exhausted(BATCH + seen.size)).filter((job) => !seen.has(idOf(job)));
    if (jobs.length === 0) return retried;
    for (const job of jobs) {
      seen.add(idOf(job));
      if (await queue.retry(job.name, job.key)) retried++;
    }
  }
}

/** Keys are unique within a name only; names hold no colon. */
function idOf({ name, key }: ExhaustedJob): string {
  return `${name}:${key}`;
}

function describe(jobs: readonly ExhaustedJob[], total: number): Report {
  const shown = jobs.map((job) => ({
    id: idOf(job),
    name: job.name,
    failedAt: new Date(job.failedAt).toISOString(),
    attempts: job.attempts,
    error: job.error,
  }));
  if (jobs.length === 0) return { data: { total, jobs: shown }, lines: [pc.green('No job used up its attempts.')] };
  const lines = table(
    jobs.map((job) => [
      idOf(job),
      `${formatTime(job.failedAt)}  ${job.attempts} attempts  ${pc.red(withoutControlCharacters(job.error))}`,
    ]),
  );
  const more = total - jobs.length;
  return { data: { total, jobs: shown }, lines: more > 0 ? [...lines, `and ${more} more (--limit)`] : lines };
}

export function catalogueSync(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const results = await (await context.get(SyncCatalogue)).execute();
    const lines = results.map(
      ({ provider, categories, billers, items, retired }) =>
        `${provider}: ${categories} categories, ${billers} billers, ${items} items; ${retired} no longer offered`,
    );
    return { data: results, lines };
  });
}

export interface PurchaseRereadOptions {
  readonly id?: string;
  readonly provider?: string;
  readonly json?: boolean;
}

const ACTION = 'purchase_reread';

/** Each change is in the audit trail, with kinds and counts. */
export function purchaseReread(cli: CommandLine, options: PurchaseRereadOptions): Promise<void> {
  const { id, provider } = options;
  return cli.run(options, async (context) => {
    const audit = await context.get(Audit);
    const record = ({ purchaseId, before, after }: RereadPurchase) =>
      audit.record({ staffId: 'operator', action: ACTION, subject: `purchase:${purchaseId}`, before, after, ip: '' });
    const question = { ...(id === undefined ? {} : { purchaseId: id }), ...(provider === undefined ? {} : { provider }) };
    return describeReread(await (await context.get(RereadPurchases)).execute(question, record));
  });
}

function describeReread(result: RereadResult): Report {
  const { read, changed, unreadable } = result;
  const lines = [
    `${read} purchases with stored answers were read, ${changed.length} have more deliverables now.`,
    ...table(changed.map(({ purchaseId, before, after }) => [purchaseId, `${shown(before)} → ${shown(after)}`])),
    ...(unreadable.length === 0 ? [] : [pc.red(`Not readable: ${unreadable.join(', ')}.`)]),
  ];
  return { data: result, lines, ok: unreadable.length === 0 };
}

function shown(counts: RereadPurchase['before']): string {
  return counts.map(({ kind, count }) => `${count} ${kind}`).join(', ') || 'nothing';
}

export function statsRebuild(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    const rebuild = await context.get(RebuildStatistics);
    let step = '';
    let progress = terminal.progress('');
    try {
      const result = await rebuild.execute((next, done, of) => {
        if (next !== step) {
          progress.stop();
          progress = terminal.progress((step = next));
        }
        progress.show(done, of);
      });
      return { data: result, lines: describeRebuild(result) };
    } finally {
      progress.stop();
    }
  });
}

function describeRebuild({ records, periods, corrected }: RebuildResult): string[] {
  if (records + corrected === 0) return [`${pc.green('The statistics were right.')} ${periods} days, weeks and months`];
  return [
    `${pc.yellow('The statistics are right now.')} Of ${periods} days, weeks and months ${corrected} were wrong; ${records} users and purchases were not counted yet, or otherwise.`,
  ];
}

/** Lists the tariffs in force whose day of review is over. */
export function tariffsCheck(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const overdue = await (await context.get(ReviewTariffs)).overdue();
    const lines = overdue.map(({ id, kind, name, review, source }) => [`${kind} ${id}`, `${name}, by ${review}: ${source}`]);
    return {
      data: overdue,
      lines:
        overdue.length === 0
          ? [pc.green('No tariff in force is past its review.')]
          : [pc.red(`${overdue.length} in force should have been reviewed.`), ...table(lines as [string, string][])],
      ok: overdue.length === 0,
    };
  });
}
