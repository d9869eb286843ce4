export { BankAccounts } from './application/ports.js';
export { ListWallets } from './application/list-wallets.js';
export { SettlementChanges } from './application/settlement-changes.js';
export {
  REMITTED,
  type Remitted,
  type Settlement,
  SETTLEMENT_KINDS,
  type SettlementEntry,
  type SettlementKind,
} from './domain/settlement.js';
export {
  type BalanceProof,
  endOf,
  leafOf,
  lineOf,
  ListCheck,
  type ListEnd,
  type ListedWallet,
  proofOf,
  proves,
  readLine,
} from './application/safeguarding-list.js';
export { settlementFailures } from './domain/settlements.failures.js';
