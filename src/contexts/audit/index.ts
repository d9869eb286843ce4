export { AuditedUnitOfWork, type Change } from './application/audited-unit-of-work.js';
export { Audit, type AuditRecord, type StaffMember } from './application/ports/audit.js';
