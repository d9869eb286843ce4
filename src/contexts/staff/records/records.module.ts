import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { StaffModule } from '../members/members.module.js';
import { StaffCaseNoteRow, StaffCaseRow, TypeormCaseStore } from './cases.store.js';
import { Cases, CaseStore } from './cases.js';
import { WorkQueue } from './work-queue.js';
import { Records, TimelineSources, StaffRecordSources } from './records.js';
import { RecordSearch } from './record-search.js';
import { CasesOperations } from './cases.operations.js';
import { FoundFaults, OpenJobs } from './records.store.js';
import { RecordsJobs } from './records.jobs.js';
import { RecordsOperations, JobsOperations } from './records.operations.js';
import { ConsoleController, ConsoleFiles } from './adapters/http/console.controller.js';

/** Views of staff across the contexts: a search over everything, and waiting work, failed jobs among it. */
@Module({
  imports: [TypeOrmModule.forFeature([StaffCaseRow, StaffCaseNoteRow]), AuditModule, NotificationsModule, StaffModule],
  providers: [
    RecordsOperations,
    CasesOperations,
    RecordsJobs,
    JobsOperations,
    OpenJobs,
    FoundFaults,
    Records,
    RecordSearch,
    WorkQueue,
    StaffRecordSources,
    TimelineSources,
    Cases,
    { provide: CaseStore, useClass: TypeormCaseStore },
  ],
})
export class RecordsModule {}

/** The web console of staff, built by packages/console. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsolePageModule {}
