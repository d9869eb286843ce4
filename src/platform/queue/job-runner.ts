import { Injectable } from '@nestjs/common';
import { steadyMs } from '../../kernel/timers.js';
import { isDatabaseAway } from '../database/errors.js';
import { isRedisAway } from '../redis/redis-away.js';
import { describeError } from '../telemetry/describe-error.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { describeTrace, traced } from '../telemetry/tracing.js';
import type { JobData, JobDefinition } from './job-queue.js';
import type { RegisteredJob } from './job-registry.js';
import { JobThrottle } from './job-throttle.js';

/** A deferred attempt does not count. `error` never quotes values. */
export type JobResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'retried' | 'deferred'; readonly error: string; readonly delayMs: number }
  | { readonly kind: 'exhausted'; readonly error: string };

/** When the database or Redis was unreachable. */
const AWAY_DELAY_MS = 2_000;

@Injectable()
export class JobRunner {
  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly throttle: JobThrottle,
  ) {}

  async run(job: RegisteredJob, key: string, data: JobData, attempt: number): Promise<JobResult> {
    let ms = 0;
    const work = async () => {
      const startedAt = steadyMs();
      const ended = await this.attempt(job, key, data, attempt);
      describeTrace(`job ${job.name}`, { 'harmattan.outcome': ended.kind }, ended.kind === 'exhausted');
      ms = steadyMs() - startedAt;
      return ended;
    };
    const inTrace = () => traced(`job ${job.name}`, { 'harmattan.attempt': attempt }, work);
    const result = await (job.isUrgent ? inTrace() : this.throttle.run(inTrace));
    this.metrics.job(job.name, result.kind, ms);
    return result;
  }

  private async attempt(job: RegisteredJob, key: string, data: JobData, attempt: number): Promise<JobResult> {
    try {
      await job.handle(data);
      return { kind: 'done' };
    } catch (cause) {
      const error = String(describeError(cause)['message']);
      const fields = { job: job.name, key, attempt };
      if (isDatabaseAway(cause) || isRedisAway(cause)) {
        this.log.warning('job found the database or Redis away', fields, cause);
        return { kind: 'deferred', error, delayMs: AWAY_DELAY_MS };
      }
      if (attempt >= job.attempts) {
        this.log.problem('job exhausted', cause, fields);
        return { kind: 'exhausted', error };
      }
      const delayMs = backoffMs(job, attempt);
      this.log.warning('job failed and will be tried again', { ...fields, delayMs }, cause);
      return { kind: 'retried', error, delayMs };
    }
  }
}

export function backoffMs(job: JobDefinition, failures: number): number {
  return job.backoffMs[Math.min(failures, job.backoffMs.length) - 1] ?? 0;
}
