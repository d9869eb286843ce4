import { PlatformSchema } from './platform.js';
import { IdentitySchema } from './identity.js';
import { WalletSchema } from './wallet.js';
import { DepositsSchema } from './deposits.js';
import { TransfersSchema } from './transfers.js';
import { BillingSchema } from './billing.js';
import { NotificationsSchema } from './notifications.js';
import { AnalyticsSchema } from './analytics.js';
import { WebhooksSchema } from './webhooks.js';
import { StaffSchema } from './staff.js';
import { AuditSchema } from './audit.js';
import { FilesSchema } from './files.js';
import { LocationSchema } from './location.js';
import { SupportSchema } from './support.js';
import { AbuseSchema } from './abuse.js';
import { SystemLogsSchema } from './system-logs.js';
import { TariffsSchema } from './tariffs.js';
import { ReconciliationSchema } from './reconciliation.js';
import { BackOfficeSchema } from './back-office.js';
import { ProvidersSchema } from './providers.js';
import { ReceiptsSchema } from './receipts.js';
import { PersonalDataSchema } from './personal-data.js';
import { Deliverables0100 } from './0100-deliverables.js';
import { FailedBackups0101 } from './0101-failed-backups.js';
import { Charges0102 } from './0102-charges.js';
import { DepositCosts0105 } from './0105-deposit-costs.js';
import { Settlements0106 } from './0106-settlements.js';
import { Payouts0107 } from './0107-payouts.js';
import { PayoutRecipients0111 } from './0111-payout-recipients.js';
import { Banks0113 } from './0113-banks.js';
import { Payees0114 } from './0114-payees.js';
import { BankStatements0117 } from './0117-bank-statements.js';
import { StaffCases0121 } from './0121-staff-cases.js';
import { ForgottenAnswers0128 } from './0128-forgotten-answers.js';
import { PaidAccounts0135 } from './0135-paid-accounts.js';
import { ApprovedAttempts0136 } from './0136-approved-attempts.js';
import { LaterPayoutFees0137 } from './0137-later-payout-fees.js';
import { ReturnedFrom0139 } from './0139-returned-from.js';
import { SafeguardingTrees0140 } from './0140-safeguarding-trees.js';
import { ProposalsOfAMaker0141 } from './0141-proposals-of-a-maker.js';
import { Passkeys0142 } from './0142-passkeys.js';
import { OpenReconciliations0143 } from './0143-open-reconciliations.js';
import { SubmittedHolds0144 } from './0144-submitted-holds.js';
import { SealedPayees0145 } from './0145-sealed-payees.js';
import { SealedDestinations0146 } from './0146-sealed-destinations.js';
import { NewDevices0147 } from './0147-new-devices.js';
import { Holds0151 } from './0151-holds.js';
import { NameSpellings0152 } from './0152-name-spellings.js';
import { WebhookBatches0153 } from './0153-webhook-batches.js';
import { Debts0155 } from './0155-debts.js';
import { BoughtItems0157 } from './0157-bought-items.js';
import { EndpointCursors0158 } from './0158-endpoint-cursors.js';
import { MailCursor0159 } from './0159-mail-cursor.js';
import { Identity0162 } from './0162-identity.js';
import { Devices0163 } from './0163-devices.js';
import { Revalidation0164 } from './0164-revalidation.js';
import { BlockedMoney0165 } from './0165-blocked-money.js';
import { OwnLimits0166 } from './0166-own-limits.js';
import { Screening0167 } from './0167-screening.js';

/** Oldest first: the schema of each context, and behind them, from number 0100, what changes after a release. What was released is never edited. */
export const MIGRATIONS = [
  PlatformSchema,
  IdentitySchema,
  WalletSchema,
  DepositsSchema,
  TransfersSchema,
  BillingSchema,
  NotificationsSchema,
  AnalyticsSchema,
  WebhooksSchema,
  StaffSchema,
  AuditSchema,
  FilesSchema,
  LocationSchema,
  SupportSchema,
  AbuseSchema,
  SystemLogsSchema,
  TariffsSchema,
  ReconciliationSchema,
  BackOfficeSchema,
  ProvidersSchema,
  ReceiptsSchema,
  PersonalDataSchema,
  Deliverables0100,
  FailedBackups0101,
  Charges0102,
  DepositCosts0105,
  Settlements0106,
  Payouts0107,
  PayoutRecipients0111,
  Banks0113,
  Payees0114,
  BankStatements0117,
  StaffCases0121,
  ForgottenAnswers0128,
  PaidAccounts0135,
  ApprovedAttempts0136,
  LaterPayoutFees0137,
  ReturnedFrom0139,
  SafeguardingTrees0140,
  ProposalsOfAMaker0141,
  Passkeys0142,
  OpenReconciliations0143,
  SubmittedHolds0144,
  SealedPayees0145,
  SealedDestinations0146,
  NewDevices0147,
  Holds0151,
  NameSpellings0152,
  WebhookBatches0153,
  Debts0155,
  BoughtItems0157,
  EndpointCursors0158,
  MailCursor0159,
  Identity0162,
  Devices0163,
  Revalidation0164,
  BlockedMoney0165,
  OwnLimits0166,
  Screening0167,
];
