export { OpenRecords, StaffRecords, StaffRecordSources } from './application/ports/staff-records.js';
export type { RecordSummary } from './domain/record-summary.js';
