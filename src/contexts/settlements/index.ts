export {
  BankAccounts,
  BankStatements,
  SafeguardingTrees,
  Settlements,
  StatedBalances,
  StatementFiles,
  type StoredLine,
  type StoredStatement,
} from './application/ports.js';
export { ImportStatement } from './application/import-statement.js';
export { type LineMeaning, type SettledLine, SettleStatement } from './application/settle-statement.js';
export { ValuedBalances } from './application/valued-balances.js';
export { parseStatementLayout, type StatementLayout } from './domain/statement-layout.js';
export { ProveBalance } from './application/prove-balance.js';
export { TreeBlocks } from './application/safeguarding-tree.js';
export { ListWallets } from './application/list-wallets.js';
export { SettlementChanges } from './application/settlement-changes.js';
export {
  LONGEST_REFERENCE,
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
  proves,
  readLine,
} from './application/safeguarding-list.js';
export { settlementFailures } from './domain/settlements.failures.js';
