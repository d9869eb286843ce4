import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { Log } from '../../platform/telemetry/log.js';
import { RecentPushes, Push, PushDeliveries, PushDevices, PushReceipts, PushSender, PushMessages } from './push.js';
import { configuredSms } from './adapters/configured-sms.js';
import { configuredPushReceipts, configuredPushSender } from './adapters/configured-push.js';
import { JournalMailSender } from './adapters/journal-mail-sender.js';
import { QueuedPush, NotificationsJobs } from './notifications.jobs.js';
import { NoticeRow, StaffAlertRow, MailedStaffAlerts, noticeRecord, TypeormNotices } from './notifications.store.js';
import {
  pushRegistrationRecord,
  PushDeliveryRow,
  PushRegistrationRow,
  TypeormPushDeliveries,
  TypeormPushDevices,
} from './push.store.js';
import { MailEntries, Notices, Sms, StaffAlerts, UserMessages } from './notifications.js';
import { DerivedMailEntries } from './notifications.records.js';
import { NotificationsOperations } from './notifications.operations.js';
import { NotificationsEnvironment } from './notifications.settings.js';

@Module({
  imports: [TypeOrmModule.forFeature([NoticeRow, PushDeliveryRow, PushRegistrationRow, StaffAlertRow]), LedgerModule],
  providers: [
    provideSettings(NotificationsEnvironment),
    NotificationsOperations,
    NotificationsJobs,
    pushRegistrationRecord,
    JournalMailSender,
    PushMessages,
    UserMessages,
    noticeRecord,
    MailedStaffAlerts,
    { provide: MailEntries, useClass: DerivedMailEntries },
    { provide: Notices, useClass: TypeormNotices },
    { provide: PushDevices, useClass: TypeormPushDevices },
    { provide: PushDeliveries, useClass: TypeormPushDeliveries },
    { provide: RecentPushes, useFactory: ({ isSandbox }: Config) => new RecentPushes(isSandbox), inject: [Config] },
    { provide: PushSender, useFactory: configuredPushSender, inject: [NotificationsEnvironment, Log, RecentPushes] },
    { provide: PushReceipts, useFactory: configuredPushReceipts, inject: [NotificationsEnvironment] },
    { provide: StaffAlerts, useExisting: MailedStaffAlerts },
    { provide: Push, useClass: QueuedPush },
    { provide: Sms, useFactory: configuredSms, inject: [NotificationsEnvironment, Config, HttpClient, Log] },
  ],
  exports: [MailEntries, RecentPushes, Notices, PushDevices, Push, Sms, StaffAlerts, UserMessages],
})
export class NotificationsModule {}
