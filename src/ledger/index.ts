export {
  type AccountBalance,
  AccountPostings,
  type BalancesAfter,
  History,
  type HistoryEntry,
  type JournalLine,
  Journals,
  type PostedEntry,
  HistorySnapshots,
  Ledger,
  LedgerBalances,
  type LedgerStop,
  LedgerStopListener,
  Spending,
  type Spent,
  type AccountRange,
  WalletBalances,
  type WalletRecord,
  Wallets,
} from './application/ports.js';
export { DrawTrialBalance } from './application/draw-trial-balance.js';
export { ArchiveLedger, type ArchiveOptions, type ArchiveReport, LedgerArchive } from './archive/application/archive-ledger.js';
export { AcceptLoss, type LossReport } from './cluster/application/accept-loss.js';
export {
  AnchorSettings,
  AnchorStores,
  HoldProjection,
  type JournalClaim,
  JournalProjection,
  LedgerChecks,
  type PostingPosition,
  type ReadRows,
  type WrongColumn,
} from './chain/application/ports.js';
export { ProvePostings } from './chain/application/prove-postings.js';
export { AcceptFault, type AcceptedFault, type NotAccepted } from './chain/application/accept-fault.js';
export { AnchorLedger } from './chain/application/anchor-ledger.js';
export { type LedgerVerdict, VerifyLedger } from './chain/application/verify-ledger.js';
export { type Anchor } from './chain/domain/anchor.js';
export { inclusionPath, leafHash, merkleRoot, rootOfPath } from './chain/domain/merkle-tree.js';
export { type JournalProof } from './chain/domain/journal-proof.js';
export { type ChainHead, type LedgerCheck, checkOfAnchor, checkOfVerdict } from './chain/domain/ledger-check.js';
export { type Fault } from './chain/domain/faults.js';
export { type WrongRow } from './chain/domain/stored-rows.js';
export {
  ADJUSTMENTS_ACCOUNT,
  type AccountId,
  BAD_DEBTS_ACCOUNT,
  BANK_COSTS_ACCOUNT,
  chargeAccount,
  DEBTS_ACCOUNT,
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  REWARDS_ACCOUNT,
  SETTLEMENT_ACCOUNT,
  SUSPENSE_ACCOUNT,
  UNCLAIMED_ACCOUNT,
  VAT_ACCOUNT,
  bankAccount,
  depositClearing,
  isCostsAccount,
  isHeldAccount,
  isSystemAccount,
  providerClearing,
  providerCosts,
  providerHeld,
} from './domain/account.js';
export { BEYOND_LIMIT, type Block, type BlockChange, PAYMENTS_OFF } from './domain/blocked-money.js';
export { chargedAmounts, chargedIn, wrongCharges } from './domain/charged-amounts.js';
export { type TrialBalance, type TrialBalanceLine, trialBalanceOf } from './domain/trial-balance.js';
export { type HoldEnding, type Share } from './domain/hold-ending.js';
export { type Hold, holdTerms, isForTerms, keptCosts, sharesOf } from './domain/hold.js';
export { journalEntries, journalInWords } from './application/journal-entries.js';
export { isOperatorKind } from './domain/operator-journal.js';
export { type Journal, type Posting, endingJournal } from './domain/journal.js';
export { type CommitReceipt, type CommitResult, type LedgerChange, type LedgerCommand } from './domain/ledger-command.js';
export { type SpendingLimit } from './domain/spending-limit.js';
export { ledgerFailures } from './domain/ledger.failures.js';
export { type LogStep, MovingPlace, PlaceLost } from './log/application/moving-place.js';
export {
  type ConsumedJournal,
  isBefore,
  JournalConsumer,
  JournalLog,
  type JournalPosition,
  type JournalView,
  PostedMessages,
  Teller,
  type ToldJournal,
} from './log/application/ports.js';
