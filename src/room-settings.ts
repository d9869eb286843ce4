import { AbuseEnvironment } from './contexts/abuse/abuse.settings.js';
import { AnalyticsEnvironment } from './contexts/analytics/analytics.settings.js';
import { AuditEnvironment } from './contexts/audit/audit.settings.js';
import { AttemptsEnvironment } from './contexts/attempts/attempts.settings.js';
import { DevicesEnvironment } from './contexts/devices/devices.settings.js';
import { FilesEnvironment } from './contexts/files/files.settings.js';
import { IdentityEnvironment } from './contexts/identity/identity.settings.js';
import { NotificationsEnvironment } from './contexts/notifications/notifications.settings.js';
import { PayoutsEnvironment } from './contexts/payouts/payouts.settings.js';
import { PurchasesEnvironment } from './contexts/purchases/purchases.settings.js';
import { SettlementsEnvironment } from './contexts/settlements/settlements.settings.js';
import { SignInEnvironment } from './contexts/sign-in/sign-in.settings.js';
import { StaffEnvironment } from './contexts/staff/members/members.settings.js';
import { ProposalsEnvironment } from './contexts/staff/proposals/proposals.settings.js';
import { SupportEnvironment } from './contexts/support/support.settings.js';
import { TariffsEnvironment } from './contexts/tariffs/tariffs.settings.js';
import { WebhooksEnvironment } from './contexts/webhooks/webhooks.settings.js';
import { LedgerEnvironment } from './ledger/ledger.settings.js';
import { PLATFORM_SETTINGS } from './platform/config/platform-settings.js';
import type { RoomSettingsType } from './platform/config/room-settings.js';
import { SandboxEnvironment } from './sandbox/sandbox.settings.js';

/** The settings of all rooms, in the order of docs/settings.md: all are checked before anything starts. */
export const ROOM_SETTINGS: readonly RoomSettingsType[] = [
  ...PLATFORM_SETTINGS,
  LedgerEnvironment,
  AttemptsEnvironment,
  SandboxEnvironment,
  FilesEnvironment,
  NotificationsEnvironment,
  WebhooksEnvironment,
  SignInEnvironment,
  DevicesEnvironment,
  StaffEnvironment,
  ProposalsEnvironment,
  AbuseEnvironment,
  PurchasesEnvironment,
  PayoutsEnvironment,
  IdentityEnvironment,
  TariffsEnvironment,
  SettlementsEnvironment,
  SupportEnvironment,
  AnalyticsEnvironment,
  AuditEnvironment,
];
