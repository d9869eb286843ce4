export { AccountPostings } from './application/ports/account-postings.js';
export { type AccountBalance, LedgerBalances } from './application/ports/ledger-balances.js';
export { HistorySnapshots } from './application/ports/history-snapshots.js';
export { History, type HistoryEntry } from './application/ports/history.js';
export { type LedgerStop, LedgerStopListener } from './application/ports/ledger-stops.js';
export { type BalancesAfter, Ledger, type WalletRecord, Wallets } from './application/ports/ledger.js';
export { Spending, type Spent } from './application/ports/spending.js';
export { ArchiveLedger, type ArchiveReport } from './archive/application/archive-ledger.js';
export { LedgerArchive } from './archive/application/ports/ledger-archive.js';
export { AcceptLoss, type LossReport } from './cluster/application/accept-loss.js';
export { HoldProjection, type WrongColumn } from './chain/application/ports/hold-projections.js';
export { type JournalClaim, JournalProjection, type ReadRows } from './chain/application/ports/journal-projections.js';
export { LedgerChecks } from './chain/application/ports/ledger-checks.js';
export type { PostingPlace } from './chain/application/ports/stored-batches.js';
export { ProvePostings } from './chain/application/prove-postings.js';
export { AcceptFault, type AcceptedFault, type NotAccepted } from './chain/application/accept-fault.js';
export { AnchorLedger } from './chain/application/anchor-ledger.js';
export { AnchorPlaces } from './chain/application/ports/anchors.js';
export { type LedgerVerdict, VerifyLedger } from './chain/application/verify-ledger.js';
export type { Anchor } from './chain/domain/anchor.js';
export type { JournalProof } from './chain/domain/journal-proof.js';
export { type ChainHead, type LedgerCheck, checkOfAnchor, checkOfVerdict } from './chain/domain/ledger-check.js';
export type { Fault } from './chain/domain/faults.js';
export type { WrongRow } from './chain/domain/stored-rows.js';
export {
  ADJUSTMENTS_ACCOUNT,
  type AccountId,
  BAD_DEBTS_ACCOUNT,
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  REWARDS_ACCOUNT,
  SETTLEMENT_ACCOUNT,
  SUSPENSE_ACCOUNT,
  depositClearing,
  isSystemAccount,
  providerClearing,
  providerHeld,
} from './domain/account.js';
export type { HoldEnding } from './domain/hold-ending.js';
export { type Hold, sharesOf } from './domain/hold.js';
export { type Journal, type Posting, endingJournal } from './domain/journal.js';
export type { CommitReceipt, CommitResult, LedgerChange, LedgerCommand } from './domain/ledger-command.js';
export type { SpendingLimit } from './domain/spending-limit.js';
export { walletFailures } from './domain/wallet.failures.js';
export { type ConsumedJournal, JournalConsumer } from './log/application/ports/journal-consumer.js';
