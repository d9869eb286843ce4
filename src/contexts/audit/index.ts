export { AuditedUnitOfWork } from './application/audited-unit-of-work.js';
export {
  Audit,
  type AuditFilter,
  type AuditRecord,
  AuditTrail,
  type ListedKind,
  StaffActions,
  type StaffMember,
  type StoredAuditRecord,
  type TimeSpan,
} from './application/ports.js';
