import pc from 'picocolors';
import { type ExhaustedJob, JobQueue } from '../platform/queue/job-queue.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { formatTime } from './time-options.js';
import { withoutControlCharacters } from './without-control-characters.js';
import { CommandError } from './command-error.js';
import type { Report } from './report.js';
import { table } from './terminal.js';

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
