export { BankAccounts, Settlements } from './application/ports.js';
export { SettlementChanges } from './application/settlement-changes.js';
export {
  REMITTED,
  type Remitted,
  type Settlement,
  SETTLEMENT_KINDS,
  type SettlementEntry,
  type SettlementKind,
} from './domain/settlement.js';
export { settlementFailures } from './domain/settlements.failures.js';
