export {
  AuditedUnitOfWork,
  Audit,
  type AuditFilter,
  type AuditRecord,
  AuditTrail,
  type ListedKind,
  type StaffMember,
  type StoredAuditRecord,
  type TimeSpan,
} from './audit.js';
