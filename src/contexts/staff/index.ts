/** The public face of staff: ports and types. */
export { Audit, type AuditRecord } from './application/ports/audit.js';
