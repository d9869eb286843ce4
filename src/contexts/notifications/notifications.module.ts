import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { Log } from '../../platform/telemetry/log.js';
import { configuredPushReceipts, configuredPushSender } from './adapters/configured-push.js';
import { QueuedPush } from './adapters/queue/queued-push.js';
import { NoticeRow } from './adapters/typeorm/notice.row.js';
import { PushDeliveryRow } from './adapters/typeorm/push-delivery.row.js';
import { PushRegistrationRow } from './adapters/typeorm/push-registration.row.js';
import { MailedStaffAlerts } from './adapters/typeorm/mailed-staff-alerts.js';
import { StaffAlertRow } from './adapters/typeorm/staff-alert.row.js';
import { TypeormNotices } from './adapters/typeorm/typeorm-notices.js';
import { TypeormPushDeliveries } from './adapters/typeorm/typeorm-push-deliveries.js';
import { TypeormPushDevices } from './adapters/typeorm/typeorm-push-devices.js';
import { DeliverPush } from './application/deliver-push.js';
import { NoticeStore } from './application/ports/notice-store.js';
import { Notices } from './application/ports/notices.js';
import { PushDeliveries } from './application/ports/push-deliveries.js';
import { PushDevices } from './application/ports/push-devices.js';
import { PushReceipts } from './application/ports/push-receipts.js';
import { PushRegistrations } from './application/ports/push-registrations.js';
import { PushSender } from './application/ports/push-sender.js';
import { Push } from './application/ports/push.js';
import { StaffAlerts } from './application/ports/staff-alerts.js';
import { ReadPushReceipts } from './application/read-push-receipts.js';
import { UserMessages } from './application/user-messages.js';
import { NotificationsJobs } from './notifications.jobs.js';
import { NotificationsOperations } from './notifications.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([NoticeRow, PushDeliveryRow, PushRegistrationRow, StaffAlertRow])],
  providers: [
    NotificationsOperations,
    NotificationsJobs,
    DeliverPush,
    ReadPushReceipts,
    UserMessages,
    TypeormPushDeliveries,
    MailedStaffAlerts,
    { provide: NoticeStore, useClass: TypeormNotices },
    { provide: Notices, useExisting: NoticeStore },
    { provide: PushDevices, useClass: TypeormPushDevices },
    { provide: PushRegistrations, useExisting: PushDevices },
    { provide: PushDeliveries, useExisting: TypeormPushDeliveries },
    { provide: PushSender, useFactory: configuredPushSender, inject: [Config, Log] },
    { provide: PushReceipts, useFactory: configuredPushReceipts, inject: [Config] },
    { provide: StaffAlerts, useExisting: MailedStaffAlerts },
    { provide: Push, useClass: QueuedPush },
  ],
  exports: [Notices, PushRegistrations, Push, StaffAlerts, UserMessages],
})
export class NotificationsModule {}
