export { type BalancesAfter, Ledger, Wallets } from './application/ports/ledger.js';
export type { CommitReceipt, CommitResult, LedgerChange, LedgerCommand } from './domain/ledger-command.js';
export { type AccountBalance, Books } from './application/ports/books.js';
export { LedgerChecks } from './application/ports/ledger-checks.js';
export { type ChainHead, checkOfVerdict, type LedgerCheck } from './domain/ledger-check.js';
export { VerifyLedger } from './application/verify-ledger.js';
export { ActivitySource, ActivitySources, type ActivityEntry } from './application/ports/activity-source.js';
export { AccountPostings, type AccountPosting } from './application/ports/account-postings.js';
export {
  JournalConsumer,
  JournalConsumers,
  JournalCoverage,
  type ConsumedJournal,
} from './application/ports/journal-consumer.js';
export { Spending, type Spent } from './application/ports/spending.js';
export * from './domain/account.js';
export type { Journal, JournalKind, Posting } from './domain/journal.js';
export type { BalanceLimit, SpendingLimit, SpendingPeriod } from './domain/spending-limit.js';
export { walletFailures } from './domain/wallet.failures.js';
export { History, type HistoryEntry } from './application/ports/history.js';
export { ExportStatement, type StatementFormatName } from './application/export-statement.js';
export { ProvePostings } from './application/prove-postings.js';
export type { PostingPlace } from './application/ports/stored-batches.js';
export type { Anchor } from './domain/anchor.js';
export type { JournalProof } from './domain/journal-proof.js';
