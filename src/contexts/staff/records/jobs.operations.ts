import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../../platform/http/presenting.js';
import { JobRecords } from '../../../platform/queue/job-records.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { JobFetchInput, JobRetryInput } from './records.inputs.js';
import { presentJob } from './records.presenters.js';
import { recordsFailures } from './domain/records.failures.js';

const PER_PAGE = 15;

@Injectable()
export class JobsOperations {
  constructor(
    private readonly jobs: JobRecords,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  @Operation('control_job_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.otherAccess',
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 })],
    present: pageOf(presentJob),
    summary:
      'Background jobs that used up their attempts (exhausted), or failed and are tried again (failing), without their data.',
  })
  async fetch({ rqtp, rqvl = '', page: before }: JobFetchInput) {
    const page =
      rqtp === 'mk'
        ? { items: [await this.jobs.find(rqvl)].filter((job) => job !== undefined), next: undefined }
        : await this.jobs.list(rqtp, { before, size: PER_PAGE });
    if (page.items.length === 0) throw new Failure(recordsFailures.no_record);
    return page;
  }

  @Operation('control_job_retry', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.otherAccess',
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 }), on(recordsFailures.job_running, { id: 'job_running' })],
    present: comment('The job is tried again'),
    summary: 'Tries a failed job again at once; one that used up its attempts gets as many again.',
  })
  retry({ reqv: jobId }: JobRetryInput, caller: Caller): Promise<void> {
    return this.auditedUnitOfWork.execute(caller, 'control_job_retry', async () => {
      const job = await this.jobs.find(jobId);
      if (!job) throw new Failure(recordsFailures.no_record);
      if (!(await this.jobs.retry(job))) throw new Failure(recordsFailures.job_running);
      const { name, key, status, attempts, error } = job;
      return { subject: `job:${jobId}`, before: { name, key, status, attempts, error }, result: undefined };
    });
  }
}
