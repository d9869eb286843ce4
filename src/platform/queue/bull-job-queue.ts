import { Injectable } from '@nestjs/common';
import type Bull from 'bull';
import { Database } from '../database/database.js';
import { outsideTransaction } from '../database/outside-transaction.js';
import { Log } from '../telemetry/log.js';
import { BullConnections } from './bull-connections.js';
import { BACKOFF, BullQueues, FailedAttempt } from './bull-queues.js';
import type { ExhaustedJob, JobCounts, JobData, JobRequest } from './job-queue.js';
import { JobRegistry, type RegisteredJob } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { withTimeout } from './with-timeout.js';
import { WorkingJobQueue } from './working-job-queue.js';

const ADD_MS = 5_000;
const PING_MS = 2_000;

/** The queue on Redis, worked by any number of processes; each job name is a Bull queue of its own. */
@Injectable()
export class BullJobQueue extends WorkingJobQueue {
  constructor(
    private readonly queues: BullQueues,
    private readonly connections: BullConnections,
    private readonly database: Database,
    private readonly registry: JobRegistry,
    private readonly runner: JobRunner,
    private readonly log: Log,
  ) {
    super();
    for (const queue of queues.values()) queue.on('error', (error) => this.log.warning('queue', { job: queue.name }, error));
  }

  async add(...jobs: JobRequest[]): Promise<void> {
    for (const job of jobs) this.registry.check(job);
    if (!this.database.inUnit) return this.push(jobs);
    // A transaction never waits for Redis.
    this.database.afterCommit(() =>
      outsideTransaction(
        () => void this.push(jobs).catch((error: unknown) => this.log.problem('cannot queue jobs', error, { jobs: jobs.length })),
      ),
    );
  }

  async exhausted(limit: number): Promise<ExhaustedJob[]> {
    const lists = await Promise.all(this.registry.jobs().map(({ name }) => this.queue(name).getFailed(0, limit - 1)));
    return lists
      .flat()
      .toSorted((one, other) => (other.finishedOn ?? 0) - (one.finishedOn ?? 0))
      .slice(0, limit)
      .map((job) => ({
        name: job.name,
        key: String(job.id).slice(job.name.length + 1),
        data: job.data,
        attempts: job.attemptsMade,
        error: job.failedReason ?? '',
        failedAt: job.finishedOn ?? 0,
      }));
  }

  async retry(name: string, key: string): Promise<boolean> {
    if (!this.registry.hasJob(name)) return false;
    const queue = this.queue(name);
    const job = await queue.getJob(jobId(name, key));
    if (!job || !(await job.isFailed())) return false;
    await this.connections.commands.hset(`${queue.toKey('')}${jobId(name, key)}`, 'attemptsMade', 0);
    await job.retry();
    return true;
  }

  async counts(): Promise<JobCounts> {
    const counts = await Promise.all(this.registry.jobs().map(({ name }) => this.queue(name).getJobCounts()));
    return {
      waiting: counts.reduce((sum, { waiting, delayed, active }) => sum + waiting + delayed + active, 0),
      exhausted: counts.reduce((sum, { failed }) => sum + failed, 0),
    };
  }

  backlog(name: string): Promise<number> {
    return this.queue(name).getWaitingCount();
  }

  async ping(): Promise<void> {
    await this.connections.ready();
    await withTimeout(this.connections.commands.ping(), PING_MS, 'Redis does not answer');
  }

  async start(): Promise<void> {
    for (const job of this.registry.jobs()) {
      this.queue(job.name)
        .process(job.name, job.concurrency, (given) => this.work(job, given))
        .catch((error: unknown) => this.log.problem('cannot work jobs', error, { job: job.name }));
    }
  }

  async stop(): Promise<void> {
    await this.connections.settle();
    await Promise.all([...this.queues.values()].map((queue) => queue.pause(true)));
  }

  async close(): Promise<void> {
    // What was to be waited for has been waited for by `stop`.
    await Promise.all([...this.queues.values()].map((queue) => queue.close(true)));
    this.connections.close();
  }

  private async work(job: RegisteredJob, given: Bull.Job<JobData>): Promise<void> {
    const key = String(given.id).slice(job.name.length + 1);
    const outcome = await this.runner.run(job, key, given.data, given.attemptsMade + 1);
    // Bull counts, waits and keeps by itself; it only has to be told, without the values an error may quote.
    if (outcome.kind === 'retried') throw new FailedAttempt(outcome.error, outcome.delayMs);
    if (outcome.kind === 'exhausted') throw new FailedAttempt(outcome.error);
  }

  private async push(jobs: readonly JobRequest[]): Promise<void> {
    await this.connections.ready();
    const names = [...new Set(jobs.map(({ name }) => name))];
    await Promise.all(
      names.map((name) =>
        this.pushGroup(
          name,
          jobs.filter((job) => job.name === name),
        ),
      ),
    );
  }

  private async pushGroup(name: string, jobs: readonly JobRequest[]): Promise<void> {
    const { attempts } = this.registry.job(name);
    const added = await withTimeout(
      this.queue(name).addBulk(
        jobs.map(({ key, data, delayMs }) => ({
          name,
          data,
          opts: {
            jobId: jobId(name, key),
            delay: delayMs ?? 0,
            attempts,
            backoff: { type: BACKOFF },
            removeOnComplete: true,
            removeOnFail: false,
            stackTraceLimit: 1,
          },
        })),
      ),
      ADD_MS,
      'Redis does not take jobs',
    );
    // Within Bull's MULTI a refused command rejects nothing: it only leaves the job without an id.
    if (added.some((job) => !job.id)) throw new Error('Redis refused a job');
  }

  private queue(name: string): Bull.Queue<JobData> {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`no queue for job ${name}`);
    return queue;
  }
}

function jobId(name: string, key: string): string {
  return `${name}:${key}`;
}
