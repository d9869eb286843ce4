export { ExportStatement, type StatementFormatName } from './application/export-statement.js';
export { type ActivityEntry, ActivitySource } from './application/ports.js';
