import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogRow, TypeormOpenSystemLogs, TypeormSystemLogStore, LogTimeline } from './system-logs.store.js';
import { StoredSystemLogs, SystemLogs, SystemLogStore, UnsettledMoney } from './system-logs.js';
import { BrokenSealLogs, SystemLogsJobs } from './system-logs.jobs.js';
import { SystemLogsOperations } from './system-logs.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([SystemLogRow]), AuditModule, NotificationsModule],
  providers: [
    SystemLogsOperations,
    SystemLogsJobs,
    StoredSystemLogs,
    LogTimeline,
    UnsettledMoney,
    BrokenSealLogs,
    TypeormOpenSystemLogs,
    { provide: SystemLogStore, useClass: TypeormSystemLogStore },
    { provide: SystemLogs, useExisting: StoredSystemLogs },
  ],
  exports: [SystemLogs],
})
export class SystemLogsModule {}
