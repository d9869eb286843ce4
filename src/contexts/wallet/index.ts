export { Ledger, Wallets } from './application/ports/ledger.js';
export type { CommitReceipt, CommitResult, LedgerCommand } from './domain/ledger-command.js';
export { ActivitySource, ActivitySources, type ActivityEntry } from './application/ports/activity-source.js';
export {
  JournalConsumer,
  JournalConsumers,
  JournalCoverage,
  type ConsumedJournal,
} from './application/ports/journal-consumer.js';
export * from './domain/account.js';
export type { Journal, JournalKind, Posting } from './domain/journal.js';
export { walletFailures } from './domain/wallet.failures.js';
