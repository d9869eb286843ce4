export { ExportStatement, type StatementFormatName } from './statements.js';
export { Activity, type ActivityEntry, ActivitySource } from './activity.js';
