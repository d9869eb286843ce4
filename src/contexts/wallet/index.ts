export { ExportStatement, type StatementFormatName, type StatementRequest } from './statements.js';
export { Activity, type ActivityEntry, ActivitySource } from './activity.js';
