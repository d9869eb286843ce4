import { Platform0001 } from './0001-platform.js';
import { Identity0002 } from './0002-identity.js';
import { Wallet0003 } from './0003-wallet.js';
import { Deposits0004 } from './0004-deposits.js';
import { Transfers0005 } from './0005-transfers.js';
import { Billing0006 } from './0006-billing.js';
import { Notifications0007 } from './0007-notifications.js';
import { Analytics0008 } from './0008-analytics.js';
import { Webhooks0009 } from './0009-webhooks.js';
import { Staff0010 } from './0010-staff.js';
import { Files0011 } from './0011-files.js';
import { Location0012 } from './0012-location.js';
import { Analytics0013 } from './0013-analytics.js';
import { Support0014 } from './0014-support.js';
import { Staff0015 } from './0015-staff.js';
import { Webhooks0016 } from './0016-webhooks.js';
import { Push0017 } from './0017-push.js';
import { Webhooks0018 } from './0018-webhooks.js';
import { LedgerHeadNonce0019 } from './0019-ledger-head-nonce.js';
import { JournalCursor0022 } from './0022-journal-cursor.js';
import { JournalConsumers0023 } from './0023-journal-consumers.js';
import { OutboxSubject0025 } from './0025-outbox-subject.js';
import { JobClaims0026 } from './0026-job-claims.js';
import { LedgerLoss0024 } from './0024-ledger-loss.js';
import { Accounts0030 } from './0030-accounts.js';
import { TransactionPins0031 } from './0031-transaction-pins.js';
import { StaffReads0032 } from './0032-staff-reads.js';
import { FaqRatings0033 } from './0033-faq-ratings.js';
import { StaffReach0034 } from './0034-staff-reach.js';
import { KeyedChain0035 } from './0035-keyed-chain.js';
import { PurchaseAnswers0038 } from './0038-purchase-answers.js';
import { ProviderFloats0039 } from './0039-provider-floats.js';
import { DepositPayers0040 } from './0040-deposit-payers.js';
import { StaffAlerts0041 } from './0041-staff-alerts.js';
import { MailClass0042 } from './0042-mail-class.js';
import { AccountClosing0043 } from './0043-account-closing.js';
import { DataExports0044 } from './0044-data-exports.js';
import { Routes0045 } from './0045-routes.js';
import { ProviderSwitches0046 } from './0046-provider-switches.js';
import { BackOfficeReads0047 } from './0047-back-office-reads.js';
import { Proposals0048 } from './0048-proposals.js';
import { Sessions0027 } from './0027-sessions.js';
import { Codes0028 } from './0028-codes.js';
import { GoogleAccounts0029 } from './0029-google-accounts.js';
import { IdentityVerification0050 } from './0050-identity-verification.js';
import { StaffQueues0057 } from './0057-staff-queues.js';
import { LedgerAnchors0053 } from './0053-ledger-anchors.js';
import { SandboxClock0054 } from './0054-sandbox-clock.js';
import { DepositDebts0055 } from './0055-deposit-debts.js';
import { StatementFiles0056 } from './0056-statement-files.js';
import { LedgerChecks0059 } from './0059-ledger-checks.js';
import { LedgerCheckDetails0060 } from './0060-ledger-check-details.js';
import { LedgerCheckpoints0063 } from './0063-ledger-checkpoints.js';
import { LedgerArchive0064 } from './0064-ledger-archive.js';
import { WebhookOrder0065 } from './0065-webhook-order.js';
import { ContactStatus0066 } from './0066-contact-status.js';
import { ProvedPhones0070 } from './0070-proved-phones.js';
import { FileDownloads0071 } from './0071-file-downloads.js';
import { JobCrashes0078 } from './0078-job-crashes.js';
import { FileCrashes0079 } from './0079-file-crashes.js';
import { NetworkOperators0080 } from './0080-network-operators.js';
import { Tariffs0051 } from './0051-tariffs.js';
import { Reconciliations0052 } from './0052-reconciliations.js';
import { SandboxReversals0061 } from './0061-sandbox-reversals.js';
import { Faults0062 } from './0062-faults.js';

/** Oldest first. Applied migrations are never edited. */
export const MIGRATIONS = [
  Platform0001,
  Identity0002,
  Wallet0003,
  Deposits0004,
  Transfers0005,
  Billing0006,
  Notifications0007,
  Analytics0008,
  Webhooks0009,
  Staff0010,
  Files0011,
  Location0012,
  Analytics0013,
  Support0014,
  Staff0015,
  Webhooks0016,
  Push0017,
  Webhooks0018,
  LedgerHeadNonce0019,
  JournalCursor0022,
  JournalConsumers0023,
  LedgerLoss0024,
  OutboxSubject0025,
  JobClaims0026,
  Sessions0027,
  Codes0028,
  GoogleAccounts0029,
  Accounts0030,
  TransactionPins0031,
  StaffReads0032,
  FaqRatings0033,
  StaffReach0034,
  KeyedChain0035,
  PurchaseAnswers0038,
  ProviderFloats0039,
  DepositPayers0040,
  StaffAlerts0041,
  MailClass0042,
  AccountClosing0043,
  DataExports0044,
  Routes0045,
  ProviderSwitches0046,
  BackOfficeReads0047,
  Proposals0048,
  IdentityVerification0050,
  Tariffs0051,
  Reconciliations0052,
  LedgerAnchors0053,
  SandboxClock0054,
  DepositDebts0055,
  StatementFiles0056,
  StaffQueues0057,
  LedgerChecks0059,
  LedgerCheckDetails0060,
  SandboxReversals0061,
  Faults0062,
  LedgerCheckpoints0063,
  LedgerArchive0064,
  WebhookOrder0065,
  ContactStatus0066,
  ProvedPhones0070,
  FileDownloads0071,
  JobCrashes0078,
  FileCrashes0079,
  NetworkOperators0080,
];
