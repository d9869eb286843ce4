/** The public face of analytics: ports and types. */
export { SystemLogs, type NewSystemLog } from './application/ports/system-logs.js';
