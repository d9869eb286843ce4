export { type DayResult, ReconcileDay } from './reconcile-day.js';
export { ReconcileBank, ReconcileStated } from './reconcile-bank.js';
export { Reconciliations, type StoredDifference } from './reconciliations.js';
export { SettlementFiles, type ColumnMap, OWN_NAMES, parseColumnMap } from './lines.js';
