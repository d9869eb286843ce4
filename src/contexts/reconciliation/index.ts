export { type DayResult, ReconcileDay } from './application/reconcile-day.js';
export { Reconciliations, SettlementFiles, type StoredDifference } from './application/ports.js';
export { type ColumnMap, OWN_NAMES, parseColumnMap } from './domain/columns.js';
