export { type DayResult, ReconcileDay } from './application/reconcile-day.js';
export { ReconcileBank } from './application/reconcile-bank.js';
export { ReconcileStated } from './application/reconcile-stated.js';
export { Reconciliations, SettlementFiles, type StoredDifference } from './application/ports.js';
export { type ColumnMap, OWN_NAMES, parseColumnMap } from './domain/columns.js';
