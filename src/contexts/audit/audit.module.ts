import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffReads } from '../../platform/http/staff-reads.js';
import { StaffAuditRow, StaffReadRow } from './adapters/typeorm/audit.rows.js';
import { TypeormStaffReads } from './adapters/typeorm/typeorm-staff-reads.js';
import { AuditJobs } from './audit.jobs.js';
import { AuditOperations } from './audit.operations.js';
import { TypeormAudit } from './adapters/typeorm/typeorm-audit.js';
import { TypeormStaffActions } from './adapters/typeorm/typeorm-staff-actions.js';
import { TypeormAuditTrail } from './adapters/typeorm/typeorm-audit-trail.js';
import { AuditTimeline } from './application/audit-timeline.js';
import { AuditedUnitOfWork } from './application/audited-unit-of-work.js';
import { Audit, AuditTrail, StaffActions } from './application/ports.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AuditEnvironment } from './audit.settings.js';

/** The trail of what staff changed, and of whose records they read. */
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
    { provide: StaffActions, useClass: TypeormStaffActions },
  ],
  exports: [Audit, AuditedUnitOfWork, AuditTrail, StaffActions, StaffReads],
})
export class AuditModule {}
