export { type DayResult, ReconcileDay } from './application/reconcile-day.js';
export { Reconciliations, type StoredDifference } from './application/ports/reconciliations.js';
export { SettlementFiles } from './application/ports/settlement-files.js';
export { type ColumnMap, OWN_NAMES, parseColumnMap } from './domain/columns.js';
