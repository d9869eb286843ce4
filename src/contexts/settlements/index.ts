export {
  BankAccounts,
  BankStatements,
  StatementFiles,
  type StoredLine,
  type StoredStatement,
  ImportStatement,
  parseStatementLayout,
  type StatementLayout,
  settlementFailures,
  StatedBalances,
} from './statements.js';
export { ListWallets, ProveBalance, SafeguardingTrees, SuspenseDebts, TreeBlocks, ValuedBalances } from './safeguarding.js';
export {
  Settlements,
  SettlementChanges,
  LONGEST_REFERENCE,
  REMITTED,
  type Remitted,
  type Settlement,
  SETTLEMENT_KINDS,
  type SettlementEntry,
  type SettlementKind,
} from './settlements.js';
export { type LineMeaning, type SettledLine, SettleStatement } from './settle-statements.js';
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
} from './safeguarding-list.js';
