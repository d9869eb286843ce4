export { AuditedUnitOfWork } from './application/audited-unit-of-work.js';
export { StaffActions, type TimeSpan } from './application/ports/staff-actions.js';
export { Audit, type AuditRecord, type StaffMember } from './application/ports/audit.js';
export { type AuditFilter, AuditTrail, type ListedKind, type StoredAuditRecord } from './application/ports/audit-trail.js';
