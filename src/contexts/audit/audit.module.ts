import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffReads } from '../../platform/http/staff-reads.js';
import { StaffAuditRow, StaffReadRow, TypeormStaffReads, TypeormAudit, TypeormAuditTrail, AuditTimeline } from './audit.store.js';
import { AuditJobs } from './audit.jobs.js';
import { AuditOperations } from './audit.operations.js';
import { AuditedUnitOfWork, Audit, AuditTrail } from './audit.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AuditEnvironment } from './audit.settings.js';

/** The trail of changes by staff, and of the users whose records they read. */
@Module({
  imports: [TypeOrmModule.forFeature([StaffAuditRow, StaffReadRow])],
  providers: [
    provideSettings(AuditEnvironment),
    AuditOperations,
    AuditJobs,
    AuditTimeline,
    AuditedUnitOfWork,
    { provide: StaffReads, useClass: TypeormStaffReads },
    { provide: Audit, useClass: TypeormAudit },
    { provide: AuditTrail, useClass: TypeormAuditTrail },
  ],
  exports: [Audit, AuditedUnitOfWork, AuditTrail, StaffReads],
})
export class AuditModule {}
