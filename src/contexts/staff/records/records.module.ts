import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { FoundFaults } from './adapters/http/found-faults.js';
import { OpenJobs } from './adapters/queue/open-jobs.js';
import { StaffRecordSources } from './application/staff-record-sources.js';
import { SearchRecords } from './application/search-records.js';
import { ShowWorkQueue } from './application/show-work-queue.js';
import { RecordsJobs } from './records.jobs.js';
import { RecordsOperations } from './records.operations.js';
import { JobsOperations } from './jobs.operations.js';

/** What staff see across the contexts: a search over everything, and what waits for them, failed jobs among it. */
@Module({
  imports: [AuditModule],
  providers: [
    RecordsOperations,
    RecordsJobs,
    JobsOperations,
    OpenJobs,
    FoundFaults,
    SearchRecords,
    ShowWorkQueue,
    StaffRecordSources,
  ],
})
export class RecordsModule {}
