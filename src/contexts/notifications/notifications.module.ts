import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { Log } from '../../platform/telemetry/log.js';
import { RecentPushes } from './application/recent-pushes.js';
import { configuredSms } from './adapters/configured-sms.js';
import { configuredPushReceipts, configuredPushSender } from './adapters/configured-push.js';
import { QueuedPush } from './adapters/queue/queued-push.js';
import { NoticeRow, PushDeliveryRow, PushRegistrationRow, StaffAlertRow } from './adapters/typeorm/notifications.rows.js';
import { MailedStaffAlerts } from './adapters/typeorm/mailed-staff-alerts.js';
import { TypeormNoticesEraser } from './adapters/typeorm/typeorm-notices-eraser.js';
import { TypeormNotices } from './adapters/typeorm/typeorm-notices.js';
import { TypeormPushDeliveries } from './adapters/typeorm/typeorm-push-deliveries.js';
import { TypeormPushDevices } from './adapters/typeorm/typeorm-push-devices.js';
import { DeliverPush } from './application/deliver-push.js';
import { ExportedNotices } from './application/exported-notices.js';
import {
  Notices,
  NoticeStore,
  Push,
  PushDeliveries,
  PushDevices,
  PushReceipts,
  PushRegistrations,
  PushSender,
  Sms,
  StaffAlerts,
} from './application/ports.js';
import { ReadPushReceipts } from './application/read-push-receipts.js';
import { UserMessages } from './application/user-messages.js';
import { NotificationsJobs } from './notifications.jobs.js';
import { NotificationsOperations } from './notifications.operations.js';
import { NotificationsEnvironment } from './notifications.settings.js';

@Module({
  imports: [TypeOrmModule.forFeature([NoticeRow, PushDeliveryRow, PushRegistrationRow, StaffAlertRow])],
  providers: [
    provideSettings(NotificationsEnvironment),
    NotificationsOperations,
    NotificationsJobs,
    DeliverPush,
    ExportedNotices,
    ReadPushReceipts,
    UserMessages,
    TypeormNoticesEraser,
    TypeormPushDeliveries,
    MailedStaffAlerts,
    { provide: NoticeStore, useClass: TypeormNotices },
    { provide: Notices, useExisting: NoticeStore },
    { provide: PushDevices, useClass: TypeormPushDevices },
    { provide: PushRegistrations, useExisting: PushDevices },
    { provide: PushDeliveries, useExisting: TypeormPushDeliveries },
    { provide: RecentPushes, useFactory: ({ isSandbox }: Config) => new RecentPushes(isSandbox), inject: [Config] },
    { provide: PushSender, useFactory: configuredPushSender, inject: [NotificationsEnvironment, Log, RecentPushes] },
    { provide: PushReceipts, useFactory: configuredPushReceipts, inject: [NotificationsEnvironment] },
    { provide: StaffAlerts, useExisting: MailedStaffAlerts },
    { provide: Push, useClass: QueuedPush },
    { provide: Sms, useFactory: configuredSms, inject: [NotificationsEnvironment, Config, HttpClient, Log] },
  ],
  exports: [RecentPushes, Notices, PushDevices, PushRegistrations, Push, Sms, StaffAlerts, UserMessages],
})
export class NotificationsModule {}
