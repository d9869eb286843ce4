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
import { NoticeRow } from './adapters/typeorm/notice.row.js';
import { PushDeliveryRow } from './adapters/typeorm/push-delivery.row.js';
import { PushRegistrationRow } from './adapters/typeorm/push-registration.row.js';
import { MailedStaffAlerts } from './adapters/typeorm/mailed-staff-alerts.js';
import { StaffAlertRow } from './adapters/typeorm/staff-alert.row.js';
import { TypeormNoticesEraser } from './adapters/typeorm/typeorm-notices-eraser.js';
import { TypeormNotices } from './adapters/typeorm/typeorm-notices.js';
import { TypeormPushDeliveries } from './adapters/typeorm/typeorm-push-deliveries.js';
import { TypeormPushDevices } from './adapters/typeorm/typeorm-push-devices.js';
import { DeliverPush } from './application/deliver-push.js';
import { ExportedNotices } from './application/exported-notices.js';
import { NoticeStore } from './application/ports/notice-store.js';
import { Notices } from './application/ports/notices.js';
import { PushDeliveries } from './application/ports/push-deliveries.js';
import { PushDevices } from './application/ports/push-devices.js';
import { PushReceipts } from './application/ports/push-receipts.js';
import { PushRegistrations } from './application/ports/push-registrations.js';
import { PushSender } from './application/ports/push-sender.js';
import { Push } from './application/ports/push.js';
import { Sms } from './application/ports/sms.js';
import { StaffAlerts } from './application/ports/staff-alerts.js';
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
