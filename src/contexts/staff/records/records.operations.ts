import { RECORD_KINDS, type RecordKind, type RecordReference } from '../../../kernel/records.js';
import { Before, Optional, RequestType, Text, NoInput } from '../../../platform/http/input.decorators.js';
import { type JobRecord, JobRecords } from '../../../platform/queue/job-records.js';
import { type NamedRecord, type FoundRecord, Records, recordsFailures } from './records.js';
import { type OpenWork, type QueuedRecord, WorkQueue } from './work-queue.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { listOf, comment, pageOf } from '../../../platform/http/presenting.js';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork } from '../../audit/index.js';

export class SearchInput {
  @Text({ min: 2, max: 100 }) rqvl: string;
}

const NAMES = 100;
export const REFERENCE = `(?:${RECORD_KINDS.join('|')}):[^,\\s]{1,128}`;
const REFERENCES = new RegExp(`^${REFERENCE}(?:,${REFERENCE}){0,${NAMES - 1}}$`, 'u');

export class NameFetchInput {
  @Text({ max: 10_000, pattern: REFERENCES, form: `at most ${NAMES} records as kind:id, between commas` }) rqvl: string;

  get references(): RecordReference[] {
    return this.rqvl.split(',').map(readReference);
  }
}

export function readReference(reference: string): RecordReference {
  const end = reference.indexOf(':');
  return { kind: reference.slice(0, end) as RecordKind, id: reference.slice(end + 1) };
}

export class JobFetchInput {
  @RequestType(['exhausted', 'failing', 'mk']) rqtp: 'exhausted' | 'failing' | 'mk';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

export class JobRetryInput {
  @Text() reqv: string;
}

export function presentName({ kind, id, name, status }: NamedRecord) {
  return { kind, marker: id, name, status };
}

export function presentFound({ kind, id, title, detail, status, userId, createdAt }: FoundRecord) {
  return { kind, marker: id, title, detail, status, userid: userId, recorded: String(createdAt) };
}

export function presentOpenWork({ kind, count, hasMore, oldest }: OpenWork) {
  return { kind, count, more: hasMore, items: oldest.map(presentQueued) };
}

function presentQueued(record: QueuedRecord) {
  const { ownerId: owner, dueAt } = record;
  return { ...presentFound(record), owner, due: dueAt === undefined ? '' : String(dueAt) };
}

export function presentJob({ id, name, key, status, attempts, error, queuedAt, createdAt }: JobRecord) {
  const next = status === 'failing' ? String(createdAt) : '';
  return {
    marker: id,
    name,
    key,
    status,
    attempts,
    error,
    next_attempt: next,
    queued: String(queuedAt),
    recorded: String(createdAt),
  };
}

@Injectable()
export class RecordsOperations {
  constructor(
    private readonly records: Records,
    private readonly queue: WorkQueue,
  ) {}

  @Operation('control_search', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    reads: () => 'search',
    failures: [on(recordsFailures.no_record, { code: 404 })],
    present: listOf(presentFound),
    summary:
      'At most 20 records: by id, number, reference or address; by words, amounts and days that the newest 5,000 of each kind have (`22,500 28 Nov`, a payer, a note, a subject); by the beginning of a name or of a phone number. Where nothing is found, names that are spelled almost so. Each kind for those who may fetch it. The reference of a failed answer of status 5xx is found for 14 days.',
  })
  search({ rqvl }: SearchInput, { grants }: Caller) {
    return this.records.search(rqvl, grants);
  }

  @Operation('control_name_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    present: listOf(presentName),
    summary:
      'The names behind ids, of up to 100 records as kind:id between commas, such as user:01J… or purchase:01J…. Of users, staff, billers and items without the permission for them, too: users by given name and initial. Records that there are not, or of which nothing may be told, are left out.',
  })
  names({ references }: NameFetchInput, { grants }: Caller) {
    return this.records.names(references, grants);
  }

  @Operation('control_work_queue', {
    method: 'GET',
    access: 'admin',
    permission: null,
    present: listOf(presentOpenWork),
    summary:
      'What waits for staff: how many of each kind, up to 1,000, and the five that are due first or wait longest, with who has them; each kind for those who may fetch it.',
  })
  workQueue(_: NoInput, { grants }: Caller) {
    return this.queue.overview(grants);
  }
}

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
