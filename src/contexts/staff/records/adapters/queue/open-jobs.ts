import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../../kernel/staff-records.js';
import { type JobRecord, JobRecords } from '../../../../../platform/queue/job-records.js';

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
    return job ? [summaryOf(job)] : [];
  }

  override countOpen(limit: number): Promise<number> {
    return this.jobs.countExhausted(limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await this.jobs.oldestExhausted(limit, after)).map(summaryOf);
  }

  override async openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const jobs = await this.jobs.findMany(ids);
    return new Set(jobs.filter(({ status }) => status === 'exhausted').map(({ id }) => id));
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await this.jobs.findMany(ids)).map(summaryOf);
  }
}

function summaryOf({ id, name, error, status, createdAt }: JobRecord): RecordSummary {
  return { id, title: name, detail: error, status, userId: '', createdAt };
}
