export { Audit, type AuditRecord } from './application/ports/audit.js';
