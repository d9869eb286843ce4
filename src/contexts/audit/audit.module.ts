import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffAuditRow } from './adapters/typeorm/staff-audit.row.js';
import { TypeormAudit } from './adapters/typeorm/typeorm-audit.js';
import { TypeormAuditTrail } from './adapters/typeorm/typeorm-audit-trail.js';
import { AuditedUnitOfWork } from './application/audited-unit-of-work.js';
import { Audit } from './application/ports/audit.js';
import { AuditTrail } from './application/ports/audit-trail.js';

/** The trail of what staff changed. */
@Module({
  imports: [TypeOrmModule.forFeature([StaffAuditRow])],
  providers: [
    AuditedUnitOfWork,
    { provide: Audit, useClass: TypeormAudit },
    { provide: AuditTrail, useClass: TypeormAuditTrail },
  ],
  exports: [Audit, AuditedUnitOfWork],
})
export class AuditModule {}
