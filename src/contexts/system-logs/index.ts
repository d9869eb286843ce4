export { SystemLogs, type NewSystemLog } from './application/ports/system-logs.js';
