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
];
