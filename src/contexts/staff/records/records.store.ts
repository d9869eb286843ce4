import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords, OpenRecords } from '../../../kernel/records.js';
import type { FaultRow } from '../../../platform/http/fault.row.js';
import { Faults } from '../../../platform/http/faults.js';
import { type JobRecord, JobRecords } from '../../../platform/queue/job-records.js';

const FAULT_REFERENCE = /^\(?([0-9A-Z]{8})\)?$/;

/** Failed answers of status 5xx by the reference that they gave. */
@Injectable()
@Contributes(StaffRecords)
export class FoundFaults extends StaffRecords {
  override readonly kind = 'fault';
  override readonly permission = 'otherControl.otherAccess';

  constructor(private readonly faults: Faults) {
    super();
  }

  override async find(text: string): Promise<RecordSummary[]> {
    const reference = FAULT_REFERENCE.exec(text.trim().toUpperCase())?.[1];
    const fault = reference === undefined ? undefined : await this.faults.find(reference);
    return fault ? [faultSummary(fault)] : [];
  }

  override async named(references: readonly string[]): Promise<RecordSummary[]> {
    return (await this.faults.findMany(references)).map(faultSummary);
  }
}

function faultSummary({ reference, action, status, failure, error, place, createdAt }: FaultRow): RecordSummary {
  const detail = [failure, error, place].filter((part) => part !== '').join(', ');
  const title = `${action} was answered with ${status}`;
  return { id: reference, title, detail, status: 'failed', userId: '', createdAt };
}

@Injectable()
@Contributes(StaffRecords)
export class OpenJobs extends OpenRecords {
  override readonly kind = 'job';
  override readonly permission = 'otherControl.otherAccess';

  constructor(private readonly jobs: JobRecords) {
    super();
  }

  override async find(text: string): Promise<RecordSummary[]> {
    const job = await this.jobs.find(text);
    return job ? [jobSummary(job)] : [];
  }

  override countOpen(limit: number): Promise<number> {
    return this.jobs.countExhausted(limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await this.jobs.oldestExhausted(limit, after)).map(jobSummary);
  }

  override async openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const jobs = await this.jobs.findMany(ids);
    return new Set(jobs.filter(({ status }) => status === 'exhausted').map(({ id }) => id));
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await this.jobs.findMany(ids)).map(jobSummary);
  }
}

function jobSummary({ id, name, error, status, createdAt }: JobRecord): RecordSummary {
  return { id, title: name, detail: error, status, userId: '', createdAt };
}
