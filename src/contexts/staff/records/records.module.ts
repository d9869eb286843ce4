import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { StaffModule } from '../members/staff.module.js';
import { StaffCaseNoteRow, StaffCaseRow } from './adapters/typeorm/cases.rows.js';
import { TypeormStaffCases } from './adapters/typeorm/typeorm-staff-cases.js';
import { ChangeCase } from './application/change-case.js';
import { ListCases } from './application/list-cases.js';
import { StaffCases } from './application/ports.js';
import { ReadableRecords } from './application/readable-records.js';
import { ShowTimeline } from './application/show-timeline.js';
import { TellColleague } from './application/tell-colleague.js';
import { TimelineSources } from './application/timeline-sources.js';
import { CasesOperations } from './cases.operations.js';
import { FoundFaults } from './adapters/http/found-faults.js';
import { OpenJobs } from './adapters/queue/open-jobs.js';
import { StaffRecordSources } from './application/staff-record-sources.js';
import { NameRecords } from './application/name-records.js';
import { SearchRecords } from './application/search-records.js';
import { ShowWorkQueue } from './application/show-work-queue.js';
import { RecordsJobs } from './records.jobs.js';
import { RecordsOperations } from './records.operations.js';
import { JobsOperations } from './jobs.operations.js';

/** What staff see across the contexts: a search over everything, and what waits for them, failed jobs among it. */
@Module({
  imports: [TypeOrmModule.forFeature([StaffCaseRow, StaffCaseNoteRow]), AuditModule, NotificationsModule, StaffModule],
  providers: [
    RecordsOperations,
    CasesOperations,
    RecordsJobs,
    JobsOperations,
    OpenJobs,
    FoundFaults,
    NameRecords,
    SearchRecords,
    ShowWorkQueue,
    StaffRecordSources,
    TimelineSources,
    ReadableRecords,
    ShowTimeline,
    ListCases,
    ChangeCase,
    TellColleague,
    { provide: StaffCases, useClass: TypeormStaffCases },
  ],
})
export class RecordsModule {}
